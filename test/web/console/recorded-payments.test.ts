/** Which recorded payment a customer may mean who says that it is paid. */
import { describe, expect, it } from 'vitest';
import { paymentsMeant } from '#lib/web/console/recorded-payments.ts';

describe('the payment that a customer may mean', () => {
  const claim = {
    id: 'clm_2',
    status: 'open',
    paidOn: '2026-03-05',
    method: 'cash',
    madeAt: '2026-03-05T10:00:00.000Z',
    amount: { value: 100, currency: 'NGN' },
  } as const;
  const payment = (id: string, changes: object = {}) =>
    ({
      ...{ id, kind: 'payment', counts: true, paidAt: '2026-03-05T09:00:00.000Z', transaction: id },
      amount: { value: 100, currency: 'NGN' },
      ...changes,
    }) as never;
  const meantBy = (payments: never[], claims: object[] = []) => {
    const meant = paymentsMeant(claim, { claims: [claim, ...claims] as never }, payments);
    return { payments: meant.payments.map(({ id }) => id), likely: meant.likely?.id };
  };

  it('is one of the same amount since the day before, the newest first', () => {
    const other = payment('p1', { amount: { value: 99, currency: 'NGN' } });
    const old = payment('p2', { paidAt: '2026-03-03T23:59:59.000Z' });
    const dayBefore = payment('p3', { paidAt: '2026-03-04T00:00:00.000Z' });
    expect(meantBy([other, old, dayBefore, payment('p4')])).toEqual({
      payments: ['p4', 'p3', 'p2', 'p1'],
      likely: 'p4',
    });
    expect(meantBy([other, old, dayBefore]).likely).toBe('p3');
    expect(meantBy([other, old]).likely).toBeUndefined();
  });

  it('is none that does not count, was taken back or is settled with another claim', () => {
    const refund = payment('r1', { kind: 'refund' });
    const unexpected = payment('p1', { counts: false });
    const takenBack = [payment('p2'), payment('r2', { kind: 'refund', transaction: 'takes-back-p2' })];
    const settled = { id: 'clm_1', paymentId: 'p3' };
    expect(meantBy([refund, unexpected, ...takenBack, payment('p3')], [settled]).payments).toEqual([]);
    expect(meantBy([payment('p3')], [{ id: 'clm_1' }]).payments).toEqual(['p3']);
  });
});
