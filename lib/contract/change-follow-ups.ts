/** The bodies of the calls that pause follow-ups, ask for a reminder, and record a promise. */
import * as z from 'zod/mini';
import { CHANNELS, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { reader, zonedInstant } from './fields.ts';

export const PauseFollowUpsRequest = z.strictObject({
  until: z.optional(zonedInstant('In the future; without it the pause lasts until the follow-ups are resumed')),
});

export const readPauseFollowUps = reader(PauseFollowUpsRequest);

export const SendFollowUpRequest = z.strictObject({
  channel: z.optional(
    z.enum(CHANNELS).register(z.globalRegistry, { description: 'Only this one; without it, any that can be used' }),
  ),
  tone: z.optional(z.enum(TONES)),
});

export const readSendFollowUp = reader(SendFollowUpRequest);

export const PromisePaymentRequest = z.strictObject({
  payBy: zonedInstant('In the future, and within a year of the creation less a day'),
});

export const readPromisePayment = reader(PromisePaymentRequest);
