/**
 * Opens one session at the provider for several debts of a person. It belongs to the oldest of them, whose reservation says which
 * others it pays; so a payment finds all of them after any crash.
 */
import type { Collection, CollectionContext } from '#lib/domain/collection.ts';
import { isSamePerson, personRefOf } from '#lib/domain/contact.ts';
import { byAge, isOwed } from '#lib/domain/follow-up/digest.ts';
import { collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import { debtsPageUrl, isDebtsLink } from '#lib/domain/links.ts';
import { type Money, outstandingOf } from '#lib/domain/money.ts';
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import { type LedgerEntry, MERCHANT, type PaidDebt } from '#lib/domain/payment/ledger-entry.ts';
import { checkoutProvider, wayTo } from '#lib/domain/payment/order.ts';
import {
  isTriedTooOften,
  numbered,
  type Session,
  type StaleSessions,
  withEnding,
  withStaleEnded,
} from '#lib/domain/payment/session.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import { findByLink } from './find-collection.ts';
import type { CheckoutPorts } from './open-checkout.ts';
import { awaitOpened, isOpening, openUnder } from './open-session.ts';
import { reconcileReturned } from './reconcile-collection.ts';

export type DebtsPorts = Pick<Service, 'clock'> &
  Pick<Store, 'getAccount' | 'getLedger' | 'findOpenOf' | 'getCollections'>;

/** `debts`: all that can be paid now, oldest first. The collection is the one that the link names. */
export type OpenDebts = CollectionContext & { debts: readonly Collection[] };

/** Undefined when the token is not ours, or its collection is addressed to somebody else by now. */
export async function listDebts(ports: DebtsPorts, token: string): Promise<OpenDebts | undefined> {
  const found = await findByLink({ getAccount: ports.getAccount, read: ports.getLedger }, token, (link, context) =>
    isDebtsLink(link, context, context.account.salt),
  );
  if (found === undefined) return undefined;
  const { collection, account, phone } = found;
  const { ref, contact } = collection;
  const open = await ports.findOpenOf({ person: personRefOf(account.id, contact, phone), contact });
  // Its own entry may not be written yet.
  const hashes = [...new Set([ref, ...open].map(({ hash }) => hash))];
  const now = ports.clock.now();
  const debts = (await ports.getCollections(account.id, hashes)).filter(
    (each) => isOwed(each, now) && isSamePerson(each.contact, { contact, account, phone }),
  );
  return { collection, account, phone, debts: debts.toSorted(byAge(account)) };
}

export type ReturnedPorts = Pick<Store, 'getLedger'> & Parameters<typeof reconcileReturned>[0];

/**
 * What a payer who comes back has paid under, the hash of which the provider brought along: `isPaid` if its money has come, and
 * `paid` what the newest payment of it paid, the oldest debt first.
 */
export async function askAboutReturned(
  ports: ReturnedPorts,
  { account, phone, collection: { contact } }: CollectionContext,
  hash: string,
): Promise<{ collection: string; bookings: Booking[]; isPaid: boolean; paid: PaidDebt[] } | undefined> {
  const ref = parseCollectionId(collectionId({ account: account.id, hash }));
  if (ref === undefined) return undefined;
  const ledger = await ports.getLedger(ref);
  const { collection } = ledger;
  if (collection === undefined || !isSamePerson(collection.contact, { contact, account, phone })) return undefined;
  const bookings = await reconcileReturned(ports, { ...ledger, collection, account });
  const isPaid = bookings.length > 0 || collection.status === 'completed';
  return { collection: collection.id, bookings, isPaid, paid: isPaid ? await paidWith(ports, collection) : [] };
}

/** One payment of a session that several debts share has an entry in the ledger of each. */
async function paidWith(ports: Pick<Store, 'getLedger'>, { ref, sessions }: Collection): Promise<PaidDebt[]> {
  const shares = sessions.findLast((session) => session.shares !== undefined)?.shares ?? [ref.hash];
  const ledgers = await Promise.all(shares.map((hash) => ports.getLedger({ account: ref.account, hash })));
  const payments = ledgers.flatMap(({ collection, entries }) =>
    entries.flatMap((entry) => (collection && isPayment(entry) ? [{ collection, entry }] : [])),
  );
  const own = payments.filter(({ collection }) => collection.ref.hash === ref.hash);
  const [newest] = own.toSorted((one, other) => (one.entry.at < other.entry.at ? 1 : -1));
  const isOfIt = ({ entry }: PaidDebt) =>
    entry.provider === newest?.entry.provider && entry.transaction === newest.entry.transaction;
  return payments.filter(isOfIt);
}

const isPayment = ({ kind, counts, provider }: LedgerEntry): boolean =>
  kind === 'payment' && counts && provider !== MERCHANT;

/** `mixed`: they have several currencies or providers. */
type DebtsCheckout =
  | { kind: 'redirect' | 'link'; link: string }
  | { kind: 'mixed' | 'too_often' | 'closed' }
  | { kind: 'failed'; reason: string };

type TogetherPorts = Pick<
  CheckoutPorts,
  'clock' | 'settings' | 'openSession' | 'reserveSession' | 'keepOpened' | 'checkoutHosts' | 'getCollection'
> &
  Pick<Store, 'getCollections' | 'reserveTogether'>;

type Debts = readonly [Collection, ...Collection[]];

type ChosenDebts = Pick<OpenDebts, 'account' | 'phone'> & { debts: Debts; token: string };

/** What is left of a page's time must be enough to pay. */
const LEFT_MS = 2 * MINUTE_MS;
/** So often may somebody else be faster: many can click at once. */
const MAX_RACES = 5;

/**
 * `debts`: those that were chosen, oldest first. `token`: of the page of all of them, to which the payer comes back. However many click
 * at once, one session is opened for one set, and what was open for another set with one of these debts is ended.
 */
export async function openTogether(ports: TogetherPorts, chosen: ChosenDebts): Promise<DebtsCheckout> {
  let read: ChosenDebts = chosen;
  for (let races = 0; races < MAX_RACES; races += 1) {
    const outcome = await openOnce(ports, read);
    if (outcome !== 'changed') return outcome;
    const { account, debts } = chosen;
    const stored = await ports.getCollections(
      account.id,
      debts.map(({ ref }) => ref.hash),
    );
    const again = debts.map(({ id }) => stored.find((each) => each.id === id));
    // Another sum is nothing that the payer has agreed to.
    if (!again.every((each, at) => each !== undefined && isStillOwed(each, debts[at] as Collection, ports.clock.now())))
      return { kind: 'closed' };
    read = { ...chosen, debts: again as unknown as Debts };
  }
  return { kind: 'failed', reason: 'contention' };
}

const isStillOwed = (now: Collection, before: Collection, at: Date): boolean =>
  isOwed(now, at) && outstandingOf(now).minor === outstandingOf(before).minor;

async function openOnce(
  ports: TogetherPorts,
  { account, phone, debts, token }: ChosenDebts,
): Promise<DebtsCheckout | 'changed'> {
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
  const same = sessionFor(oldest, { shares, minor: amount.minor }, now);
  if (same?.opened?.link !== undefined) return leadTo(same.opened.link);
  if (same !== undefined) {
    const opened = await awaitOpened(ports, oldest.ref, same.number);
    if (opened?.session === undefined) return 'changed';
    const { link } = opened.session.opened ?? {};
    return link === undefined ? 'changed' : leadTo(link);
  }
  if (isTriedTooOften(oldest.sessions, now)) return { kind: 'too_often' };
  const wanted = { method: 'checkout', provider: provider.slug, shares, asks: amount.minor } as const;
  const number = await ports.reserveTogether({
    debts,
    session: { ...wanted, reservedAt: now.toISOString() },
    ending: endingOf(debts, now),
  });
  if (number === undefined) return 'changed';
  const page = debtsPageUrl(ports.settings.baseUrl, token);
  const together = { others: debts.length - 1, page, returned: oldest.ref.hash };
  const context = { collection: oldest, account, phone, amount, together };
  const { number: used, opened } = await openUnder(ports, context, { ...wanted, number, renews: false });
  if (opened.kind === 'failed') return opened;
  const { option, key } = opened;
  const kept = { minor: amount.minor, until: option.expiresAt, link: option.link, key };
  return (await ports.keepOpened(oldest.ref, used, kept)) ? leadTo(option.link) : { kind: 'closed' };
}

const sumOf = ([first, ...others]: Debts): Money => ({
  currency: first.amount.currency,
  minor: [first, ...others].reduce((sum, each) => sum + outstandingOf(each).minor, 0),
});

/** The session for the same debts and sum, open or just being opened: a second one could be paid, too. */
function sessionFor(
  collection: Collection,
  { shares, minor }: { shares: readonly string[]; minor: number },
  now: Date,
) {
  return numbered(withStaleEnded(collection)).findLast(
    (each) =>
      each.ended !== true &&
      each.shares?.join() === shares.join() &&
      (each.opened === undefined
        ? each.asks === minor && isOpening(each, now)
        : each.opened.minor === minor && Date.parse(each.opened.until) - now.getTime() > LEFT_MS),
  );
}

/** What is open for several of which one is among these: two sessions could be paid. */
function endingOf(debts: Debts, now: Date): Map<string, StaleSessions> {
  const isShared = ({ shares }: Session) => shares !== undefined;
  return new Map(
    debts.flatMap((debt) => {
      const stale = withEnding(debt, isShared, now);
      return stale === undefined ? [] : [[debt.ref.hash, stale] as const];
    }),
  );
}
