/**
 * Calls an adapter that talks to a stub server; a test sets its answers by path.
 * Answers an adapter's requests without a network, for tests that ask many thousand times.
 * Damages a JSON answer: each field is missing, or of another type, in turn.
 */
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { callProvider } from '#lib/payment/call-provider.ts';
import { type Connection, type ListPage, type Lookup, type Order, ProviderFailure } from '#lib/payment/port.ts';
import { readFields, startStubProvider } from '#test/payment/stub-provider.ts';
import type { Reply } from '#test/support/stub-server.ts';
import { anOrder } from './an-order.ts';
import type { CloseScenario, ProviderScript } from './provider-script.ts';

/** Calls return a result or the reason of a failure. A path without an answer from the test gets the usual answer. */
export async function adapterAtStub(script: ProviderScript) {
  const stub = await startStubProvider();
  const hosts = { live: stub.url, test: stub.url };

  function prepare(replies: Readonly<Record<string, Reply>>) {
    stub.received.length = 0;
    script.forget?.();
    stub.answer = (request) => {
      const known = replies[request.path];
      if (known !== undefined) return known;
      const body = script.answer(request, anOrder('card'));
      return body === undefined ? script.replies.unknown : { status: 200, body };
    };
    return { credentials: script.credentials, call: callProvider(5_000), hosts };
  }

  const { adapter } = script;
  type Replies = Readonly<Record<string, Reply>>;
  return {
    stub,
    /** The paths that were asked for, without a login. */
    asked: () => stub.received.filter((request) => !script.isPreliminary?.(request)).map(({ path }) => path),
    open: (method: keyof OpenedBy, order: Order, replies: Replies = {}): Promise<unknown> =>
      adapter.open(method, order, prepare(replies)).catch(reasonOf),
    find: (lookup: Lookup, replies: Replies = {}): Promise<unknown> =>
      adapter.findMovements(lookup, prepare(replies)).catch(reasonOf),
    list: async (page: ListPage, replies: Replies = {}): Promise<unknown> =>
      adapter.listMovements?.(page, prepare(replies)).catch(reasonOf),
    close: async (session: CloseScenario['session'], replies: Replies = {}): Promise<unknown> =>
      adapter.close?.(session, prepare(replies)).catch(reasonOf),
    submitCode: async (entered: { reference: string; code: string }, replies: Replies = {}): Promise<unknown> =>
      adapter.submitCode?.(entered, prepare(replies)).catch(reasonOf),
    check: (replies: Replies = {}): Promise<unknown> => adapter.check(prepare(replies)).catch(reasonOf),
  };
}

/** Any other failure is a mistake of ours. */
export function reasonOf(error: unknown): string {
  if (error instanceof ProviderFailure) return error.reason;
  throw error;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });

/** Answers with status 200, by path. */
export const allOk = (answers: Readonly<Record<string, unknown>>): Record<string, Reply> =>
  Object.fromEntries(Object.entries(answers).map(([path, body]) => [path, ok(body)]));

const HOST = 'https://provider.example';

/** A path without an answer from the test gets the usual answer for the order, as `adapterAtStub` gives it. */
export function answersInMemory(
  script: ProviderScript,
  answers: Readonly<Record<string, unknown>>,
  order: Order = anOrder('card'),
): Connection {
  script.forget?.();
  return {
    credentials: script.credentials,
    hosts: { live: HOST, test: HOST },
    call: async ({ method, url, headers = {}, body: raw = '' }) => {
      const path = url.slice(HOST.length);
      if (Object.hasOwn(answers, path)) return { status: 200, json: parsed(answers[path]) };
      const fields = readFields(headers['content-type'], raw);
      const json = script.answer({ method, path, headers, raw, fields }, order);
      if (json !== undefined) return { status: 200, json: parsed(json) };
      const { unknown } = script.replies;
      return typeof unknown === 'object' && 'body' in unknown
        ? { status: unknown.status, json: unknown.body }
        : { status: 404, json: undefined };
    },
  };
}

/** Undefined fields are left out, as they are in JSON. */
const parsed = (body: unknown): unknown => (body === undefined ? null : JSON.parse(JSON.stringify(body)));

type Damage = { what: string; body: unknown };

const VALUES = [undefined, null, 0, -1, '', {}, [[]], 'javascript:alert(1)', true];

export function* damagesOf(body: unknown): Generator<Damage> {
  for (const field of fieldsOf(body)) {
    for (const value of VALUES) {
      const damaged = structuredClone(body) as Record<string, unknown>;
      put(damaged, field, value);
      yield { what: `${field.join('.')} = ${JSON.stringify(value)}`, body: damaged };
    }
  }
}

/** The paths of all fields, those with an object or a list included. */
function fieldsOf(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const inner = Object.entries(value).flatMap(([name, each]) => fieldsOf(each, [...path, name]));
  return path.length === 0 ? inner : [path, ...inner];
}

function put(target: Record<string, unknown>, path: string[], value: unknown): void {
  const [name = '', ...rest] = path;
  if (rest.length === 0) target[name] = value;
  else put(target[name] as Record<string, unknown>, rest, value);
}
