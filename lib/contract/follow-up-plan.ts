/** The schema of a follow-up plan: every slot, past and future, with its reasons. */
import * as z from 'zod/mini';
import { ATTEMPT_STATUSES, type AttemptStatus } from '#lib/domain/attempt.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
import { instant } from './fields.ts';

/** A deferred slot is shown as `planned`, or as `failed` if a message of it has failed. */
const SHOWN = ATTEMPT_STATUSES.filter((status): status is Exclude<AttemptStatus, 'deferred'> => status !== 'deferred');

export const SlotResponse = z.strictObject({
  slot: z.int().check(z.gte(1)),
  dueAt: instant(),
  channel: z.enum(CHANNELS),
  tone: z.enum(TONES),
  text: z.string(),
  reason: z.string(),
  status: z.enum(['planned', ...SHOWN]),
  sentAt: z.optional(instant()),
  sentBy: z.optional(z.literal('test')),
  channelsTried: z.array(z.enum(CHANNELS)),
  retryAt: z.optional(instant()),
  /** Of a planned slot that the person may not get when it is due: the first instant at which it may be sent. */
  deferredUntil: z.optional(instant()),
  skipReason: z.optional(z.string()),
});

export const RemovalResponse = z.strictObject({ dueAt: instant(), reason: z.string() });

export const PauseResponse = z.strictObject({
  since: instant(),
  until: z.optional(instant()),
  reason: z.enum(['merchant', 'reply', 'promise']),
});

export const PromiseResponse = z.strictObject({
  payBy: instant(),
  madeAt: instant(),
  brokenAt: z.optional(instant()),
});

export const FollowUpPlanResponse = z.strictObject({
  enabled: z.boolean(),
  strategyVersion: z.int(),
  reasons: z.array(z.string()),
  removed: z.array(RemovalResponse),
  paused: z.optional(PauseResponse),
  promise: z.optional(PromiseResponse),
  slots: z.array(SlotResponse),
});
export type FollowUpPlanResponse = z.output<typeof FollowUpPlanResponse>;
