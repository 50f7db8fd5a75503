/** Paystack's webhooks about money, and what each is to be looked up by. */
import type { Lookup } from '#lib/payment/port.ts';
import { ID, merchants, reference } from './movements.ts';

const refundEvent = (status: string): [object, Lookup] => [
  {
    event: `refund.${status}`,
    data: { status, transaction_reference: reference, refund_reference: null, amount: '45010', currency: 'NGN' },
  },
  { reference, about: 'refunds' },
];

const disputeEvent = (type: string): [object, Lookup] => [
  {
    event: `charge.dispute.${type}`,
    data: {
      id: 358_950,
      refund_amount: 45_010,
      status: 'pending',
      transaction: { id: ID, reference, status: 'success' },
    },
  },
  { reference, about: 'disputes', object: '358950' },
];

export const EVENTS: [object, Lookup][] = [
  [
    {
      event: 'charge.success',
      data: { id: ID, reference, amount: 45_010, status: 'success', channel: 'bank_transfer' },
    },
    { reference },
  ],
  [{ event: 'charge.success', data: { id: ID, reference: merchants } }, { reference: merchants }],
  ...['pending', 'processing', 'processed', 'failed', 'needs-attention'].map(refundEvent),
  ...['create', 'remind', 'resolve'].map(disputeEvent),
  [
    {
      event: 'bank.transfer.rejected',
      data: {
        bank_transfer: { amount: '40000', message_type: 'INCORRECT_AMOUNT', transaction_id: ID },
        customer: { email: 'ada@example.com' },
      },
    },
    { transaction: String(ID), about: 'rejection', sent: '40000' },
  ],
];
