/** Asks a collection's payment providers what was paid, because a webhook may be lost. */
import { type Account, providerFor } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Found, Lookup } from '#lib/domain/payment/exchange.ts';
import { confirmedUnder, type Payment } from '#lib/domain/payment/payment.ts';
import { numbered, providerReference, type Session } from '#lib/domain/payment/session.ts';
import { kindOf, type Target } from '#lib/domain/provider.ts';
import type { Clock } from './ports.ts';

export type AskPorts = {
  clock: Pick<Clock, 'now'>;
  findPayments: (target: Target, lookup: Lookup, withinMs: number) => Promise<Found>;
};

/** Newest sessions, besides the newest of each method. A bank account stays in use longer than a checkout page. */
const NEWEST = 3;
const WITHIN_MS = 3_000;

export async function askProviders(
  ports: AskPorts,
  { collection, account }: { collection: Collection; account: Account },
): Promise<Payment[]> {
  const answers = await Promise.all(
    sessionsToAsk(collection).map(async ({ method, provider, number, key }) => {
      const target = targetOf(account, { provider });
      if (target === undefined) return [];
      const reference = providerReference(collection.ref, method, number);
      const found = await ports.findPayments(target, { reference, ...(key !== undefined && { key }) }, WITHIN_MS);
      if (found.kind !== 'found') return [];
      return confirmedUnder(reference, found.payments, { provider: target.id, now: ports.clock.now() });
    }),
  );
  return answers.flat();
}

function sessionsToAsk({ sessions }: Collection): ReturnType<typeof numbered> {
  const isNewestOfMethod = ({ method, number }: { method: Session['method']; number: number }) =>
    sessions.findLastIndex((session) => session.method === method) === number - 1;
  return numbered(sessions).filter((each) => each.number > sessions.length - NEWEST || isNewestOfMethod(each));
}

/** Undefined if we cannot talk to the provider. A disabled provider is still asked about what it has taken. */
export function targetOf(account: Account, { provider: slug }: Pick<Session, 'provider'>): Target | undefined {
  const provider = providerFor(account, slug);
  if (provider === undefined) return undefined;
  const kind = kindOf(provider);
  return kind && { kind, id: provider.id };
}
