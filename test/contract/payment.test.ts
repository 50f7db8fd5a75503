/**
 * What a merchant may send to record a payment, and how an entry of the ledger is shown.
 * The body of a preview is a create's body with an optional reference.
 */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { readCreateCollection } from '#lib/contract/create-collection.ts';
import { PaymentResponse, readRecordPayment } from '#lib/contract/payment.ts';
import { readPreviewFollowUps } from '#lib/contract/preview-follow-ups.ts';
import { toPaymentResponse } from '#lib/contract/show-payment.ts';
import { exactJson } from '#lib/domain/exact-json.ts';
import { paymentId } from '#lib/domain/ids.ts';
import { aCreateBody, aFullCreateBody } from '#test/support/a-create-body.ts';
import { anEntry, ngn } from '#test/support/a-payment.ts';
import { faultLines, faultsOf } from '#test/support/faults.ts';
import { setIn } from '#test/support/set-in.ts';
import { BAD_CREATE_BODIES } from './bad-create-bodies.ts';

const BODY = { amount: { value: 100.5, currency: 'NGN' }, method: 'cash' };

const pathsOf = (body: unknown): string[] => faultsOf(() => readRecordPayment(body)).map(({ path }) => path);

describe('the body that records a payment', () => {
  it('a body needs an amount and a method, and is a payment unless it says otherwise', () => {
    expect(readRecordPayment(BODY)).toEqual({ ...ngn(10_050), kind: 'payment', method: 'cash' });
    expect(pathsOf({})).toEqual(['amount', 'method']);
    expect(readRecordPayment({ ...BODY, kind: 'refund' })).toMatchObject({ kind: 'refund' });
  });

  it.each(['cash', 'bank_transfer', 'cheque', 'card', 'mobile_money', 'other'])(
    'a body may name the method %s',
    (method) => {
      expect(readRecordPayment({ ...BODY, method })).toMatchObject({ method });
    },
  );

  it.each<[string, object, string]>([
    ['an unknown field', { paid: true }, 'paid'],
    ['an unknown kind', { kind: 'chargeback' }, 'kind'],
    ['an unknown method', { method: 'barter' }, 'method'],
    ['an amount of nothing', { amount: { value: 0, currency: 'NGN' } }, 'amount.value'],
    ['an amount with too many decimals', { amount: { value: 1.001, currency: 'NGN' } }, 'amount.value'],
    ['a currency that is none', { amount: { value: 1, currency: 'XXX' } }, 'amount.currency'],
    ['a date without a time', { paidAt: '2026-03-01' }, 'paidAt'],
    ['an instant without a zone', { paidAt: '2026-03-01T09:00:00' }, 'paidAt'],
    ['a day that no month has', { paidAt: '2026-02-30T09:00:00Z' }, 'paidAt'],
    ['an instant that is a number', { paidAt: 1_772_355_600 }, 'paidAt'],
    ['an instant that is in the year 10000 in UTC', { paidAt: '9999-12-31T23:30:00-01:00' }, 'paidAt'],
    ['an instant before the year 0 in UTC', { paidAt: '0000-01-01T00:30:00+01:00' }, 'paidAt'],
    ['an empty transaction', { transaction: '' }, 'transaction'],
    ['a transaction that is too long', { transaction: 'x'.repeat(256) }, 'transaction'],
    ['a transaction with a control character', { transaction: 'a\u0000b' }, 'transaction'],
    ['a note of white space', { note: '  ' }, 'note'],
    ['a note that is too long', { note: 'x'.repeat(501) }, 'note'],
    ['null instead of nothing', { note: null }, 'note'],
  ])('a body with %s is refused', (_what, change, path) => expect(pathsOf({ ...BODY, ...change })).toEqual([path]));

  it('an instant is read in any zone, and kept in UTC with milliseconds', () => {
    const paidAt = (time: string) => readRecordPayment({ ...BODY, paidAt: time }).paidAt;
    expect(paidAt('2026-03-01T10:00:00+01:00')).toBe('2026-03-01T09:00:00.000Z');
    expect(paidAt('2026-03-01T09:00:00.1234567Z')).toBe('2026-03-01T09:00:00.123Z');
  });

  it('a note loses the white space around it, and a transaction is kept exactly', () => {
    expect(readRecordPayment({ ...BODY, note: ' at the desk ', transaction: ' #17 ' })).toMatchObject({
      note: 'at the desk',
      transaction: ' #17 ',
    });
  });
});

describe('a payment as it is shown', () => {
  const slugs = new Map([['prv_paystack', 'paystack']]);
  const shown = (given: Parameters<typeof anEntry>[0] = {}) => {
    const response = toPaymentResponse('pay_1', anEntry(given), slugs);
    expect(z.parse(PaymentResponse, response)).toEqual(response);
    return response;
  };

  it('a provider’s payment is shown with its slug, its fee and its times', () => {
    expect(shown({ fee: 150, surcharge: 100, method: 'card' })).toEqual({
      id: paymentId('pay_1', anEntry().key),
      kind: 'payment',
      amount: { value: 45_000, currency: 'NGN' },
      counts: true,
      standing: 'exact',
      method: 'card',
      provider: 'paystack',
      transaction: 'trx-1',
      fee: { value: 1.5, currency: 'NGN' },
      paidAt: anEntry().at,
      recordedAt: anEntry().recordedAt,
      recordedBy: 'provider',
    });
  });

  it('a payment that the merchant has recorded is shown so, with its note', () => {
    expect(shown({ provider: 'merchant', transaction: '', note: 'at the desk' })).toMatchObject({
      provider: null,
      transaction: null,
      method: null,
      recordedBy: 'merchant',
      note: 'at the desk',
    });
  });

  it('an entry is shown with what it adds to the balance, signed', () => {
    const { standing: _none, ...refund } = anEntry({ kind: 'refund', credited: -4_500_000 });
    expect(toPaymentResponse('pay_1', refund, slugs)).toMatchObject({
      kind: 'refund',
      amount: { value: -45_000, currency: 'NGN' },
      standing: null,
    });
    expect(shown({ kind: 'dispute', credited: 0 }).amount.value).toBe(0);
  });

  it('a provider that is gone is shown as none', () => expect(shown({ provider: 'prv_gone' }).provider).toBeNull());
});

const wire = (body: unknown) => exactJson(JSON.stringify(body));

it('a preview is refused for the same faults as a create, in the same words', () => {
  for (const [change, to] of BAD_CREATE_BODIES) {
    if (change === 'reference' && to === undefined) continue;
    const body = wire(setIn(aFullCreateBody(), change, to));
    expect(faultLines(() => readPreviewFollowUps(body))).toEqual(faultLines(() => readCreateCollection(body)));
  }
});

it('a preview is read as a create is', () => {
  for (const body of [aCreateBody(), aFullCreateBody()]) {
    expect(readPreviewFollowUps(wire(body))).toEqual(readCreateCollection(wire(body)));
  }
});

it('a preview needs no reference', () => {
  const { reference: _left, ...body } = aCreateBody();
  expect(readPreviewFollowUps(wire(body))).toEqual(readCreateCollection(wire({ ...body, reference: 'preview' })));
});
