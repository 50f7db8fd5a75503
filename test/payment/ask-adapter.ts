/** Calls an adapter that talks to a stub server; a test sets its answers by path. */
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { callProvider } from '#lib/payment/call-provider.ts';
import { hosts } from '#lib/payment/hosts.ts';
import { type Lookup, type Order, ProviderFailure } from '#lib/payment/port.ts';
import type { Reply } from '#test/support/stub-server.ts';
import { anOrder } from './an-order.ts';
import type { ProviderScript } from './provider-script.ts';
import { startStubProvider } from './stub-provider.ts';

/** Calls return a result or the reason of a failure. A path without an answer from the test gets the usual answer. */
export async function adapterAtStub(script: ProviderScript) {
  const stub = await startStubProvider();
  for (const host of script.hosts) hosts[host] = stub.url;

  function prepare(replies: Record<string, Reply>) {
    stub.received.length = 0;
    stub.answer = (request) => {
      const known = replies[request.path];
      if (known !== undefined) return known;
      const body = script.answer(request, anOrder('card'));
      return body === undefined ? script.replies.unknown : { status: 200, body };
    };
    return { credentials: script.credentials, call: callProvider(5_000) };
  }

  return {
    stub,
    open: (method: keyof OpenedBy, order: Order, replies: Record<string, Reply> = {}): Promise<unknown> =>
      script.adapter.open(method, order, prepare(replies)).catch(reasonOf),
    find: (lookup: Lookup, replies: Record<string, Reply> = {}): Promise<unknown> =>
      script.adapter.findPayments(lookup, prepare(replies)).catch(reasonOf),
  };
}

function reasonOf(error: unknown): string {
  if (error instanceof ProviderFailure) return error.reason;
  throw error;
}

export const ok = (body: unknown): Reply => ({ status: 200, body });
