/**
 * The journal of a collection: everything that has changed what is owed, in its order. It is a pure function of what is stored,
 * and what happens later only appends: no entry ever changes (docs/decisions/0058-a-journal-that-only-grows.md).
 */
import type { Collection, Tax } from '#lib/domain/collection.ts';
import { sixDigits } from '#lib/domain/feed.ts';
import type { By } from '#lib/domain/member.ts';
import type { EntryKind, LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { isOpen, type Status } from '#lib/domain/transitions.ts';
import { askedAtFirst, type Taxed, taxBetween } from './tax.ts';

/** Of what the customer is asked for; of money; and of what is no longer asked for, or asked for again. */
export const JOURNAL_KINDS = [
  'asked',
  'corrected',
  'received',
  'returned',
  'restored',
  'moved',
  'credited',
  'written_off',
  'reinstated',
  'overpaid',
] as const;
/** Of these, money has moved. */
export const MONEY_KINDS = ['received', 'returned', 'restored'] as const;
export type JournalKind = (typeof JOURNAL_KINDS)[number];

export type JournalEntry = {
  /** When the books changed, in milliseconds. */
  at: number;
  kind: JournalKind;
  /** By how much what is owed grew, in minor units; negative where it fell. */
  minor: number;
  /** When the money moved, where that was another instant. */
  effectiveAt?: number;
  /** Of money: who says so (a provider's id, or `merchant`), and what is known of it. */
  provider?: string;
  transaction?: string;
  method?: string;
  fee?: number;
  /** The taxes in it, where they were given: of `asked`, and of what settles it their share. */
  tax?: readonly Tax[];
  reason?: string;
  by?: By;
};

export type Journaled = {
  collection: Pick<Collection, 'amount' | 'createdAt' | 'events' | 'status' | 'tax'>;
  entries: readonly LedgerEntry[];
};

/** What is owed follows from these, in minor units. */
type Balance = {
  status: Status;
  asked: number;
  /** Received, less what went back, and credits of the merchant. */
  settled: number;
  /** What is not asked for any more, because the debt has ended. */
  forgiven: number;
  /** What came above what was asked. */
  overpaid: number;
  /** What a dispute took, or the merchant moved away, of a debt that was completed: it is owed meanwhile. */
  takenAway: number;
};

/** What happened at once: the entry that says so, and what it means for the balance. */
type Happening = { at: number; entries: JournalEntry[]; balance: Balance; cause: Cause };

/** Why a debt that has ended asks for less or for more than before. */
type Cause = { reason?: string; by?: By; isGivenBack?: boolean };

export function journalOf({ collection, entries }: Journaled): JournalEntry[] {
  const { createdAt, events } = collection;
  const journal: JournalEntry[] = [];
  let balance = opening(collection);
  const apply = (next: Happening) => {
    const settled = settle(next);
    journal.push(...next.entries, ...settled.entries);
    balance = settled.balance;
  };
  apply({ at: Date.parse(createdAt), entries: [asked(collection, balance)], balance, cause: {} });
  for (const happened of inOrder(events, entries)) {
    const next = 'key' in happened ? booked(balance, happened, collection) : told(balance, happened);
    if (next !== undefined) apply(next);
  }
  return journal;
}

/** What is owed by the books. */
export const owedBy = (journal: readonly Pick<JournalEntry, 'minor'>[]): number =>
  journal.reduce((sum, { minor }) => sum + minor, 0);

type Told = Collection['events'][number];

function opening(collection: Journaled['collection']): Balance {
  return {
    status: 'pending',
    asked: askedAtFirst(collection),
    settled: 0,
    forgiven: 0,
    overpaid: 0,
    takenAway: 0,
  };
}

const asked = ({ createdAt, events, tax }: Journaled['collection'], { asked: minor }: Balance): JournalEntry => {
  const by = events.find(({ type }) => type === 'collection.created')?.data?.member;
  return { at: Date.parse(createdAt), kind: 'asked', minor, ...(tax && { tax }), ...(by && { by }) };
};

/** Each entry of the ledger says after how many events it was booked; those of earlier versions go by their instants. */
function inOrder(events: readonly Told[], entries: readonly LedgerEntry[]): (Told | LedgerEntry)[] {
  const booked = entries.toSorted(inBookingOrder);
  const placed: (Told | LedgerEntry)[] = [];
  let from = 0;
  for (const [index, event] of events.entries()) {
    for (; from < booked.length && isBefore(booked[from] as LedgerEntry, event, index); from += 1)
      placed.push(booked[from] as LedgerEntry);
    placed.push(event);
  }
  return [...placed, ...booked.slice(from)];
}

/** What was recorded in one millisecond goes by its number. */
const inBookingOrder = (one: LedgerEntry, other: LedgerEntry): number =>
  bookingPlace(one) < bookingPlace(other) ? -1 : 1;

const bookingPlace = ({ recordedAt, number = 0, key }: LedgerEntry): string =>
  `${recordedAt}#${sixDigits(number)}#${key}`;

const isBefore = ({ eventsBefore, recordedAt }: LedgerEntry, { timestamp }: Told, index: number): boolean =>
  eventsBefore === undefined ? recordedAt <= timestamp : eventsBefore <= index;

const KIND_OF = {
  payment: 'received',
  refund: 'returned',
  refund_failed: 'restored',
  chargeback: 'returned',
  chargeback_reversed: 'restored',
  reversal: 'returned',
  dispute: 'restored',
  rejected: 'restored',
  credit: 'credited',
  moved: 'moved',
} as const satisfies Record<EntryKind, JournalKind>;

/** Of these, what is taken of a debt that was completed is owed. */
const TAKES: readonly EntryKind[] = ['chargeback', 'chargeback_reversed', 'moved'];

/** Undefined where nothing of the collection's currency moved. */
function booked(balance: Balance, entry: LedgerEntry, collection: Taxed): Happening | undefined {
  const { counts, credited, kind, recordedAt, at, provider, transaction, method, fee, creditReason, by } = entry;
  if (!counts || credited === 0) return undefined;
  const moved = Date.parse(at);
  const bookedAt = Date.parse(recordedAt);
  const settled = balance.settled + credited;
  const tax = taxBetween(collection, { ...balance, settled }, balance.settled);
  const line: JournalEntry = {
    at: bookedAt,
    kind: KIND_OF[kind],
    minor: -credited,
    ...(moved !== bookedAt && { effectiveAt: moved }),
    provider,
    ...(transaction !== '' && { transaction }),
    ...(method !== undefined && { method }),
    ...(fee !== undefined && { fee }),
    ...(kind === 'chargeback' && { reason: 'chargeback' }),
    ...(tax && { tax }),
    ...(creditReason !== undefined && { reason: creditReason }),
    ...(by && { by }),
  };
  const isTaken = TAKES.includes(kind) && balance.status === 'completed';
  const takenAway = balance.takenAway - (isTaken ? credited : 0);
  return {
    at: bookedAt,
    entries: [line],
    balance: { ...balance, settled, takenAway: Math.max(0, takenAway) },
    cause: { isGivenBack: kind === 'refund' || kind === 'reversal', reason: kind, ...(by && { by }) },
  };
}

const STATUS_AFTER: Partial<Record<Told['type'], Status>> = {
  'collection.completed': 'completed',
  'collection.cancelled': 'cancelled',
  'collection.reopened': 'pending',
  'collection.overdue': 'overdue',
};

/** Undefined where the event says nothing about what is owed. */
function told(balance: Balance, { type, timestamp, data }: Told): Happening | undefined {
  const at = Date.parse(timestamp);
  const by = data?.member;
  const status = STATUS_AFTER[type];
  if (status !== undefined) {
    const reason = type === 'collection.completed' ? 'marked_as_paid' : data?.reason;
    return {
      at,
      entries: [],
      balance: { ...balance, status },
      cause: { ...(reason && { reason }), ...(by && { by }) },
    };
  }
  const { from, to } = data ?? {};
  if (from?.amount === undefined || to?.amount === undefined) return undefined;
  const minor = to.amount.minor - from.amount.minor;
  return {
    at,
    entries: [{ at, kind: 'corrected', minor, ...(by && { by }) }],
    balance: { ...balance, asked: to.amount.minor },
    cause: {},
  };
}

/** The entries that follow: what came too much is owed to the customer, and what has ended is not asked for any more. */
function settle({ at, balance, cause }: Happening): { entries: JournalEntry[]; balance: Balance } {
  const open = isOpen(balance.status);
  const left = balance.asked - balance.settled;
  const takenAway = open ? 0 : Math.min(balance.takenAway, Math.max(0, left));
  const overpaid = Math.max(0, -left);
  const forgiven = open ? 0 : Math.max(0, left) - takenAway;
  const less = forgiven - balance.forgiven;
  const { isGivenBack, reason, by } = cause;
  const entries: JournalEntry[] = [];
  const add = (kind: JournalKind, minor: number) => {
    if (minor !== 0) entries.push({ at, kind, minor, ...(reason && { reason }), ...(by && { by }) });
  };
  // Who gives money of an ended debt back asks for that much less; what a dispute takes of a cancelled one is lost.
  if (less > 0) add(isGivenBack ? 'credited' : 'written_off', -less);
  if (less < 0) add('reinstated', -less);
  add('overpaid', overpaid - balance.overpaid);
  return { entries, balance: { ...balance, forgiven, overpaid, takenAway } };
}
