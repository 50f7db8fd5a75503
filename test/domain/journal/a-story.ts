/**
 * What may happen to a debt in a fortnight, by the functions that decide it: money that comes, goes back and is disputed,
 * corrections, ends and reopenings, several of them in one millisecond.
 */
import fc from 'fast-check';
import { decideStatus, withChange } from '#lib/domain/change-status.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { DomainError } from '#lib/domain/errors.ts';
import { paymentId } from '#lib/domain/ids.ts';
import { type Booking, bookMovement, type ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import { reportCredit } from '#lib/domain/payment/give-credit.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { movePayment } from '#lib/domain/payment/move-payment.ts';
import { reopenCollection } from '#lib/domain/revisions/reopen-collection.ts';
import { updateCollection } from '#lib/domain/revisions/update-collection.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { withSetting } from '#test/domain/a-revisable.ts';
import { aCollection, CREATED_AT } from '#test/support/a-collection.ts';
import { aReported } from '#test/support/a-payment.ts';
import { ledgerOf, type MemoryLedger, recordEntry } from '#test/support/memory-store.ts';

export type Debt = { collection: Collection; entries: readonly LedgerEntry[] };

const MINOR = fc.integer({ min: 1, max: 120 });

const money = fc.record({
  what: fc.constant('money' as const),
  kind: fc.constantFrom(
    'payment',
    'payment',
    'refund',
    'refund_failed',
    'dispute',
    'dispute_lost',
    'dispute_won',
    'reversal',
  ),
  transaction: fc.constantFrom('t1', 't2', 't3'),
  object: fc.constantFrom('o1', 'o2'),
  minor: MINOR,
  taken: fc.boolean(),
  isCash: fc.boolean(),
  /** So long ago it moved. */
  days: fc.nat(20),
});

const status = fc.record({
  what: fc.constant('status' as const),
  to: fc.constantFrom('completed', 'cancelled', 'overdue', 'expired', 'cancelled'),
});

const correction = fc.record({ what: fc.constant('correction' as const), minor: MINOR });
const move = fc.record({ what: fc.constant('due' as const), days: fc.integer({ min: -20, max: 30 }) });
const credit = fc.record({ what: fc.constant('credit' as const), minor: MINOR });
/** Of money to another debt of the customer, or from there. */
const transfer = fc.record({
  what: fc.constant('transfer' as const),
  to: fc.constantFrom('other', 'this'),
  minor: fc.option(MINOR, { nil: undefined }),
});
const reopening = fc.record({ what: fc.constant('reopening' as const) });

/** Hours after the one before; of none, they share a millisecond. */
export const someHappenings = fc.array(
  fc.tuple(
    fc.constantFrom(0, 0, 1, 9, 26),
    fc.oneof(money, money, status, correction, move, reopening, credit, transfer),
  ),
  { maxLength: 14 },
);
type Happening = (typeof someHappenings extends fc.Arbitrary<infer T> ? T : never)[number][1];

const HOUR = DAY_MS / 24;

/** The debt after each happening, and when that was. What is refused changes nothing. */
export function played(given: readonly [number, Happening][]): { at: Date; debt: Debt }[] {
  const row = aCollection({ amount: { minor: 100, currency: 'NGN' }, expiresInMinutes: 6 * 1440 });
  const stored: MemoryLedger & { row: Collection } = { row, entries: new Map(), waiting: new Map() };
  let at = CREATED_AT.getTime();
  const debtNow = (): Debt => ({ collection: stored.row, entries: ledgerOf(stored).entries });
  const all = [{ at: CREATED_AT, debt: debtNow() }];
  for (const [hours, happening] of given) {
    at += hours * HOUR;
    happen(stored, happening, new Date(at));
    all.push({ at: new Date(at), debt: debtNow() });
  }
  return all;
}

function happen(stored: MemoryLedger & { row: Collection }, happening: Happening, now: Date): void {
  const { row } = stored;
  try {
    switch (happening.what) {
      case 'money': {
        book(stored, bookMovement(row, ledgerOf(stored).entries, reportOf(happening, now), now));
        return;
      }
      case 'status': {
        const decision = decideStatus(row, { to: happening.to, by: 'caller' }, now);
        if (decision.kind === 'change') stored.row = withChange(row, decision.change);
        return;
      }
      case 'correction':
        revise(stored, now, { amount: { minor: happening.minor, currency: 'NGN' } });
        return;
      case 'due':
        revise(stored, now, { dueDate: dateOf(now.getTime() / DAY_MS + happening.days) });
        return;
      case 'credit': {
        const given = { amount: { minor: happening.minor, currency: 'NGN' }, reason: 'discount' };
        const report = reportCredit(row, { given, recording: { bodyHash: '' }, now });
        book(stored, bookMovement(row, ledgerOf(stored).entries, report, now));
        return;
      }
      case 'transfer':
        book(stored, transferOf(stored, happening, now));
        return;
      case 'reopening':
        stored.row = reopenCollection(withSetting(row), { extendBy: 6 * 1440 }, now) ?? row;
    }
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
  }
}

function book(stored: MemoryLedger, booking: Booking | undefined): void {
  if (booking !== undefined && recordEntry(stored, booking) === 'lost') throw new Error('nobody else writes');
}

/** The side of this debt. The other one is paid, and large. */
function transferOf(
  stored: MemoryLedger & { row: Collection },
  { to, minor }: Extract<Happening, { what: 'transfer' }>,
  now: Date,
): Booking | undefined {
  const own = { collection: stored.row, entries: ledgerOf(stored).entries };
  const other = aPaidDebt(stored.row.entryCount);
  const [from, target] = to === 'other' ? [own, other] : [other, own];
  const entry = from.entries.find(({ credited, kind }) => credited > 0 && (kind === 'payment' || kind === 'moved'));
  if (entry === undefined) return undefined;
  const amount = minor === undefined ? undefined : { minor, currency: 'NGN' };
  const asked = { from, to: target, payment: paymentId(from.collection.id, entry.key), amount };
  const [leaving, coming] = movePayment(asked, { bodyHash: '' }, now) ?? [];
  return (to === 'other' ? leaving : coming)?.booking;
}

/** Another one each time: it is moved once. */
function aPaidDebt(number: number): { collection: Collection; entries: LedgerEntry[] } {
  const collection = { ...aCollection({ amount: { minor: 10_000, currency: 'NGN' } }), id: `pay_other_${number}` };
  const payment = aReported({ transaction: 't9', object: 't9', amount: { minor: 5_000, currency: 'NGN' } });
  const booking = bookMovement(collection, [], payment, CREATED_AT);
  if (booking === undefined) throw new Error('it is new');
  return { collection: { ...collection, received: booking.received, entryCount: 1 }, entries: [booking.entry] };
}

function revise(stored: { row: Collection }, now: Date, patch: Parameters<typeof updateCollection>[1]): void {
  const { row } = stored;
  if (isPayable(asSeenAt(row, now).status)) stored.row = updateCollection(withSetting(row), patch, now) ?? row;
}

const reportOf = (
  { kind, transaction, object, minor, taken, isCash, days }: Extract<Happening, { what: 'money' }>,
  now: Date,
): ReportedMovement =>
  aReported({
    ...{ kind, transaction, object: kind === 'payment' ? transaction : object },
    amount: { minor, currency: 'NGN' },
    provider: isCash ? 'merchant' : 'prv_one',
    at: new Date(now.getTime() - days * DAY_MS).toISOString(),
    ...(kind === 'dispute' && taken && { taken: true as const }),
  });
