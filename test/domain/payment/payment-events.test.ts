/** The event of a payment, and which payments are the same. */
import { describe, expect, it } from 'vitest';
import { eventId } from '#lib/domain/ids.ts';
import { isSamePayment, paymentEvents } from '#lib/domain/payment/payment.ts';
import { aPayment } from '#test/support/a-payment.ts';

const received = { ...aPayment(), event: 'payment.received' } as const;
const idOf = (payment: Parameters<typeof paymentEvents>[0]) => paymentEvents(payment)[0]?.id;

describe('the event of a payment', () => {
  it('the event of a payment gives its effect, and when it was recorded', () => {
    expect(paymentEvents(received)).toEqual([
      { id: expect.stringMatching(/^evt_[0-9a-z]{25}$/), type: 'payment.received', timestamp: received.recordedAt },
    ]);
    expect(paymentEvents({ ...received, event: 'payment.unexpected' })).toMatchObject([{ type: 'payment.unexpected' }]);
  });

  it('the id of a payment’s event depends only on the payment, so that a repeat creates no second event', () => {
    expect(idOf({ ...received, recordedAt: '2027-01-01T00:00:00.000Z', reference: 'another' })).toBe(idOf(received));
  });

  it('the events of different payments have different ids', () => {
    const others = [
      { ...received, transaction: 'trx-2' },
      { ...received, provider: 'prv_other' },
      { ...received, event: 'payment.unexpected' as const },
    ];
    expect(new Set([received, ...others].map(idOf)).size).toBe(4);
  });

  it('a payment has no event as long as its collection does not exist', () => {
    expect(paymentEvents(aPayment())).toEqual([]);
  });
});

it('payments are the same if provider and transaction are, whatever else differs', () => {
  expect(isSamePayment(aPayment(), aPayment({ amount: { minor: 1, currency: 'USD' }, reference: 'r' }))).toBe(true);
  expect(isSamePayment(aPayment(), aPayment({ transaction: 'trx-2' }))).toBe(false);
  expect(isSamePayment(aPayment(), aPayment({ provider: 'prv_other' }))).toBe(false);
});

it('the id of the event of a payment is derived from its provider and its transaction, as it is in what was told before', () => {
  expect(idOf(received)).toBe(eventId('prv_paystack#trx-1', 'payment.received'));
});
