/** The payments of a collection on the wire: what a merchant may record, and how an entry of the ledger is shown. */
import * as z from 'zod/mini';
import { OFFLINE_METHODS } from '#lib/domain/answers.ts';
import { ENTRY_KINDS, STANDINGS } from '#lib/domain/payment/ledger-entry.ts';
import { AN_AMOUNT, type DescribedSchema, describeRequest, describeResponse, INSTANT, ZONED } from './described.ts';
import { Amount, AmountResponse, exactText, instant, paymentId, reader, trimmedText, zonedInstant } from './fields.ts';

const RECORDED_KINDS = ['payment', 'refund'] as const;

/** Needs `transaction`, or the header Idempotency-Key. */
export const RecordPaymentRequest = z.strictObject({
  amount: Amount,
  kind: z._default(z.enum(RECORDED_KINDS), 'payment'),
  method: z.enum(OFFLINE_METHODS),
  paidAt: z.optional(zonedInstant()),
  note: z.optional(trimmedText(500)),
  transaction: z.optional(exactText(255)),
});

export type RecordPaymentRequest = z.output<typeof RecordPaymentRequest>;

export const readRecordPayment = reader(RecordPaymentRequest);

export const PaymentResponse = z.strictObject({
  id: paymentId(),
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

/** The texts of these schemas, for the API's description. */
export const paymentTexts = (): DescribedSchema[] => [
  describeRequest('RecordPaymentRequest', RecordPaymentRequest, {
    description: 'Money that moved elsewhere. Needs `transaction` or the header Idempotency-Key.',
    fields: {
      amount: 'How much; positive, also of a refund. In the currency of the collection.',
      kind: '`payment` for money that you received, `refund` for money that you gave back.',
      method: 'How the money moved.',
      paidAt: `When the money moved; not in the future; ${ZONED}. When absent, now.`,
      note: 'Your remark, 1 to 500 characters; white space around it is removed.',
      transaction: 'Your id of the transaction, 1 to 255 characters. One id is recorded once in a collection.',
    },
  }),
  describeResponse('Payment', PaymentResponse, {
    description: 'An entry of the ledger of a collection. Entries are only ever added.',
    fields: {
      id: '`pmt_` and 25 characters.',
      kind: 'What happened. `dispute` and `rejected` move no money.',
      amount: 'What it adds to the balance; negative for money that was taken or given back.',
      counts: 'Whether the balance includes it: it is in the currency of the collection.',
      standing:
        'How all that was received compares with the amount after it; `late` is enough, but after the expiry. Null for what is no payment, or does not count.',
      method: 'How it was paid, such as `card` or `cash`; null if the provider does not say.',
      provider: 'The slug of the provider; null if you recorded it.',
      transaction: 'The id of the transaction; null if there is none.',
      fee: 'What the provider kept; absent if it does not say.',
      paidAt: `When the money moved, ${INSTANT}.`,
      recordedAt: `When the service learned of it, ${INSTANT}.`,
      recordedBy: 'Who reported it.',
      note: 'Your remark; absent if there is none.',
    },
  }),
];

export const paymentExample = {
  id: 'pmt_2m7x9q4t8w1z3r6v0b8nc5f0k',
  kind: 'payment',
  amount: AN_AMOUNT,
  counts: true,
  standing: 'exact',
  method: 'cash',
  provider: null,
  transaction: 'receipt-17',
  paidAt: '2026-03-02T11:02:10.000Z',
  recordedAt: '2026-03-02T11:02:10.000Z',
  recordedBy: 'merchant',
} satisfies PaymentResponse;
