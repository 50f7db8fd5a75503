/** Monnify's webhooks about money, and what each is to be looked up by. */

import type { Lookup } from '#lib/payment/port.ts';
import { referenceOf } from '#test/payment/conformance/an-order.ts';
import { TRANSACTION } from './movements.ts';

const event = (eventType: string, eventData: object, lookup: Lookup): [object, Lookup] => [
  { eventType, eventData },
  lookup,
];
const of = { transactionReference: TRANSACTION };
const transfer = referenceOf('bank_transfer');

export const EVENTS: [object, Lookup][] = [
  event(
    'SUCCESSFUL_TRANSACTION',
    { ...of, paymentReference: 'shop-1', product: { type: 'WEB_SDK', reference: 'other' }, amountPaid: 450.1 },
    { transaction: TRANSACTION, reference: 'shop-1' },
  ),
  event(
    'SUCCESSFUL_TRANSACTION',
    { ...of, paymentReference: TRANSACTION, product: { type: 'INVOICE', reference: 'inv-1' } },
    { transaction: TRANSACTION, reference: 'inv-1' },
  ),
  event(
    'SUCCESSFUL_TRANSACTION',
    { ...of, paymentReference: TRANSACTION, product: { type: 'ANYTHING', reference: transfer } },
    { transaction: TRANSACTION, reference: transfer },
  ),
  event(
    'SUCCESSFUL_TRANSACTION',
    { ...of, paymentReference: transfer, product: { type: 'INVOICE', reference: 'x' } },
    { transaction: TRANSACTION, reference: transfer },
  ),
  event('SUCCESSFUL_TRANSACTION', { ...of, paymentReference: 42 }, { transaction: TRANSACTION }),
  event(
    'REJECTED_PAYMENT',
    {
      ...of,
      paymentReference: transfer,
      amount: 450.1,
      created_on: '2026-03-02 12:40:00',
      paymentSourceInformation: { amountPaid: 100 },
      paymentRejectionInformation: { rejectionReason: 'UNDER_PAYMENT', expectedAmount: 450.1 },
    },
    { transaction: TRANSACTION, reference: transfer, about: 'rejection' },
  ),
  ...['SUCCESSFUL_REFUND', 'FAILED_REFUND'].map((type) =>
    event(
      type,
      { ...of, refundReference: 'ref-1', refundAmount: 100, refundStatus: 'COMPLETED' },
      { transaction: TRANSACTION, about: 'refunds', object: 'ref-1' },
    ),
  ),
];
