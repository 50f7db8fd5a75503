/** Asks the payment providers of a collection what has been paid, in case their word has not reached us. */
import { type Account, providerFor } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Found, Lookup } from '#lib/domain/payment/exchange.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { providerReference, type Session } from '#lib/domain/payment/session.ts';
import { kindOf, type Target } from '#lib/domain/provider-kind.ts';

export type AskPorts = {
  now: () => Date;
  /** Never throws. */
  findPayments: (target: Target, lookup: Lookup, withinMs: number) => Promise<Found>;
};

/** So many of the newest sessions, beside the newest of each method: an account to pay into outlives clicks on a page. */
const NEWEST = 3;
const WITHIN_MS = 3_000;

/** What the providers confirm; nothing from those that cannot say now. */
export async function askProviders(
  ports: AskPorts,
  { collection, account }: { collection: Collection; account: Account },
): Promise<Payment[]> {
  const answers = await Promise.all(
    sessionsToAsk(collection).map(async ({ session, number }) => {
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

/** Each one asked costs a request, so not all that there ever were. */
function sessionsToAsk({ sessions }: Collection): { session: Session; number: number }[] {
  const numbered = sessions.map((session, index) => ({ session, number: index + 1 }));
  const isNewestOfMethod = ({ session, number }: (typeof numbered)[number]) =>
    sessions.findLastIndex(({ method }) => method === session.method) === number - 1;
  return numbered.filter((each) => each.number > sessions.length - NEWEST || isNewestOfMethod(each));
}

/** Undefined for a provider that we cannot talk to. A disabled one still answers for what it has taken. */
export function targetOf(account: Account, { provider: slug }: Pick<Session, 'provider'>): Target | undefined {
  const provider = providerFor(account, slug);
  const kind = provider && kindOf(provider);
  return provider && kind && { kind, id: provider.id };
}
