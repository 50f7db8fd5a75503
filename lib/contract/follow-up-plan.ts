/** The schema of a follow-up plan: every slot, past and future, with its reasons. */
import * as z from 'zod/mini';
import { ATTEMPT_STATUSES, type AttemptStatus } from '#lib/domain/attempt.ts';
import { CHANNELS, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { instant } from './fields.ts';

/** A deferred slot is shown as `planned`, or as `failed` if a message of it has failed; `retryAt` is when it is offered again. */
const SHOWN = ATTEMPT_STATUSES.filter((status): status is Exclude<AttemptStatus, 'deferred'> => status !== 'deferred');

const SlotResponse = z.strictObject({
  slot: z.int().check(z.gte(1)),
  dueAt: instant(),
  channel: z.enum(CHANNELS),
  tone: z.enum(TONES),
  text: z.string(),
  reason: z.string(),
  status: z.enum(['planned', ...SHOWN]),
  sentAt: z.optional(instant()),
  /** The message of a test account, which went to nobody. */
  sentBy: z.optional(z.literal('test')),
  channelsTried: z.array(z.enum(CHANNELS)),
  retryAt: z.optional(instant()),
  /** Of a planned slot that the person may not get when it is due: the first instant at which it may be sent. */
  deferredUntil: z.optional(instant()),
  skipReason: z.optional(z.string()),
});

export const FollowUpPlanResponse = z
  .strictObject({
    enabled: z.boolean(),
    strategyVersion: z.int(),
    reasons: z.array(z.string()),
    removed: z.array(z.strictObject({ dueAt: instant(), reason: z.string() })),
    /** Only while follow-ups are paused. Without `until` they are paused until they are resumed. */
    paused: z.optional(
      z.strictObject({
        since: instant(),
        until: z.optional(instant()),
        reason: z.enum(['merchant', 'reply', 'promise']),
      }),
    ),
    /** The last promise; `brokenAt` once it was not kept. */
    promise: z.optional(z.strictObject({ payBy: instant(), madeAt: instant(), brokenAt: z.optional(instant()) })),
    slots: z.array(SlotResponse),
  })
  .register(z.globalRegistry, { id: 'FollowUpPlan' });
export type FollowUpPlanResponse = z.output<typeof FollowUpPlanResponse>;
