/**
 * Invariants 5 and 12: everything that the provider confirms is on the ledger once, and the balance is its sum.
 * Payments for several debts of a person: the parts of each add up to it, and what went back of it is taken from them.
 */
import { isDeepStrictEqual } from 'node:util';
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { settledOf } from '#lib/domain/money.ts';
import { MERCHANT } from '#lib/domain/payment/ledger-entry.ts';
import { numbered, providerReference } from '#lib/domain/payment/session.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { fromItem } from '#lib/store/collection/item.ts';
import { COLLECTION_SORT_KEY, PAYMENT_PREFIX } from '#lib/store/collection/keys.ts';
import { type Payment, refOfReference, type Session } from '#test/simulation/world/sandbox.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Invariant } from './invariant.ts';
import { type LedgerRow, ledgerRows, storedCollections, sumOf } from './stored.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** How long a list may take to be read and booked. */
const LISTED_WITHIN = 5 * MINUTE;
/** A closing that failed is tried again at the next check. */
const CLOSED_WITHIN = 75 * MINUTE;

export const paymentsKept: Invariant = {
  number: 5,
  name: 'each confirmed payment is on the ledger once, and the status follows from the sum',
  watch: (world, violate) => ({
    changed({ key: { pk, sk }, before, after }) {
      if (sk.startsWith(PAYMENT_PREFIX)) {
        if (after === undefined || (before !== undefined && !isDeepStrictEqual(before, after)))
          violate(`${pk}: an entry was touched again`);
        return;
      }
      if (sk !== COLLECTION_SORT_KEY || after === undefined) return;
      const { collection: is } = fromItem(after as never);
      // Whatever the amount is corrected to while money arrives.
      if (isPayable(is.status) && settledOf(is) >= is.amount.minor) violate(`${pk}: paid, and ${is.status}`);
      if (before?.['status'] === undefined || is.status !== 'completed') return;
      if (before['status'] === 'completed' || world.asker?.functionName === 'update-collection-status') return;
      if (sumOf(ledgerRows(world, is.ref)) < is.amount.minor) violate(`${pk}: completed by too little`);
    },
    ended() {
      const collections = storedCollections(world);
      const sharing = sharingOf(collections);
      for (const what of sharedFaults(world, sharing)) violate(what);
      for (const what of moveFaults(world, collections)) violate(what);
      for (const collection of collections) for (const what of entryFaults(world, collection, sharing)) violate(what);
    },
  }),
};

export const balanceTrue: Invariant = {
  number: 12,
  name: 'the balance is the sum of what the provider says, and what has ended is closed',
  watch(world, violate) {
    const stale: { references: string[]; since: string }[] = [];
    return {
      changed({ key: { sk }, before, after }) {
        if (sk !== COLLECTION_SORT_KEY || after?.['staleSessions'] === undefined) return;
        if (isDeepStrictEqual(before?.['staleSessions'], after['staleSessions'])) return;
        const { collection } = fromItem(after as never);
        const { ref, staleSessions: { upTo = 0, since = '', checks = 0 } = {} } = collection;
        if (checks > 0) return;
        const sessions = numbered(collection.sessions).filter(({ number }) => number <= upTo);
        stale.push({ references: sessions.map(({ method, number }) => providerReference(ref, method, number)), since });
      },
      ended() {
        const collections = storedCollections(world);
        const sharing = sharingOf(collections);
        for (const collection of collections) {
          for (const what of [...balanceFaults(world, collection, sharing), ...openSessions(world, collection)])
            violate(what);
        }
        for (const { references, since } of stale)
          for (const open of stayOpen(world, since, ({ reference }) => references.includes(reference)))
            violate(`session ${open} stays open, although the amount was corrected or its collection reopened`);
      },
    };
  },
};

/** The provider's payments for a collection alone, by our sessions and by the merchant's own reference. */
function paymentsFor(
  { sandbox, tenants }: World,
  { ref, referenceProvider, reference }: Collection,
  sharing: Sharing,
): Payment[] {
  const by = tenants.find(({ account }) => account.id === ref.account);
  return sandbox.payments.filter((payment) => {
    if (payment.by !== by || sharing.has(payment.reference)) return false;
    const named = refOfReference(payment.reference);
    if (named !== undefined) return named.account === ref.account && named.hash === ref.hash;
    const isOwn = by !== undefined && collectionRefOf(by.account, payment.reference).hash === ref.hash;
    return isOwn && referenceProvider === 'sandbox' && payment.reference === reference;
  });
}

/** Those for it and others, by their transactions. */
const sharedWith = ({ sandbox }: World, { ref }: Collection, sharing: Sharing): ReadonlySet<string> =>
  new Set(
    sandbox.payments
      .filter(({ by, reference }) => by.account.id === ref.account && sharing.get(reference)?.includes(ref.hash))
      .map(({ transaction }) => transaction),
  );

/** What only the reconciliation with the provider's lists would find, which most worlds do not run. */
const isUnasked = ({ reconciliation }: World, { status }: Collection, { reference }: Payment): boolean =>
  reconciliation === undefined && status === 'completed' && refOfReference(reference) === undefined;

/** A list of each hour shows what was paid in the two hours before. */
function isLate(
  { reconciliation, healedAt }: World,
  { createdAt }: Collection,
  { paidAt }: Payment,
  row: LedgerRow,
): boolean {
  const [paid, created] = [Date.parse(paidAt), Date.parse(createdAt)];
  const isListed = paid >= healedAt - HOUR && created <= paid + HOUR - LISTED_WITHIN;
  const since = Math.max(paid, created, healedAt);
  return reconciliation !== undefined && isListed && Date.parse(row.recordedAt) > since + HOUR + LISTED_WITHIN;
}

function entryFaults(world: World, collection: Collection, sharing: Sharing): string[] {
  const { id, ref, entryCount, status, amount } = collection;
  const settled = settledOf(collection);
  const rows = ledgerRows(world, ref);
  const paid = paymentsFor(world, collection, sharing);
  const shared = sharedWith(world, collection, sharing);
  const found: string[] = [];
  if (rows.length !== entryCount) found.push(`${id}: ${entryCount} entries counted, ${rows.length} on record`);
  if (sumOf(rows) !== settled) found.push(`${id}: ${settled} received and credited, the entries say ${sumOf(rows)}`);
  for (const payment of paid) {
    const { transaction, by } = payment;
    const own = rows.filter((row) => row.transaction === transaction && row.movement === 'payment');
    const [row] = own;
    if (row === undefined && isUnasked(world, collection, payment)) continue;
    if (row === undefined) found.push(`${id}: ${transaction} is lost`);
    else if (own.length !== 1 || row.provider !== by.sandboxId || !isOf(row, payment))
      found.push(`${id}: ${transaction} is not what it was`);
    else if (isLate(world, collection, payment, row))
      found.push(`${id}: ${transaction}, paid at ${payment.paidAt}, was found only at ${row.recordedAt}`);
  }
  for (const { transaction, counts, amount: reported, provider } of rows) {
    const isMade = shared.has(transaction) || paid.some((payment) => payment.transaction === transaction);
    if (provider !== MERCHANT && !isMade) found.push(`${id}: ${transaction} was never made`);
    if (counts !== (reported.currency === amount.currency)) found.push(`${id}: ${transaction} counts wrongly`);
  }
  if (isPayable(status) && settled >= amount.minor) found.push(`${id}: paid, and ${status}`);
  return found;
}

/** What was moved left one collection, and came to another one. */
function moveFaults(world: World, collections: readonly Collection[]): string[] {
  const rows = collections.flatMap(({ ref }) => ledgerRows(world, ref).filter(({ kind }) => kind === 'moved'));
  if (rows.length > 0) world.note('money moved');
  return [...Map.groupBy(rows, ({ object }) => object)]
    .filter(([, sides]) => sides.length !== 2 || sumOf(sides) !== 0)
    .map(([id]) => `${id}: a move with one side, or two that differ`);
}

const isOf = (row: LedgerRow, { amount }: Payment): boolean =>
  row.amount.minor === amount.minor && row.amount.currency === amount.currency && row.credited === amount.minor;

/** Compares the balance with the provider's records: payments, less refunds that did not fail, less lost disputes. */
function balanceFaults(world: World, collection: Collection, sharing: Sharing): string[] {
  const { id, ref, amount, received } = collection;
  const rows = ledgerRows(world, ref);
  const isKnown = ({ transaction }: Payment) => rows.some((row) => row.transaction === transaction);
  const paid = paymentsFor(world, collection, sharing).filter(
    (each) => each.amount.currency === amount.currency && isKnown(each),
  );
  // The create has asked once; if it died then, only the lists have a refund that was told before it.
  const isMissed = (payment: Payment, { doneAt = '' }: Payment['refunds'][number]): boolean =>
    isUnasked(world, collection, payment) && doneAt < collection.createdAt && rows.length === 1;
  const truth = paid.reduce((sum, payment) => {
    const { refunds, disputes, amount } = payment;
    const back = [
      ...refunds.filter((each) => each.status === 'done' && !isMissed(payment, each)),
      ...disputes.filter(({ status }) => status === 'lost'),
    ];
    return sum + amount.minor - back.reduce((all, each) => all + each.amount.minor, 0);
  }, 0);
  const recorded = sumOf(rows.filter(({ provider, kind }) => provider === MERCHANT && kind !== 'credit'));
  const shared = sharedWith(world, collection, sharing);
  const parts = sumOf(rows.filter(({ transaction }) => shared.has(transaction)));
  return truth + parts + recorded === received
    ? []
    : [`${id}: ${received} received, the provider says ${truth}, parts are ${parts}, the merchant says ${recorded}`];
}

const ENDS = ['completed', 'cancelled'];

/**
 * Sessions of a collection that ended early, after the faults: each is paid or was closed soon. One that was reopened since, or
 * whose money was moved away, has not ended then.
 */
function openSessions(world: World, { id, ref, status, events, reopenedAt = '' }: Collection): string[] {
  if (!ENDS.includes(status)) return [];
  const end = events.findLast(({ type, timestamp }) => type === `collection.${status}` && timestamp >= reopenedAt);
  const open = stayOpen(world, end?.timestamp ?? '', ({ reference }) => refOfReference(reference)?.hash === ref.hash);
  return open.map((reference) => `${id}: session ${reference} stays open after its end`);
}

/** References of the sessions that were to be closed at an instant after the faults, and stayed open, unpaid. */
function stayOpen({ sandbox, healedAt }: World, instant: string, isMeant: (session: Session) => boolean): string[] {
  const endedAt = Date.parse(instant);
  if (Number.isNaN(endedAt) || endedAt < healedAt) return [];
  return [...sandbox.sessions.values()]
    .filter(isMeant)
    .filter(({ expiresAt, closedAt = Number.POSITIVE_INFINITY, reference, amount }) => {
      const paid = sandbox.payments.filter((payment) => payment.reference === reference);
      const isPaid = paid.reduce((sum, payment) => sum + payment.amount.minor, 0) >= amount.minor;
      return !isPaid && Math.min(closedAt, Date.parse(expiresAt)) > endedAt + CLOSED_WITHIN;
    })
    .map(({ reference }) => reference);
}

/** The hashes of the collections that share what is paid under a reference. */
type Sharing = ReadonlyMap<string, readonly string[]>;

const sharingOf = (collections: readonly Collection[]): Sharing =>
  new Map(
    collections.flatMap(({ ref, sessions }) =>
      numbered(sessions).flatMap(({ method, number, shares }): [string, readonly string[]][] =>
        shares === undefined ? [] : [[providerReference(ref, method, number), shares]],
      ),
    ),
  );

function sharedFaults(world: World, sharing: Sharing): string[] {
  return world.sandbox.payments.flatMap((payment) => {
    const sharers = sharing.get(payment.reference);
    // What another account's provider confirms under it is no payment of these.
    const isOwn = refOfReference(payment.reference)?.account === payment.by.account.id;
    if (sharers === undefined || !isOwn) return [];
    world.note('payment for several');
    const rows = sharers.flatMap((hash) => ledgerRows(world, { account: payment.by.account.id, hash }));
    return faultsOf(
      payment,
      rows.filter(({ transaction }) => transaction === payment.transaction),
    );
  });
}

function faultsOf({ transaction, amount, by, refunds, disputes }: Payment, rows: readonly LedgerRow[]): string[] {
  const parts = rows.filter(({ movement }) => movement === 'payment');
  if (parts.length === 0) return [`${transaction}, for several, is lost`];
  if (parts.some(({ provider, amount: part }) => provider !== by.sandboxId || part.currency !== amount.currency))
    return [`${transaction}, for several, is not what it was`];
  const paid = parts.reduce((sum, part) => sum + part.amount.minor, 0);
  if (paid !== amount.minor) return [`${transaction}: its parts come to ${paid}, and not to ${amount.minor}`];
  if (parts.some(({ counts }) => !counts)) return [];
  const back = [
    ...refunds.filter(({ status }) => status === 'done'),
    ...disputes.filter(({ status }) => status === 'lost'),
  ];
  const left = amount.minor - back.reduce((sum, each) => sum + each.amount.minor, 0);
  return sumOf(rows) === left ? [] : [`${transaction}: ${sumOf(rows)} of it count, and ${left} are left of it`];
}
