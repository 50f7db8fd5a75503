/** The effect of each kind of payment: exact, partial, too much, late, repeated, in another currency, unexpected. */
import { describe, expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { applyPayment, paidMinor } from '#lib/domain/payment/apply-payment.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { aPayment, paymentsOf } from '#test/support/a-payment.ts';
import { applyAll } from './apply-all.ts';

const NOW = minutesLater(11);
const AT = NOW.toISOString();
const AFTER_EXPIRY = minutesLater(1441);
const amountOf = (minor: number, currency = 'NGN') => ({ amount: { minor, currency } });
const applied = (collection: Collection, payment: Payment, others: readonly Payment[] = [], now = NOW) =>
  applyPayment(collection, others, payment, now);
const typesOf = (events: Collection['events'] = []) => events.map(({ type }) => type);

describe('a payment of the amount', () => {
  it('an exact payment completes the collection and stops its follow-ups, in one write', () => {
    const outcome = applied(aCollection(), aPayment());
    expect(outcome).toMatchObject({
      payment: { ...aPayment(), event: 'payment.received', recordedAt: AT },
      waited: false,
      expected: { status: 'pending', payments: 0 },
      updatedAt: AT,
      standing: 'exact',
      completion: { to: 'completed', completedAt: AT, updatedAt: AT },
    });
    expect(typesOf(outcome?.completion?.events)).toEqual(['collection.completed', 'followup.stopped']);
  });

  it.each(['pending', 'overdue', 'expired'] as const)('an exact payment completes a %s collection', (status) => {
    const outcome = applied(aCollection({ status }), aPayment());
    expect(outcome).toMatchObject({ expected: { status }, completion: { to: 'completed' } });
  });

  it('a payment adds no followup.stopped event if there are no follow-ups', () => {
    const unfollowed = aCollection({ followUp: { strategyVersion: 1, enabled: false } });
    expect(typesOf(applied(unfollowed, aPayment())?.completion?.events)).toEqual(['collection.completed']);
    expect(typesOf(applied(aCollection({ status: 'expired' }), aPayment())?.completion?.events)).toEqual([
      'collection.completed',
    ]);
  });

  it.each([
    ['JPY', 5_000],
    ['NGN', 4_500_001],
    ['KWD', 1_234],
  ])('a payment in %s counts to the last minor unit, here %i', (currency, minor) => {
    const collection = aCollection(amountOf(minor, currency));
    expect(applied(collection, aPayment(amountOf(minor - 1, currency)))?.standing).toBe('partial');
    expect(applied(collection, aPayment(amountOf(minor, currency)))?.standing).toBe('exact');
    expect(applied(collection, aPayment(amountOf(minor + 1, currency)))?.standing).toBe('over');
  });

  it('payments of the largest amounts are counted exactly', () => {
    const max = 10 ** 14;
    const collection = aCollection(amountOf(max));
    const [first, second] = paymentsOf([max - 1, 1]) as [Payment, Payment];
    const { row, appliedPayments } = applyAll(collection, [first, second], NOW);
    expect(appliedPayments.map(({ standing }) => standing)).toEqual(['partial', 'exact']);
    expect(row.status).toBe('completed');
  });
});

describe('a payment of less', () => {
  it('a partial payment is recorded and completes nothing', () => {
    const outcome = applied(aCollection(), aPayment(amountOf(4_499_999)));
    expect(outcome).toMatchObject({ standing: 'partial', payment: { event: 'payment.received' }, updatedAt: AT });
    expect(outcome).not.toHaveProperty('completion');
  });

  it('partial payments complete the collection together, in any order', () => {
    const parts = paymentsOf([1_000_000, 3_000_000, 500_000]);
    for (const order of [parts, parts.toReversed(), [parts[1], parts[0], parts[2]] as Payment[]]) {
      const { row, appliedPayments } = applyAll(aCollection(), order, NOW);
      expect(appliedPayments.map(({ standing }) => standing)).toEqual(['partial', 'partial', 'exact']);
      expect(row).toMatchObject({ status: 'completed', payments: 3 });
    }
  });
});

describe('a payment of more', () => {
  it('payments above the amount have the standing over, alone or together, and complete the collection', () => {
    expect(applied(aCollection(), aPayment(amountOf(4_500_001)))).toMatchObject({
      standing: 'over',
      completion: { to: 'completed' },
    });
    const others = paymentsOf([4_000_000]).map((payment) => ({ ...payment, event: 'payment.received' as const }));
    const second = aPayment({ transaction: 'second', ...amountOf(500_001) });
    expect(applied(aCollection({ payments: 1 }), second, others)).toMatchObject({
      standing: 'over',
      expected: { payments: 1 },
    });
  });

  it('a payment after completion is received, and does not complete the collection again', () => {
    const { row, appliedPayments } = applyAll(aCollection(), paymentsOf([4_500_000, 4_500_000]), NOW);
    expect(appliedPayments.map(({ standing }) => standing)).toEqual(['exact', 'over']);
    expect(appliedPayments.map(({ completion }) => completion !== undefined)).toEqual([true, false]);
    expect(row.events.filter(({ type }) => type === 'collection.completed')).toHaveLength(1);
  });
});

describe('a payment after the expiry', () => {
  const late = aPayment({ paidAt: AFTER_EXPIRY.toISOString() });

  it.each(['pending', 'expired'] as const)(
    'a payment after the expiry is late and completes a collection stored as %s',
    (status) => {
      const outcome = applied(aCollection({ status }), late, [], AFTER_EXPIRY);
      expect(outcome).toMatchObject({
        standing: 'late',
        expected: { status },
        completion: { to: 'completed', completedAt: AFTER_EXPIRY.toISOString() },
      });
    },
  );

  it('a payment is late from the instant of the expiry on, by the provider’s clock', () => {
    const { expiresAt } = aCollection();
    expect(applied(aCollection(), aPayment({ paidAt: expiresAt }), [], AFTER_EXPIRY)?.standing).toBe('late');
    const before = new Date(Date.parse(expiresAt) - 1).toISOString();
    expect(applied(aCollection(), aPayment({ paidAt: before }), [], AFTER_EXPIRY)?.standing).toBe('exact');
  });

  it('a late payment of less than the amount leaves the collection expired', () => {
    const outcome = applied(aCollection(), { ...late, ...amountOf(1) }, [], AFTER_EXPIRY);
    expect(outcome).toMatchObject({ standing: 'partial', expected: { status: 'pending' } });
    expect(outcome).not.toHaveProperty('completion');
  });
});

describe('a repeated payment', () => {
  const recorded = { ...aPayment(), event: 'payment.received' } as const;

  it('a payment that was applied before is not applied again', () => {
    expect(applied(aCollection({ payments: 1 }), aPayment(), [recorded])).toBeUndefined();
    expect(
      applied(aCollection({ status: 'cancelled' }), aPayment(), [{ ...recorded, event: 'payment.unexpected' }]),
    ).toBe(undefined);
  });

  it('a payment at another provider, or with another transaction, is another payment', () => {
    const partial = { ...recorded, ...amountOf(1) };
    expect(applied(aCollection(), aPayment({ provider: 'prv_other' }), [partial])?.standing).toBe('over');
    expect(applied(aCollection(), aPayment({ transaction: 'trx-2' }), [partial])?.standing).toBe('over');
  });

  it('a payment that waited for its collection is applied as it was first recorded', () => {
    const waiting = aPayment(amountOf(4_500_000));
    const outcome = applied(aCollection(), { ...waiting, ...amountOf(1), paidAt: AT }, [waiting]);
    expect(outcome).toMatchObject({
      waited: true,
      standing: 'exact',
      payment: { amount: waiting.amount, paidAt: waiting.paidAt, recordedAt: AT },
    });
  });

  it('a payment does not count while it waits: only applied payments are part of the sum', () => {
    const waiting = aPayment({ transaction: 'waits' });
    expect(applied(aCollection(), aPayment(amountOf(1)), [waiting])?.standing).toBe('partial');
  });
});

describe('money that the collection does not call for', () => {
  it('a payment in another currency is unexpected, never completes the collection, and never counts', () => {
    const foreign = aPayment({ transaction: 'usd', ...amountOf(4_500_000, 'USD') });
    const { row, appliedPayments, payments } = applyAll(aCollection(), [foreign, ...paymentsOf([4_499_999])], NOW);
    expect(appliedPayments.map(({ payment, standing }) => [payment.event, standing])).toEqual([
      ['payment.unexpected', undefined],
      ['payment.received', 'partial'],
    ]);
    expect(row.status).toBe('pending');
    expect(paidMinor(row, payments)).toBe(4_499_999);
  });

  it('a payment for a cancelled collection is unexpected, and leaves it cancelled', () => {
    const { row, appliedPayments } = applyAll(aCollection({ status: 'cancelled' }), paymentsOf([4_500_000]), NOW);
    expect(appliedPayments).toMatchObject([{ payment: { event: 'payment.unexpected' } }]);
    expect(appliedPayments[0]).not.toHaveProperty('standing');
    expect(row).toMatchObject({ status: 'cancelled', completedAt: null, payments: 1 });
  });

  it('a payment for a collection that was completed by hand is received, and does not change status or completedAt', () => {
    const byHand = { status: 'completed', completedAt: minutesLater(5).toISOString() } as const;
    for (const minor of [1, 4_500_000, 9_000_000]) {
      const { row, appliedPayments } = applyAll(aCollection(byHand), paymentsOf([minor]), NOW);
      expect(appliedPayments).toMatchObject([{ payment: { event: 'payment.received' } }]);
      expect(row).toMatchObject(byHand);
      expect(row.events).toEqual(aCollection().events);
    }
  });
});

it.each(STATUSES)('a payment to a %s collection never moves updatedAt back, whatever the clock', (status) => {
  const updatedAt = minutesLater(60).toISOString();
  for (const payment of [aPayment(), aPayment(amountOf(1)), aPayment(amountOf(1, 'USD'))]) {
    const outcome = applied(aCollection({ status, updatedAt }), payment);
    expect([outcome?.updatedAt, outcome?.payment.recordedAt]).toEqual([updatedAt, updatedAt]);
    if (outcome?.completion) expect(outcome.completion.completedAt).toBe(updatedAt);
  }
});

it('a payment of a collection that is completed already completes nothing', () => {
  const completed = aCollection({ status: 'completed', payments: 1 });
  const others = [{ ...aPayment({ transaction: 'first' }), event: 'payment.received' as const }];
  const applied = applyPayment(completed, others, aPayment(), minutesLater(20));
  expect(applied).toMatchObject({ standing: 'over' });
  expect(applied).not.toHaveProperty('completion');
});
