/** The bodies of the calls that pause follow-ups, ask for a reminder, and record a promise. */
import * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
import { type DescribedSchema, describeRequest, ZONED } from './described.ts';
import { reader, zonedInstant } from './fields.ts';

export const PauseFollowUpsRequest = z.strictObject({ until: z.optional(zonedInstant()) });

export const readPauseFollowUps = reader(PauseFollowUpsRequest);

export const SendFollowUpRequest = z.strictObject({
  channel: z.optional(z.enum(CHANNELS)),
  tone: z.optional(z.enum(TONES)),
});

export const readSendFollowUp = reader(SendFollowUpRequest);

export const PromisePaymentRequest = z.strictObject({ payBy: zonedInstant() });

export const readPromisePayment = reader(PromisePaymentRequest);

/** The texts of these schemas, for the API's description. */
export const changeFollowUpsTexts = (): DescribedSchema[] => [
  describeRequest('PauseFollowUpsRequest', PauseFollowUpsRequest, {
    description: 'For how long to pause.',
    fields: { until: `In the future; ${ZONED}. When absent, the pause lasts until the follow-ups are resumed.` },
  }),
  describeRequest('SendFollowUpRequest', SendFollowUpRequest, {
    description: 'How to send the reminder.',
    fields: {
      channel: 'Only this channel. When absent, any that can be used.',
      tone: 'When absent, the tone that the plan would have now.',
    },
  }),
  describeRequest('PromisePaymentRequest', PromisePaymentRequest, {
    description: 'What the customer promised.',
    fields: { payBy: `In the future, and at least a day before a year from the creation is over; ${ZONED}.` },
  }),
];
