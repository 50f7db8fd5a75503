/** The bodies of the calls that pause follow-ups, ask for a reminder, and record a promise. */
import * as z from 'zod/mini';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
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
