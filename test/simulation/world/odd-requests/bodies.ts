/** Bodies that are no JSON, no UTF-8, too large, of another type, or not what the route takes. */
import type { Call } from '#test/support/api-event.ts';
import { type Fault, invalid, NO_FIELD, type Oddity, type Right } from './oddity.ts';

const withText = (usual: Call, body: string, headers?: Record<string, string>): Call => ({
  ...usual,
  body,
  ...(headers && { headers }),
});
const MALFORMED = { status: 400, code: 'malformed_json' };
const UNSUPPORTED = { status: 415, code: 'unsupported_media_type' };
const TOO_LARGE = { status: 413, code: 'payload_too_large' };
const MAX_BYTES = 65_536;
const filled = (bytes: number): string => `{"odd":"${'x'.repeat(bytes - '{"odd":""}'.length)}"}`;

/** Refused before its fields are looked at. */
export const badText: Oddity = ({ random, usual }) => {
  if (usual.body === undefined) return undefined;
  const [call, right] = random.pick<[Call, Right]>([
    [withText(usual, '{'), MALFORMED],
    [withText(usual, ''), MALFORMED],
    [withText(usual, '{"a":1}}'), MALFORMED],
    [withText(usual, filled(MAX_BYTES + 1)), TOO_LARGE],
    [withText(usual, `{"odd":"${'é'.repeat(MAX_BYTES / 2)}"}`), TOO_LARGE],
    [withText(usual, filled(MAX_BYTES + 1), { 'Content-Type': 'text/plain' }), TOO_LARGE],
    [withText(usual, '{', { 'Content-Type': 'text/plain' }), UNSUPPORTED],
    [withText(usual, '{', { 'Content-Type': '' }), UNSUPPORTED],
    [withText(usual, '{', { 'Content-Type': 'application/jsonx' }), UNSUPPORTED],
    [withText(usual, '{', { 'Content-Type': 'text/application/json' }), UNSUPPORTED],
  ]);
  return { call, right };
};

/** They are no UTF-8. */
export const badBytes: Oddity = ({ usual }) =>
  usual.body === undefined
    ? undefined
    : { call: { ...usual, body: '""' }, right: MALFORMED, bytes: Buffer.from([0x22, 0xff, 0x22]) };

const ILL_FORMED = 'must be well-formed Unicode';

/** JSON, and no body of this request: all that is wrong is listed. */
export const badBody: Oddity = ({ random, usual }) => {
  if (usual.body === undefined) return undefined;
  const text = JSON.stringify(usual.body);
  const plus = (more: string) => (text === '{}' ? `{${more}}` : `${text.slice(0, -1)},${more}}`);
  const [body, ...errors] = random.pick<[string, ...Fault[]]>([
    ['[]', { path: '', message: 'must be an object' }],
    ['"x"', { path: '', message: 'must be an object' }],
    ['null', { path: '', message: 'must be an object, not null' }],
    ['7', { path: '', message: 'must be an object' }],
    [plus('"odd":1'), { path: 'odd', message: NO_FIELD }],
    [plus('"__proto__":{"x":1}'), { path: '__proto__', message: NO_FIELD }],
    [plus('"constructor":{"prototype":1}'), { path: 'constructor', message: NO_FIELD }],
    [plus('"odd":12345678901234567890'), { path: 'odd', message: NO_FIELD }],
    [
      plus(`"odd":"${'x'.repeat(MAX_BYTES - Buffer.byteLength(plus('"odd":""')))}"`),
      { path: 'odd', message: NO_FIELD },
    ],
    ['{"odd":"\\ud800"}', { path: 'odd', message: ILL_FORMED }],
    ['{"odd":{"deep":["ok","\\uDFFF"]}}', { path: 'odd.deep.1', message: ILL_FORMED }],
    ['{"\\udc00":1}', { path: '\ufffd', message: ILL_FORMED }],
    [`{"${'y'.repeat(300)}":"\\ud800"}`, { path: 'y'.repeat(200), message: ILL_FORMED }],
  ]);
  return { call: withText(usual, body), right: invalid(...errors) };
};
