/** How much of which money may be moved, to which debt; and that what a provider does later finds it there. */
import { describe, expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { paymentId } from '#lib/domain/ids.ts';
import { bookMovement, type ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { movePayment } from '#lib/domain/payment/move-payment.ts';
import { movedTo, type SharedLedger } from '#lib/domain/payment/share-movement.ts';
import { refusalOf } from '#test/domain/a-revisable.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { anEntry, aReported, ngn } from '#test/support/a-payment.ts';
import { bookAll } from './any-movements.ts';

const NOW = minutesLater(100);
const naira = (minor: number) => ({ minor, currency: 'NGN' });

const aDebt = (minor: number, given: Partial<Collection> = {}) => aCollection({ amount: naira(minor), ...given });
const paid = (debt: Collection, ...moved: ReportedMovement[]): SharedLedger => {
  const { row, entries } = bookAll(debt, moved, minutesLater(20));
  return { collection: row, entries };
};
const payment = (minor: number, transaction: string, given: Partial<ReportedMovement> = {}) =>
  aReported({ transaction, object: transaction, ...ngn(minor), ...given });
const cash = (minor: number, requestKey: string) =>
  aReported({ provider: 'merchant', transaction: '', object: '', references: [], ...ngn(minor), requestKey });
const another = (minor: number, given: Partial<Collection> = {}): SharedLedger => ({
  collection: { ...aDebt(minor, given), id: 'pay_another' },
  entries: [],
});

const entryOf = ({ entries }: SharedLedger, which: (entry: LedgerEntry) => boolean) =>
  entries.find(which) as LedgerEntry;
const idIn = (from: SharedLedger, which: (entry: LedgerEntry) => boolean) =>
  paymentId(from.collection.id, entryOf(from, which).key);
const ofTransaction =
  (transaction: string) =>
  ({ transaction: own }: LedgerEntry) =>
    own === transaction;

type Asked = { which?: (entry: LedgerEntry) => boolean; to?: SharedLedger; minor?: number };

const move = (from: SharedLedger, { which = () => true, to = another(1_000), minor }: Asked = {}) =>
  movePayment(
    { from, to, payment: idIn(from, which), ...(minor !== undefined && { amount: naira(minor) }) },
    { bodyHash: 'h' },
    NOW,
  );
/** What leaves, in minor units. */
const leaving = (...asked: Parameters<typeof move>) => -(move(...asked)?.[0].booking.entry.credited ?? 0);
const refusal = (...asked: Parameters<typeof move>) => refusalOf(() => move(...asked));

describe('without an amount', () => {
  it.each<[string, SharedLedger, Asked, number]>([
    ['all of a payment that is not too much', paid(aDebt(100), payment(40, 'a')), {}, 40],
    ['what is too much', paid(aDebt(100), payment(120, 'a')), {}, 20],
    ['what is too much with a credit', { ...paid(aDebt(100, { credits: 30 }), payment(80, 'a')) }, {}, 10],
    [
      'all of a payment that is smaller than what is too much',
      paid(aDebt(100), payment(120, 'a'), payment(10, 'b')),
      { which: ofTransaction('b') },
      10,
    ],
    ['no more than is outstanding there', paid(aDebt(100), payment(40, 'a')), { to: another(25) }, 25],
    ['all that came after a cancellation', paid(aDebt(100, { status: 'cancelled' }), payment(60, 'a')), {}, 60],
  ])('it is %s', (_what, from, asked, expected) => expect(leaving(from, asked)).toBe(expected));
});

describe('what is left of a payment', () => {
  it.each<[string, SharedLedger, Asked, number]>([
    [
      'less what the merchant gave back',
      paid(
        aDebt(100),
        cash(90, 'k'),
        aReported({ kind: 'refund', provider: 'merchant', transaction: 'r', object: 'r', ...ngn(70) }),
      ),
      {},
      20,
    ],
    [
      'less what the provider gave back of it, whatever came otherwise',
      paid(aDebt(200), payment(100, 'a'), payment(50, 'b'), payment(60, 'a', { kind: 'refund', object: 'r' })),
      { which: ofTransaction('a') },
      40,
    ],
  ])('is %s', (_what, from, asked, left) => {
    expect(leaving(from, asked)).toBe(left);
    expect(refusal(from, { ...asked, minor: left + 1 }).details?.errors).toMatchObject([{ path: 'amount.value' }]);
  });

  it('is of one record in cash, however many have no transaction', () => {
    const from = paid(aDebt(200), cash(50, 'one'), cash(50, 'two'));
    const second = ({ requestKey }: LedgerEntry) => requestKey === 'two';
    const [out] = move(from, { which: ({ requestKey }) => requestKey === 'one' }) ?? [];
    if (out === undefined) throw new Error('it is moved');
    const after = paid(from.collection);
    const moved = {
      collection: { ...from.collection, received: 50, entryCount: 3 },
      entries: [...from.entries, out.booking.entry],
    };
    expect(after.entries).toEqual([]);
    expect(leaving(moved, { which: second })).toBe(50);
    expect(refusal(moved, { which: ({ requestKey, kind }) => requestKey === 'one' && kind === 'payment' }).code).toBe(
      'validation_failed',
    );
  });
});

describe('refuses', () => {
  it('money that does not count, and what is no money that came', () => {
    const dollars = { amount: { minor: 50, currency: 'USD' }, counts: false };
    const from = {
      collection: aDebt(100),
      entries: [anEntry(dollars), anEntry({ key: 'r', kind: 'refund', credited: -5 })],
    };
    for (const { key } of from.entries)
      expect(refusal(from, { which: (each) => each.key === key }).code).toBe('payment_not_found');
    const back = { ...from, entries: [anEntry({ kind: 'moved', credited: -5 })] };
    expect(refusal(back).code).toBe('payment_not_found');
  });

  it.each(['completed', 'cancelled'] as const)('a debt that is %s', (status) => {
    const from = paid(aDebt(100), payment(40, 'a'));
    expect(refusal(from, { to: another(100, { status }) })).toMatchObject({
      code: 'invalid_transition',
      message: `A payment is moved to a collection that is open, not to one that is ${status}`,
    });
  });
});

it('both sides are of one instant, also where one ledger is ahead, and say how the money was paid', () => {
  const ahead = minutesLater(101).toISOString();
  const from = paid(aDebt(100), payment(40, 'a', { method: 'card' }));
  const to = another(100, { updatedAt: ahead });
  const entries = move(from, { to })?.map(({ booking }) => booking.entry);
  expect(entries?.map(({ recordedAt, method }) => [recordedAt, method])).toEqual([
    [ahead, 'card'],
    [ahead, 'card'],
  ]);
});

it('nothing is decided where the other side has it already', () => {
  const from = paid(aDebt(100), payment(40, 'a'));
  const to = another(100);
  const [, came] = move(from, { to }) ?? [];
  const read = { ...to, entries: came === undefined ? [] : [came.booking.entry] };
  expect(move(from, { to: read })).toBeUndefined();
});

describe('money of a transaction', () => {
  const out = (given: Partial<LedgerEntry>) =>
    anEntry({ movement: 'moved_out', kind: 'moved', move: { id: 'mov_1', collection: 'pay_to' }, ...given });
  const asked = { provider: 'prv_paystack', transaction: 'trx-1' };

  it('was moved to where an entry says so', () => expect(movedTo([out({})], asked)).toEqual(['pay_to']));

  it.each([
    ['of another provider', out({ provider: 'prv_other' }), asked],
    ['of another transaction', out({ transaction: 'trx-2' }), asked],
    ['that came', out({ movement: 'moved_in' }), asked],
    ['without a name', out({ transaction: '' }), { ...asked, transaction: '' }],
  ])('was not moved by an entry %s', (_what, entry, of) => expect(movedTo([entry], of)).toEqual([]));
});

it('a move of what a completed debt needs makes just that much owed again, whatever was too much before', () => {
  const from = paid(aDebt(100), payment(150, 'a'));
  const first = move(from, { minor: 50, to: another(50) })?.[0].booking;
  if (first === undefined) throw new Error('it is moved');
  const moved = {
    collection: { ...from.collection, received: 100, entryCount: 2 },
    entries: [...from.entries, first.entry],
  };
  expect(first.owedAgain).toBeUndefined();
  const again = bookMovement(moved.collection, moved.entries, payment(20, 'a', { kind: 'refund', object: 'r' }), NOW);
  if (again === undefined) throw new Error('it is new');
  const refunded = {
    collection: { ...moved.collection, received: 80, entryCount: 3 },
    entries: [...moved.entries, again.entry],
  };
  const last = move(refunded, { minor: 10, which: ({ kind }) => kind === 'payment' })?.[0].booking;
  expect(last?.owedAgain).toMatchObject({ status: 'overdue', received: 70, amount: naira(80) });
});
