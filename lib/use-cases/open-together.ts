/**
 * Opens one session at the provider for several debts of a person. It belongs to the oldest of them, whose reservation says which
 * others it pays; so a payment finds all of them after any crash.
 */
import type { Collection } from '#lib/domain/collection.ts';
import { type Money, outstandingOf } from '#lib/domain/money.ts';
import { checkoutProvider, wayTo } from '#lib/domain/payment/checkout.ts';
import { debtsPageUrl } from '#lib/domain/payment/debts-link.ts';
import { isTriedTooOften, numbered, withStaleEnded } from '#lib/domain/payment/session.ts';
import { MINUTE_MS } from '#lib/domain/time-units.ts';
import type { OpenDebts } from './list-debts.ts';
import type { CheckoutPorts } from './open-checkout.ts';
import { openUnder } from './open-session.ts';

/** `mixed`: they have several currencies or providers. */
export type DebtsCheckout =
  | { kind: 'redirect' | 'link'; link: string }
  | { kind: 'mixed' | 'too_often' | 'closed' }
  | { kind: 'failed'; reason: string };

type TogetherPorts = Pick<
  CheckoutPorts,
  'clock' | 'settings' | 'openSession' | 'reserveSession' | 'keepOpened' | 'checkoutHosts'
>;

type ChosenDebts = Pick<OpenDebts, 'account' | 'phone'> & {
  debts: readonly [Collection, ...Collection[]];
  token: string;
};

/** What is left of a page's time must be enough to pay. */
const LEFT_MS = 2 * MINUTE_MS;

/** `debts`: those that were chosen, oldest first. `token`: of the page of all of them, to which the payer comes back. */
export async function openTogether(
  ports: TogetherPorts,
  { account, phone, debts, token }: ChosenDebts,
): Promise<DebtsCheckout> {
  const [oldest] = debts;
  const provider = checkoutProvider(account, oldest);
  const isLike = (each: Collection) =>
    each.amount.currency === oldest.amount.currency && checkoutProvider(account, each)?.slug === provider?.slug;
  if (provider === undefined || !debts.every(isLike)) return { kind: 'mixed' };
  const leadTo = (link: string): DebtsCheckout => {
    const kind = wayTo(link, ports.checkoutHosts(provider.kind));
    return kind === undefined ? { kind: 'failed', reason: 'unsafe_link' } : { kind, link };
  };
  const now = ports.clock.now();
  const amount = sumOf(debts);
  const shares = debts.map(({ ref }) => ref.hash);
  const open = openFor(oldest, { shares, minor: amount.minor }, now);
  if (open !== undefined) return leadTo(open);
  if (isTriedTooOften(oldest.sessions, now)) return { kind: 'too_often' };
  const wanted = { method: 'checkout', provider: provider.slug } as const;
  const reserved = { ...wanted, reservedAt: now.toISOString(), shares };
  const number = await ports.reserveSession(oldest.ref, reserved, oldest.amountChanges);
  if (number === undefined) return { kind: 'closed' };
  const page = debtsPageUrl(ports.settings.baseUrl, token);
  const together = { others: debts.length - 1, page, returned: oldest.ref.hash };
  const context = { collection: oldest, account, phone, amount, together };
  const { opened } = await openUnder(ports, context, { ...wanted, number, renews: false });
  if (opened.kind === 'failed') return opened;
  const { option, key } = opened;
  await ports.keepOpened(oldest.ref, number, { minor: amount.minor, until: option.expiresAt, link: option.link, key });
  return leadTo(option.link);
}

const sumOf = ([first, ...others]: readonly [Collection, ...Collection[]]): Money => ({
  currency: first.amount.currency,
  minor: [first, ...others].reduce((sum, each) => sum + outstandingOf(each).minor, 0),
});

/** The page of a session for the same debts and sum: a second one could be paid, too. */
function openFor(
  collection: Collection,
  { shares, minor }: { shares: readonly string[]; minor: number },
  now: Date,
): string | undefined {
  const open = numbered(withStaleEnded(collection)).findLast(
    (each) =>
      each.ended !== true &&
      each.shares?.join() === shares.join() &&
      each.opened?.minor === minor &&
      Date.parse(each.opened.until) - now.getTime() > LEFT_MS,
  );
  return open?.opened?.link;
}
