/** One payment for several debts: which part of what moved belongs to the ledger of each. */
import type { Collection } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { outstandingOf } from '#lib/domain/money.ts';
import { isOpen } from '#lib/domain/transitions.ts';
import { type Booking, bookMovement, type ReportedMovement } from './book-movement.ts';
import { type Fact, factOfEntry, type LedgerEntry, netOf } from './ledger-entry.ts';
import { parseProviderReference, type Session } from './session.ts';

export type SharedLedger = { collection: Collection; entries: readonly LedgerEntry[] };

export type SharedBooking = { ref: CollectionRef; booking: Booking };

/** The hashes of the collections that share a movement, oldest due first; undefined if it is of one collection. */
export function sharersOf(
  { ref, sessions }: Pick<Collection, 'ref' | 'sessions'>,
  { references }: Pick<ReportedMovement, 'references'>,
): readonly string[] | undefined {
  const own = references.map(parseProviderReference).find((each) => each?.ref.hash === ref.hash);
  const named = own && sessions[own.number - 1];
  const isNamed = ({ key }: Session) => key !== undefined && references.includes(key);
  return (named ?? sessions.find(isNamed))?.shares;
}

/** To where money of a transaction was moved from this ledger. */
export const movedTo = (
  entries: readonly LedgerEntry[],
  { provider, transaction }: Pick<ReportedMovement, 'provider' | 'transaction'>,
): string[] =>
  transaction === ''
    ? []
    : entries
        .filter((entry) => entry.movement === 'moved_out' && entry.provider === provider)
        .filter((entry) => entry.transaction === transaction)
        .flatMap(({ move }) => move?.collection ?? []);

/**
 * Money goes to the oldest debt first, and what is too much stands on the last. What goes back comes from the newest first, as far
 * as it got something of this transaction; what comes back of that returns to where it was taken. None if all is booked.
 */
export function bookShared(ledgers: readonly SharedLedger[], reported: ReportedMovement, now: Date): SharedBooking[] {
  const facts = ledgers.map(({ entries }) => factsOf(entries, reported));
  const known = facts.map((each) => knownOf(each, reported));
  const left = reported.amount.minor - sum(known);
  const isOther = ledgers[0]?.collection.amount.currency !== reported.amount.currency;
  if (left <= 0 && sum(known) > 0) return [];
  const parts = isOther || left <= 0 ? [reported.amount.minor] : partsOf(ledgers, facts, { reported, left });
  const { fee, surcharge, ...bare } = reported;
  let rest: Partial<ReportedMovement> = {
    ...(fee !== undefined && { fee }),
    ...(surcharge !== undefined && { surcharge }),
  };
  return ledgers.flatMap(({ collection, entries }, index) => {
    const part = parts[index] ?? 0;
    const isWhole = left <= 0 || isOther;
    if (isWhole ? index > 0 : part === 0) return [];
    const minor = isWhole ? reported.amount.minor : (known[index] ?? 0) + part;
    const own = { ...bare, ...rest, amount: { ...reported.amount, minor } };
    rest = {};
    const booking = bookMovement(collection, entries, own, now);
    return booking === undefined ? [] : [{ ref: collection.ref, booking }];
  });
}

const sum = (parts: readonly number[]): number => parts.reduce((all, each) => all + each, 0);

const factsOf = (entries: readonly LedgerEntry[], { provider, transaction, amount }: ReportedMovement): Fact[] =>
  entries
    .filter((entry) => entry.provider === provider && entry.transaction === transaction)
    .filter((entry) => entry.amount.currency === amount.currency)
    .map(factOfEntry);

/** What is on record of this very movement: of a payment the largest total, of a refund or a dispute its amount. */
const knownOf = (facts: readonly Fact[], { kind, object }: Pick<ReportedMovement, 'kind' | 'object'>): number =>
  Math.max(
    0,
    ...facts
      .filter((each) => each.movement === kind && (isTotal(kind) || each.object === object))
      .map(({ minor }) => minor),
  );

const isTotal = (kind: ReportedMovement['kind']): boolean => kind === 'payment' || kind === 'reversal';

/** What comes back was taken by one of these before, under the same object. */
const TAKEN_BY: Partial<Record<ReportedMovement['kind'], readonly Fact['movement'][]>> = {
  refund_failed: ['refund'],
  dispute_won: ['dispute', 'dispute_lost'],
  dispute_lost: ['dispute'],
};

type Split = { reported: ReportedMovement; left: number };

function partsOf(ledgers: readonly SharedLedger[], facts: readonly Fact[][], { reported, left }: Split): number[] {
  if (reported.kind === 'payment') {
    const owed = ledgers.map(({ collection }) => (isOpen(collection.status) ? outstandingOf(collection).minor : 0));
    return filled(owed, left, ledgers.length - 1);
  }
  const before = TAKEN_BY[reported.kind] ?? [];
  const taken = facts.map((each) =>
    Math.max(0, ...before.map((kind) => knownOf(each, { kind, object: reported.object }))),
  );
  const room = sum(taken) > 0 ? taken : facts.map((each) => Math.max(0, netOf(each)));
  // What exceeds all stands on the oldest.
  return filled(room.toReversed(), left, ledgers.length - 1).toReversed();
}

/** Fills each room in order; what does not fit goes to the place `over`. */
function filled(rooms: readonly number[], minor: number, over: number): number[] {
  let left = minor;
  const parts = rooms.map((room) => {
    const part = Math.min(left, room);
    left -= part;
    return part;
  });
  return parts.map((part, index) => (index === over ? part + left : part));
}
