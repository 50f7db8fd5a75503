/** What customers say of a collection, as responses show it, and the bodies by which people of the merchant decide. */
import * as z from 'zod/mini';
import { DECISIONS, DISPUTE_REASONS, OFFLINE_METHODS, RESOLUTIONS } from '#lib/domain/answers.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { type DescribedSchema, describeRequest, describeResponse, INSTANT, markdownList, ZONED } from './described.ts';
import {
  Amount,
  AmountResponse,
  calendarDay,
  exactText,
  hasLength,
  hasNoControl,
  instant,
  NO_CONTROL_MESSAGE,
  paymentId,
  reader,
  trimmedText,
  zonedInstant,
} from './fields.ts';

export const ClaimResponse = z.strictObject({
  id: z.string().check(z.regex(/^clm_[0-9a-z]{25}$/)),
  status: z.enum(['open', ...DECISIONS]),
  paidOn: calendarDay(),
  amount: AmountResponse,
  method: z.enum(OFFLINE_METHODS),
  transaction: z.optional(z.string()),
  madeAt: instant(),
  decidedAt: z.optional(instant()),
  paymentId: z.optional(paymentId()),
});

export const DisputeResponse = z.strictObject({
  id: z.string().check(z.regex(/^dsp_[0-9a-z]{25}$/)),
  status: z.enum(['open', ...RESOLUTIONS]),
  reason: z.enum(DISPUTE_REASONS),
  text: z.optional(z.string()),
  openedAt: instant(),
  resolvedAt: z.optional(instant()),
  note: z.optional(z.string()),
});

const AcceptedPayment = z.strictObject({
  amount: z.optional(Amount),
  method: z.optional(z.enum(OFFLINE_METHODS)),
  paidAt: z.optional(zonedInstant()),
  note: z.optional(trimmedText(500)),
  transaction: z.optional(exactText(255)),
});

export const DecideClaimRequest = z
  .strictObject({
    decision: z.enum(DECISIONS),
    payment: z.optional(AcceptedPayment),
    paymentId: z.optional(paymentId()),
  })
  .check(
    ...(['payment', 'paymentId'] as const).map((name) =>
      z.refine<{ decision: string; payment?: unknown; paymentId?: unknown }>(
        (body) => body.decision === 'accepted' || body[name] === undefined,
        { path: [name], error: 'is only possible with decision accepted' },
      ),
    ),
    z.refine((body) => body.payment === undefined || body.paymentId === undefined, {
      path: ['paymentId'],
      error: 'is not possible beside payment: one records it, the other says that it is recorded',
    }),
  );
export type DecideClaimRequest = z.output<typeof DecideClaimRequest>;

export const readDecideClaim = reader(DecideClaimRequest);

export const ResolveDisputeRequest = z.strictObject({
  resolution: z.enum(RESOLUTIONS),
  note: z.optional(trimmedText(500)),
});

export const readResolveDispute = reader(ResolveDisputeRequest);

const MAX_TEXT = 1_000;

/** Of several lines. */
const writtenText = z.pipe(
  z.string().check(
    z.overwrite((text) => text.replaceAll('\r\n', '\n').trim()),
    z.refine((text) => hasNoControl(text.replaceAll('\n', '')), NO_CONTROL_MESSAGE),
    hasLength(MAX_TEXT),
  ),
  z.string().register(z.globalRegistry, { minLength: 1, maxLength: MAX_TEXT }),
);

export const SendMessageRequest = z.strictObject({ channel: z.enum(CHANNELS), text: writtenText });

export const readSendMessage = reader(SendMessageRequest);

const REASONS = {
  not_mine: 'The customer does not know of it.',
  wrong_amount: 'The amount is wrong.',
  not_received: 'What was bought has not arrived.',
  not_as_agreed: 'What was bought is not as agreed.',
  cancelled: 'It was cancelled.',
  other: 'Something else.',
} as const satisfies Record<(typeof DISPUTE_REASONS)[number], string>;

/** The texts of these schemas, for the API's description. */
export const answersTexts = (): DescribedSchema[] => [
  describeResponse('Claim', ClaimResponse, {
    description: 'What the customer says was paid. Nothing is booked before you accept it.',
    fields: {
      id: '`clm_` and 25 characters.',
      status: '`open` until you decide.',
      paidOn: 'The day of the payment.',
      amount: 'How much.',
      method: 'How it was paid.',
      transaction: 'Its id, or the last digits of the account; absent if the customer gave none.',
      madeAt: `When the customer said so, ${INSTANT}.`,
      decidedAt: `When you decided, ${INSTANT}; absent before that.`,
      paymentId: 'The payment that was recorded before you accepted the claim, if you said so.',
    },
  }),
  describeResponse('CustomerDispute', DisputeResponse, {
    description: 'What the customer says is wrong.',
    fields: {
      id: '`dsp_` and 25 characters.',
      status: '`open` until you resolve it; `upheld` if the customer is right.',
      reason: `Which of the page’s reasons. More may come.\n\n${markdownList(REASONS)}`,
      text: 'The customer’s words, at most 500 characters; absent if there are none.',
      openedAt: `When the customer said so, ${INSTANT}.`,
      resolvedAt: `When you resolved it, ${INSTANT}; absent before that.`,
      note: 'Your remark; the customer does not see it. Absent if there is none.',
    },
  }),
  describeRequest('AcceptedPayment', AcceptedPayment, {
    description: 'What is recorded in place of what the customer said.',
    fields: {
      amount: 'When absent, as the customer said. In the currency of the collection.',
      method: 'When absent, as the customer said.',
      paidAt: `Not in the future; ${ZONED}. When absent, the day that the customer said.`,
      note: 'Your remark, 1 to 500 characters. When absent, the transaction that the customer gave.',
      transaction: 'Your id of the transaction, 1 to 255 characters. One id is recorded once in a collection.',
    },
  }),
  describeRequest('DecideClaimRequest', DecideClaimRequest, {
    description: 'What you decide on a claim.',
    fields: {
      decision: '`accepted` records the payment, once; `rejected` lets the reminders go on.',
      payment: 'What to record where the customer was not exact; only with `accepted`.',
      paymentId:
        'The payment of this collection that the customer means, if it is recorded already, by a provider or by hand: nothing more is recorded. Only with `accepted`, and not beside `payment`.',
    },
  }),
  describeRequest('SendMessageRequest', SendMessageRequest, {
    description: 'What one of your people writes to the customer.',
    fields: {
      channel: 'By which channel. `whatsapp` only within 24 hours of the customer’s last message by it.',
      text: 'The words, 1 to 1,000 characters; line breaks are kept. The name of the account goes before or below them.',
    },
  }),
  describeRequest('ResolveDisputeRequest', ResolveDisputeRequest, {
    description: 'How you resolve a dispute.',
    fields: {
      resolution:
        '`upheld` if the customer is right: correct the amount or cancel the collection beside it. `dismissed` if not.',
      note: 'Your remark, 1 to 500 characters; the customer does not see it.',
    },
  }),
];
