/** The payments of a collection on the wire: what a merchant may record, and how an entry of the ledger is shown. */
import * as z from 'zod/mini';
import { OFFLINE_METHODS } from '#lib/domain/answers.ts';
import { ENTRY_KINDS, STANDINGS } from '#lib/domain/payment/ledger-entry.ts';
import {
  A_COLLECTION_ID,
  AN_AMOUNT,
  type DescribedSchema,
  describeRequest,
  describeResponse,
  INSTANT,
  ZONED,
} from './described.ts';
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

/** A word of the merchant's own, not a sentence: reports and webhooks tell it. */
const CreditReason = z
  .string()
  .check(z.regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be 1 to 40 of a-z, 0-9, _ and -, a letter first'));

export const CreditCollectionRequest = z.strictObject({
  amount: Amount,
  reason: CreditReason,
  note: z.optional(trimmedText(500)),
});
export type CreditCollectionRequest = z.output<typeof CreditCollectionRequest>;

export const readCreditCollection = reader(CreditCollectionRequest);

export const MovePaymentRequest = z.strictObject({
  to: z.string(),
  amount: z.optional(Amount),
});
export type MovePaymentRequest = z.output<typeof MovePaymentRequest>;

export const readMovePayment = reader(MovePaymentRequest);

const MoveResponse = z.strictObject({
  id: z.string(),
  from: z.optional(z.string()),
  to: z.optional(z.string()),
});

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
  reason: z.optional(z.string()),
  move: z.optional(MoveResponse),
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
  describeRequest('CreditCollectionRequest', CreditCollectionRequest, {
    description: 'By how much less you ask.',
    fields: {
      amount: 'In the currency of the collection. All credits together are at most the amount of the collection.',
      reason: 'A word of your own, such as `returned_goods` or `discount`: 1 to 40 of `a-z`, `0-9`, `_` and `-`.',
      note: 'Your remark, 1 to 500 characters; white space around it is removed. `GET …/{id}/payments` shows it, and no webhook.',
    },
  }),
  describeRequest('MovePaymentRequest', MovePaymentRequest, {
    description: 'Where the money belongs.',
    fields: {
      to: 'The id of a collection of the same customer in the same currency, by which something is outstanding.',
      amount:
        'How much; at most what is left of the payment, and what is outstanding there. When absent, what the collection has too much, or all that is left of the payment if it has not; and no more than is outstanding there.',
    },
  }),
  describeResponse('PaymentMove', MoveResponse, {
    description: 'Where moved money came from, or went to.',
    fields: {
      id: '`mov_` and 25 characters; the entry in the other collection has the same.',
      from: 'The collection that had it before; absent where it left.',
      to: 'The collection that has it now; absent where it came.',
    },
  }),
  describeResponse('Payment', PaymentResponse, {
    description: 'An entry of the ledger of a collection. Entries are only ever added.',
    fields: {
      id: '`pmt_` and 25 characters.',
      kind: 'What happened. `dispute`, `rejected` and `credit` move no money.',
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
      reason: 'Of a `credit`: the word that you gave; else absent.',
      move: 'Of money that was `moved`: where it came from, or went to; else absent.',
      note: 'Your remark; absent if there is none.',
    },
  }),
];

const ofLedger = {
  counts: true,
  standing: null,
  paidAt: '2026-03-03T08:00:00.000Z',
  recordedAt: '2026-03-03T08:00:00.000Z',
  recordedBy: 'merchant',
} as const;

export const creditExample = {
  ...ofLedger,
  id: 'pmt_7c2m9q4t8w1z3r6v0b8nc5f0k',
  kind: 'credit',
  amount: { value: 5_000, currency: 'NGN' },
  method: null,
  provider: null,
  transaction: null,
  reason: 'returned_goods',
} satisfies PaymentResponse;

export const moveExample = {
  ...ofLedger,
  id: 'pmt_4x8m9q4t8w1z3r6v0b8nc5f0k',
  kind: 'moved',
  amount: { value: -5_000, currency: 'NGN' },
  method: 'cash',
  provider: null,
  transaction: 'receipt-17',
  move: { id: 'mov_1b5m9q4t8w1z3r6v0b8nc5f0k', to: A_COLLECTION_ID },
} satisfies PaymentResponse;

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
