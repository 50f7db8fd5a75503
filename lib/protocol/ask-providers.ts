/** Asks the payment providers of a collection what has been paid, in case their word has not reached us. */
import { type Account, providerFor } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Found, Lookup } from '#lib/domain/payment/exchange.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { providerReference, type Session } from '#lib/domain/payment/session.ts';
import { kindOf, type ProviderKind } from '#lib/domain/provider-kind.ts';

/** One provider of one account: its kind tells how to talk to it, its id whose secrets to use. */
export type Target = { kind: ProviderKind; id: string };

export type AskPorts = {
  now: () => Date;
  /** Never throws. */
  findPayments: (target: Target, lookup: Lookup, withinMs: number) => Promise<Found>;
};

/** Whoever pays does so in one of the newest sessions; each one asked costs a request. */
const NEWEST = 5;
const WITHIN_MS = 3_000;

/** What the providers confirm; nothing from those that cannot say now. */
export async function askProviders(
  ports: AskPorts,
  { collection, account }: { collection: Collection; account: Account },
): Promise<Payment[]> {
  const sessions = collection.sessions.map((session, index) => ({ session, number: index + 1 })).slice(-NEWEST);
  const answers = await Promise.all(
    sessions.map(async ({ session, number }) => {
      const target = targetOf(account, session);
      if (target === undefined) return [];
      const reference = providerReference(collection.place, session.method, number);
      const { key } = session;
      const found = await ports.findPayments(target, { reference, ...(key !== undefined && { key }) }, WITHIN_MS);
      if (found.kind !== 'found') return [];
      const recordedAt = ports.now().toISOString();
      return found.payments
        .filter((payment) => payment.reference === reference)
        .map((payment) => ({ ...payment, provider: target.id, recordedAt }));
    }),
  );
  return answers.flat();
}

/** Undefined for a provider that we cannot talk to. A disabled one still answers for what it has taken. */
export function targetOf(account: Account, { provider: slug }: Pick<Session, 'provider'>): Target | undefined {
  const provider = providerFor(account, slug);
  const kind = provider && kindOf(provider);
  return provider && kind && { kind, id: provider.id };
}
