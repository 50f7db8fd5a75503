/**
 * What a person reads and is offered first for something that needs one.
 * Which recorded payment a customer may mean who says that it is paid.
 */
import { describe, expect, it } from 'vitest';
import type { AttentionResponse as Item } from '#lib/contract/attention.ts';
import { type Action, actionOf, textOf } from '#lib/web/console/attention-item.ts';
import { paymentsMeant } from '#lib/web/console/recorded-payments.ts';
import { consoleWords } from '#lib/words/en/console.ts';

type Reason = Item['reason'];
type Suggestion = NonNullable<Item['suggestion']>;
type Status = Item['collection']['status'];

const item = (reason: Reason, suggestion?: Suggestion, status: Status = 'pending') => ({
  reason,
  collection: { status } as Item['collection'],
  ...(suggestion && { suggestion }),
});

it.each<[Action, ReturnType<typeof item>]>([
  ['promise', item('replied', { kind: 'promise', quote: 'Friday' })],
  ['payment', item('replied', { kind: 'claim', quote: 'paid' })],
  ['decide', item('claimed_paid', { kind: 'claim', claim: 'clm_1' })],
  ['decide', item('disputed', { kind: 'dispute', dispute: 'dsp_1' })],
  ['reopen', item('expired_unpaid', { kind: 'reopen' }, 'expired')],
  ['reopen', item('never_reached', undefined, 'expired')],
  ['remind', item('never_reached')],
  ['remind', item('promise_broken', undefined, 'overdue')],
  ['write', item('replied')],
  ['write', item('disputed', undefined, 'completed')],
  ['write', item('overpaid', undefined, 'completed')],
  ['write', item('over_limit')],
])('offers first to %s, of %j', (action, of) => expect(actionOf(of)).toBe(action));

describe('the text', () => {
  it.each<[Reason, string, string]>([
    ['disputed', 'not_mine', 'does not know this request'],
    ['disputed', 'other: wrong_amount', 'something else: wrong_amount'],
    ['disputed', 'disputed_at_bank: KES 3.00', 'disputed at the bank: KES 3.00'],
    ['claimed_paid', '2026-11-27 · KES 3.00 · bank_transfer', 'on 2026-11-27 · KES 3.00 · bank transfer'],
    ['claimed_paid', '2026-11-27 · KES 3.00 · cash · a · b', 'on 2026-11-27 · KES 3.00 · cash · a · b'],
    ['replied', 'not_mine', 'not_mine'],
  ])('of %s, %s, reads: %s', (reason, text, words) =>
    expect(textOf({ reason, text }, consoleWords.timeline, (day) => `on ${day}`)).toBe(words),
  );
});

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
