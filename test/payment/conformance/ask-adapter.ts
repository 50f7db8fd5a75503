/** Calls an adapter that talks to a stub server; a test sets its answers by path. */
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { callProvider } from '#lib/payment/call-provider.ts';
import { type ListPage, type Lookup, type Order, ProviderFailure } from '#lib/payment/port.ts';
import { startStubProvider } from '#test/payment/stub-provider.ts';
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
