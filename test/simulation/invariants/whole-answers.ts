/** Invariant 9: each answer is whole: its status, code, text and headers are those of the description, and it says of which request it is. */
import { createHash } from 'node:crypto';
import { ROUTES } from '#lib/contract/routes.ts';
import { describedAnswer, isText } from '#test/simulation/model/described.ts';
import { textOf } from '#test/simulation/model/other-texts.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Invariant } from './invariant.ts';

type Asked = { httpMethod: string; resource: string; body: unknown; requestContext: { requestId: string } };
type Reply = { statusCode: number; headers?: Record<string, string>; body: string };

export const wholeAnswers: Invariant = {
  number: 9,
  name: 'every answer has the texts and the headers that are described',
  watch: (_world: World, violate) => ({
    finished({ invocation: { functionName }, event, value }) {
      const [asked, reply] = [event as Asked, value as Reply];
      if (asked.httpMethod === undefined || typeof reply?.statusCode !== 'number') return;
      for (const fault of answerFaults(functionName, asked, reply))
        violate(`${functionName} ${asked.httpMethod} ${reply.statusCode}: ${fault}`);
    },
  }),
};

/** For people. */
const PAGES = ['payment-page', 'unsubscribe'];

function answerFaults(functionName: string, asked: Asked, reply: Reply): string[] {
  const { headers = {}, statusCode, body } = reply;
  const { requestId } = asked.requestContext;
  const common = headers['x-request-id'] === requestId ? [] : [`x-request-id ${headers['x-request-id']}`];
  // The console's page and files are judged whole where they are asked for.
  if (functionName === 'console-page' && statusCode < 400) return common;
  if (statusCode === 204) return body === '' ? common : [...common, 'it has a body'];
  return [
    ...common,
    ...(PAGES.includes(functionName) ? pageFaults(functionName, reply) : jsonFaults(functionName, asked, reply)),
  ];
}

const wrongOf = (headers: Record<string, string>, right: Record<string, string | undefined>): string[] =>
  Object.entries(right)
    .filter(([name, value]) => headers[name] !== value)
    .map(([name, value]) => `${name} ${headers[name]} instead of ${value}`);

/** Nobody else may keep it, put it in a frame, or learn its address; it loads and runs nothing. */
function pageFaults(functionName: string, { statusCode, headers = {}, body }: Reply): string[] {
  const faults = wrongOf(headers, {
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
    'x-robots-tag': 'noindex',
  });
  if (statusCode === 303) return headers['location'] && body === '' ? faults : [...faults, 'it leads nowhere'];
  const style = /<style>(.*?)<\/style>/s.exec(body)?.[1] ?? '';
  const policy = (headers['content-security-policy'] ?? '').split('; ');
  const styles = `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`;
  const needed = ["default-src 'none'", styles, "frame-ancestors 'none'", "base-uri 'none'"];
  const missing = needed.filter((each) => !policy.includes(each)).map((each) => `no ${each}`);
  const action = policy.find((each) => each.startsWith('form-action ')) ?? 'no form-action';
  if (!formsOf(functionName, body).includes(action)) missing.push(action);
  return [...faults, ...missing, ...wrongOf(headers, { 'content-type': 'text/html; charset=utf-8' })];
}

const OURS = "form-action 'self'";
/** Of providers that lead to a page of theirs. */
const THEIRS = [
  'https://sandbox.example',
  'https://*.flutterwave.com https://*.dev-flutterwave.com',
  'https://checkout.paystack.com https://*.paystack.com https://*.paystack.co',
].map((hosts) => `${OURS} ${hosts}`);
/** A browser follows a form only where the page says so: a way to pay leads to the page of its provider. */
function formsOf(functionName: string, body: string): string[] {
  if (functionName !== 'payment-page') return [OURS];
  return body.includes('<form') ? THEIRS : [OURS, ...THEIRS];
}

/** Those after whose refusal a caller comes again. */
const COME_BACK = [429, 503];
const FIELDS = ['status', 'message', 'data', 'meta', 'code', 'errors', 'existing'];

function jsonFaults(functionName: string, asked: Asked, reply: Reply): string[] {
  const { statusCode, headers = {}, body } = reply;
  const isDescription = functionName === 'get-openapi' && statusCode === 200;
  const common = wrongOf(headers, {
    'content-type': 'application/json; charset=utf-8',
    'cache-control': isDescription ? 'public, max-age=300' : 'no-store',
    'x-content-type-options': 'nosniff',
    'retry-after': COME_BACK.includes(statusCode) ? '1' : undefined,
  });
  if (isDescription) return common;
  const said = JSON.parse(body);
  const odd = Object.keys(said).filter((name) => !FIELDS.includes(name));
  const isSuccess = statusCode < 300;
  if (said.status !== (isSuccess ? 'success' : 'error')) common.push(`status ${said.status}`);
  if ((said.code === undefined) !== isSuccess || typeof said.message !== 'string')
    common.push('no code, or one too much');
  if (odd.length > 0) common.push(`${odd.join()} in the envelope`);
  const route = ROUTES.find(({ operation }) => operation === functionName);
  if (route !== undefined) return [...common, ...describedFaults(route, { body: asked.body, reply, said })];
  const asks = functionName.startsWith('console-') ? `${asked.httpMethod} ${asked.resource}` : functionName;
  const right = textOf(asks, said.code ?? String(statusCode));
  return right.test(said.message) ? common : [...common, `it says: ${said.message}`];
}

type Said = { code?: string; message: string; data?: { id?: string }; errors?: object[]; existing?: { id: string } };

type Exchanged = { body: unknown; reply: Reply; said: Said };

function describedFaults({ method, path }: (typeof ROUTES)[number], { body, reply, said }: Exchanged): string[] {
  const { code, message, data, errors, existing } = said;
  const { statusCode, headers = {} } = reply;
  const faults: string[] = [];
  const described = describedAnswer(`${method} ${path}`, statusCode);
  // What a member is refused is the console's, and not described.
  if (described === undefined || (code !== undefined && !described.texts.has(code)))
    return CONSOLE.includes(code ?? '') ? [] : [`${code ?? 'it'} is not described`];
  if (!isText(described, code, message)) faults.push(`it says: ${message}`);
  const isMade = described.headers.includes('location');
  const location = isMade ? `https://collections.example${path}/${data?.id}` : undefined;
  if (headers['location'] !== location) faults.push(`location ${headers['location']}`);
  if ((errors !== undefined) !== WITH_ERRORS.includes(code ?? '') || errors?.length === 0) faults.push('errors');
  if ((existing !== undefined) !== (code === 'duplicate_reference')) faults.push('existing');
  const named = namedIn(code, { body, existing });
  if (named !== undefined && !message.includes(named)) faults.push(`it does not name ${named}: ${message}`);
  return faults;
}

const CONSOLE = ['invalid_session', 'forbidden', 'request_refused'];
const WITH_ERRORS = ['validation_failed', 'not_now'];

/** What a text must name. */
function namedIn(
  code: string | undefined,
  { body, existing }: { body: unknown; existing?: { id: string } | undefined },
) {
  const given = code !== undefined && /taken|transaction$|transition/.test(code) ? bodyOf(body) : {};
  if (code === 'duplicate_reference') return existing?.id;
  if (code === 'provider_slug_taken') return given['slug'];
  if (code === 'duplicate_transaction') return given['transaction'];
  return code === 'invalid_transition' ? given['status'] : undefined;
}

/** The function reads the event's body in place. */
const bodyOf = (body: unknown): Record<string, string | undefined> =>
  (typeof body === 'string' ? JSON.parse(body) : (body ?? {})) as Record<string, string | undefined>;
