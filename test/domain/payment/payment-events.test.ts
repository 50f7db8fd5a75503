/** The event of an entry in the ledger. */
import { describe, expect, it } from 'vitest';
import { eventId } from '#lib/domain/ids.ts';
import { paymentEvent } from '#lib/domain/payment/ledger-entry.ts';
import { anEntry, ngn } from '#test/support/a-movement.ts';

const eventOf = (given: Parameters<typeof anEntry>[0] = {}) => paymentEvent('pay_1', anEntry(given));

describe('the event of an entry', () => {
  it('the event of a payment gives its effect, when it was recorded, how much it was, and who says so', () => {
    expect(eventOf({ method: 'card' })).toEqual({
      id: expect.stringMatching(/^evt_[0-9a-z]{25}$/),
      type: 'payment.received',
      timestamp: anEntry().recordedAt,
      data: { amount: { value: 45_000, currency: 'NGN' }, transaction: 'trx-1', method: 'card', actor: 'provider' },
    });
  });

  it('the event of a transaction that grew gives only what was added', () => {
    const { data } = eventOf({ ...ngn(4_500_000), credited: 1_000_050 });
    expect(data.amount).toEqual({ value: 10_000.5, currency: 'NGN' });
  });

  it.each(['refund', 'chargeback', 'dispute', 'rejected'] as const)(
    'the event of a %s gives the amount that was reported, as a positive number',
    (kind) => {
      const credited = kind === 'dispute' || kind === 'rejected' ? 0 : -700;
      expect(eventOf({ kind, ...ngn(700), credited }).data.amount).toEqual({ value: 7, currency: 'NGN' });
    },
  );

  it('the event of an unexpected payment gives the reason', () => {
    const unexpected = eventOf({ event: 'payment.unexpected', reason: 'cancelled' });
    expect(unexpected).toMatchObject({ type: 'payment.unexpected', data: { reason: 'cancelled' } });
  });

  it('the event of what the merchant has recorded says so, and names no transaction where there is none', () => {
    const { data } = eventOf({ provider: 'merchant', transaction: '' });
    expect(data).toStrictEqual({ amount: { value: 45_000, currency: 'NGN' }, actor: 'merchant' });
  });

  it('the id of an event depends only on the collection, the entry’s key and the type, so that a repeat creates no second one', () => {
    expect(eventOf({ recordedAt: '2027-01-01T00:00:00.000Z', fee: 1 }).id).toBe(eventOf().id);
    expect(eventOf().id).toBe(eventId(`pay_1#${anEntry().key}`, 'payment.received'));
    const others = [
      eventOf({ key: 'other' }),
      eventOf({ event: 'payment.unexpected' }),
      paymentEvent('pay_2', anEntry()),
    ];
    expect(new Set([eventOf(), ...others].map(({ id }) => id)).size).toBe(4);
  });
});
