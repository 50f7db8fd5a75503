/** What can be odd about a request of any route, and the one right answer to each: ids, keys, queries, headers and bodies. */
import { ROUTES } from '#lib/contract/routes.ts';
import { storedCollections } from '#test/simulation/invariants/stored.ts';
import type { Random } from '#test/simulation/kernel/random.ts';
import type { Call } from '#test/support/api-event.ts';
import { aCreate } from './bodies.ts';
import { endpointsOf } from './merchants.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

export type Route = (typeof ROUTES)[number];
type Fault = { path: string; message: string };
/** `errors`: all of them, in this order. */
type Right = { status: number; code: string; errors?: readonly Fault[] };
/** `bytes` in place of the body. */
export type Odd = { call: Call; right: Right; bytes?: Buffer };

/** A request that is right but for its oddity. */
type Setting = { world: World; by: Tenant; other: Tenant; random: Random; route: Route; usual: Call };

/** Undefined where a route cannot be asked in this way. */
type Oddity = (setting: Setting) => Odd | undefined;

const FAR = '2030-01-01T00:00:00.000Z';

/** A body of each operation that has one, of a request that changes nothing that exists. */
function bodyOf(operation: string, by: Tenant, random: Random): object | undefined {
  const create = () => aCreate(by, `${by.mark} odd`, random);
  const bodies: Readonly<Record<string, () => object>> = {
    'create-collection': create,
    'preview-follow-ups': create,
    'update-collection': () => ({ expiresIn: 60 }),
    'update-collection-status': () => ({ status: 'cancelled' }),
    'record-payment': () => ({ amount: { value: 1, currency: 'NGN' }, method: 'cash', transaction: 'odd' }),
    'pause-follow-ups': () => ({}),
    'send-follow-up': () => ({}),
    'preview-reminder': () => ({}),
    'promise-payment': () => ({ payBy: FAR }),
    'create-provider': () => ({ name: `${by.mark} odd`, slug: 'odd' }),
    'update-provider': () => ({ enabled: true }),
    'create-webhook-endpoint': () => ({ url: 'https://odd.example/', events: ['*'] }),
    'update-webhook-endpoint': () => ({ status: 'paused' }),
    'rotate-webhook-secret': () => ({}),
    'replay-deliveries': () => ({ since: FAR }),
  };
  return bodies[operation]?.();
}

const hasId = ({ path }: Pick<Route, 'path'>): boolean => path.includes('{id}');
const takesQuery = ({ operation }: Route): boolean =>
  ['list-collections', 'list-events', 'list-deliveries'].includes(operation);

/** Of what the path names: the word of its codes, the beginning of its ids, and those that exist. */
function kindOf({ path }: Pick<Route, 'path'>) {
  if (path.includes('/webhook-endpoints'))
    return {
      word: 'webhook_endpoint',
      prefix: 'whe_',
      known: (w: World, by: Tenant) => endpointsOf(w, by).map(({ id }) => id),
    };
  if (path.includes('/providers'))
    return { word: 'provider', prefix: 'prv_', known: (_: World, by: Tenant) => [by.sandboxId] };
  const known = (world: World, by: Tenant) =>
    storedCollections(world).flatMap(({ id, ref }) => (ref.account === by.account.id ? id : []));
  return { word: 'collection', prefix: 'pay_', known };
}

const HASH = 25;
const unknownId = ({ path }: Pick<Route, 'path'>, by: Tenant, random: Random): string =>
  `${kindOf({ path }).prefix}${by.account.id}${String(random.between(0, 1e15)).padStart(HASH, '0')}`;

/** The request before it is odd: it names what does not exist. */
export function usualCall(route: Route, by: Tenant, random: Random): Call {
  const body = bodyOf(route.operation, by, random);
  return {
    method: route.method,
    resource: route.path,
    key: by.apiKey,
    ...(hasId(route) && { id: unknownId(route, by, random) }),
    ...(body !== undefined && { body }),
  };
}

const invalid = (...errors: Fault[]): Right => ({ status: 400, code: 'validation_failed', errors });

/** Of the account, of the other one, or with one thing wrong: none of it exists. */
const missing: Oddity = ({ world, by, other, random, route, usual }) => {
  if (!hasId(route)) return undefined;
  const { word, prefix, known } = kindOf(route);
  const real = random.pick([...known(world, by), unknownId(route, by, random)]);
  const rest = real.slice(prefix.length);
  const id = random.pick([
    unknownId(route, by, random),
    unknownId(route, other, random),
    `${real}0`,
    real.slice(0, -1),
    real.toUpperCase(),
    rest,
    `x${real}`,
    `${prefix === 'pay_' ? 'prv_' : 'pay_'}${rest}`,
    // More than 128 bits.
    `${real.slice(0, -HASH)}${'z'.repeat(HASH)}`,
    `${real.slice(0, -1)}-`,
    `${real}\n`,
    ' ',
  ]);
  return { call: { ...usual, id }, right: { status: 404, code: `${word}_not_found` } };
};

const foreign: Oddity = ({ world, other, random, route, usual }) => {
  if (!hasId(route)) return undefined;
  const { word, known } = kindOf(route);
  const ids = known(world, other);
  if (ids.length === 0) return undefined;
  return { call: { ...usual, id: random.pick(ids) }, right: { status: 403, code: `${word}_forbidden` } };
};

/** Before all else: the body may be wrong as well. */
const badKey: Oddity = ({ by, other, random, usual }) => {
  const { apiKey } = by;
  const last = apiKey.at(-1) === 'a' ? 'b' : 'a';
  const key = random.pick([undefined, '', 'x', `${apiKey.slice(0, -1)}${last}`, `${apiKey}a`, apiKey.toUpperCase()]);
  // The key of the one with the account of the other.
  const mixed = apiKey.replace(by.account.id, other.account.id);
  const { key: _own, ...rest } = { ...usual, ...(usual.body !== undefined && random.bool(0.5) && { body: '{' }) };
  const given = random.bool(0.2) ? mixed : key;
  return {
    call: { ...rest, ...(given !== undefined && { key: given }) },
    right: { status: 401, code: 'invalid_api_key' },
  };
};

const NO_PARAMETER = 'is not a known parameter';
const NO_FIELD = 'is not a known field';
const KEY_LENGTH = { path: 'idempotency-key', message: 'must have 1 to 255 characters' };

const badQuery: Oddity = ({ random, route, usual }) => {
  if (!takesQuery(route)) {
    const query = random.pick<Record<string, string | string[]>>([{ page: '1' }, { limit: ['1', '2'] }, { odd: '' }]);
    const [path = ''] = Object.keys(query);
    return { call: { ...usual, query }, right: invalid({ path, message: NO_PARAMETER }) };
  }
  const [query, path, message] = random.pick<[Record<string, string | string[]>, string, string]>([
    [{ odd: '1' }, 'odd', NO_FIELD],
    [{ limit: '0' }, 'limit', 'must be a whole number of at least 1'],
    [{ limit: '101' }, 'limit', 'must be at most 100'],
    [{ limit: ['1', '2'] }, 'limit', 'must be a string'],
    [{ limit: '1e1' }, 'limit', 'must be a whole number of at least 1'],
    ...(BAD_QUERIES[route.operation] ?? []),
  ]);
  return { call: { ...usual, query }, right: invalid({ path, message }) };
};

const BAD_QUERIES: Readonly<Record<string, [Record<string, string | string[]>, string, string][]>> = {
  'list-collections': [
    [{ page: '0' }, 'page', 'must be a whole number of at least 1'],
    [{ page: '2', status: 'pending' }, 'page', 'cannot be used with a filter'],
    [{ cursor: 'x' }, 'cursor', 'needs the filter it belongs to'],
    [{ cursor: 'x', status: 'pending' }, 'cursor', 'is not a nextCursor of this filter'],
    [{ createdFrom: FAR, createdTo: '2029-01-01T00:00:00Z' }, 'createdTo', 'must not be before createdFrom'],
  ],
  'list-events': [
    [{ after: 'x' }, 'after', 'is not a cursor of this feed'],
    [{ after: '' }, 'after', 'is not a cursor of this feed'],
  ],
};

const badHeader: Oddity = ({ random, usual }) => {
  const headers = { [random.pick(['idempotency-key', 'Idempotency-Key'])]: random.pick(['', 'x'.repeat(256)]) };
  return { call: { ...usual, headers }, right: invalid(KEY_LENGTH) };
};

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
const badText: Oddity = ({ random, usual }) => {
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
const badBytes: Oddity = ({ usual }) =>
  usual.body === undefined
    ? undefined
    : { call: { ...usual, body: '""' }, right: MALFORMED, bytes: Buffer.from([0x22, 0xff, 0x22]) };

const ILL_FORMED = 'must be well-formed Unicode';

/** JSON, and no body of this request: all that is wrong is listed. */
const badBody: Oddity = ({ random, usual }) => {
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

/** Of the query, the header and the body together. */
const allBad: Oddity = ({ route, usual }) => {
  const query = { odd: '1' };
  const call = { ...usual, query, headers: { 'idempotency-key': '' } };
  const first = { path: 'odd', message: takesQuery(route) ? NO_FIELD : NO_PARAMETER };
  if (usual.body === undefined) return { call, right: invalid(first, KEY_LENGTH) };
  return {
    call: { ...call, body: '[]' },
    right: invalid(first, KEY_LENGTH, { path: '', message: 'must be an object' }),
  };
};

/** Routes are asked for what is not there most often. */
export const ODDITIES: readonly Oddity[] = [
  missing,
  missing,
  missing,
  foreign,
  foreign,
  badKey,
  badQuery,
  badHeader,
  badText,
  badText,
  badBytes,
  badBody,
  badBody,
  allBad,
];

/** The description of the API needs no key. */
export const ODD_ROUTES: readonly Route[] = ROUTES.filter(({ operation }) => operation !== 'get-openapi');
