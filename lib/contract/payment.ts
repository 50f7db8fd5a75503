/** The payments of a collection on the wire: what a merchant may record, and how an entry of the ledger is shown. */
import * as z from 'zod/mini';
import { ENTRY_KINDS, STANDINGS } from '#lib/domain/payment/ledger-entry.ts';
import { AmountResponse } from './collection-response.ts';
import { Amount, exactText, instant, reader, trimmedText, zonedInstant } from './fields.ts';

const RECORDED_KINDS = ['payment', 'refund'] as const;
const METHODS = ['cash', 'bank_transfer', 'cheque', 'card', 'mobile_money', 'other'] as const;

/** Needs `transaction`, or the header Idempotency-Key. */
export const RecordPaymentRequest = z.strictObject({
  amount: Amount,
  kind: z._default(z.enum(RECORDED_KINDS), 'payment'),
  method: z.enum(METHODS),
  paidAt: z.optional(zonedInstant()),
  note: z.optional(trimmedText(500)),
  transaction: z.optional(exactText(255)),
});

export type RecordPaymentRequest = z.output<typeof RecordPaymentRequest>;

export const readRecordPayment = reader(RecordPaymentRequest);

export const PaymentResponse = z.strictObject({
  id: z.string().check(z.regex(/^pmt_[0-9a-z]{25}$/)),
  kind: z.enum(ENTRY_KINDS),
  amount: AmountResponse,
  counts: z.boolean(),
  standing: z.nullable(z.enum(STANDINGS)),
  method: z.nullable(z.string()),
  provider: z.nullable(z.string()),
  transaction: z.nullable(z.string()),
  fee: z.optional(AmountResponse),
  paidAt: instant(),
  recordedAt: instant(),
  recordedBy: z.enum(['provider', 'merchant']),
  note: z.optional(z.string()),
});
export type PaymentResponse = z.output<typeof PaymentResponse>;
