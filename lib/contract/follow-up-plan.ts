/** The schema of a follow-up plan: every slot, past and future, with its reasons. */
import * as z from 'zod/mini';
import type { CHANNEL_BUSY } from '#lib/domain/attempt.ts';
import { ATTEMPT_STATUSES, type AttemptStatus } from '#lib/domain/attempt.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import type { SkipReason } from '#lib/domain/follow-up/decide.ts';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
import type { RemovalReason } from '#lib/domain/follow-up/place-slots.ts';
import { type DescribedSchema, describeResponse, INSTANT, markdownList } from './described.ts';
import { instant } from './fields.ts';

/** A deferred slot is shown as `planned`, or as `failed` if a message of it has failed. */
const SHOWN = ATTEMPT_STATUSES.filter((status): status is Exclude<AttemptStatus, 'deferred'> => status !== 'deferred');

const SlotResponse = z.strictObject({
  slot: z.int().check(z.gte(1)),
  dueAt: instant(),
  channel: z.enum(CHANNELS),
  tone: z.enum(TONES),
  text: z.string(),
  textVersion: z.optional(z.int()),
  reason: z.string(),
  status: z.enum(['planned', ...SHOWN]),
  sentAt: z.optional(instant()),
  sentBy: z.optional(z.literal('test')),
  channelsTried: z.array(z.enum(CHANNELS)),
  retryAt: z.optional(instant()),
  /** Of a planned slot that the person may not get when it is due: the first instant at which it may be sent. */
  deferredUntil: z.optional(instant()),
  skipReason: z.optional(z.string()),
  with: z.optional(z.string()),
  covers: z.optional(z.array(z.string())),
});

const RemovalResponse = z.strictObject({ dueAt: instant(), reason: z.string() });

const PauseResponse = z.strictObject({
  since: instant(),
  until: z.optional(instant()),
  reason: z.enum(['merchant', 'reply', 'promise']),
  of: z.optional(z.literal('customer')),
});

const PromiseResponse = z.strictObject({
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

/** Why a slot was skipped. */
export const SKIP_REASONS = {
  late: 'Its run came so late that a newer slot was due.',
  quiet_hours: 'Its run came so late that it fell into quiet hours.',
  already_paid: 'The amount had been paid, as the provider said when it was asked.',
  part_paid: 'A part had been paid since the slot before.',
  paused: 'The follow-ups of the customer were paused.',
  contact_cap: 'The person had got enough messages, and the next slot or the expiry came before another was allowed.',
  opted_out: 'The person had opted out of every channel.',
  restored: 'The service was restored from a backup, and may have sent it before.',
  channel_busy: 'The channels were throttled until it was too late.',
} as const satisfies Record<SkipReason | 'late' | typeof CHANNEL_BUSY, string>;

/** Why a slot is no part of a plan. */
export const REMOVAL_REASONS = {
  held_out: 'The customer is held out by the experiment.',
  paused: 'The follow-ups are paused then.',
  claimed: 'The customer says that it is paid; held until you decide, for three days at most.',
  disputed: 'The customer says that something is wrong; held until you resolve it.',
  merged: 'It would come together with the slot before, or shortly after it.',
  cap_24h: 'There are 12 slots in the 24 hours before.',
  contact_cap: 'It would be more than one person should get.',
  cap_collection: 'There are 60 slots before.',
  quiet_hours_past_expiry: 'Quiet hours last until the expiry.',
  after_expiry: 'It would come after the expiry.',
} as const satisfies Record<RemovalReason, string>;

/** The texts of these schemas, for the API's description. */
export const followUpPlanTexts = (): DescribedSchema[] => [
  describeResponse('Slot', SlotResponse, {
    description: 'One reminder of a plan, past or to come.',
    fields: {
      slot: 'Its number in the plan, from 1.',
      dueAt: `When it is due, ${INSTANT}.`,
      channel: 'The channel that sends it.',
      tone: 'The tone of its text.',
      text: 'The exact text that is sent or was sent, but for the token of the link that opts out: it is shown as `/u/…`.',
      textVersion: 'The version of your own text that it has; absent where it is in the words of the service.',
      reason: 'Why it is due then, in words.',
      status: '`planned` is still to come; `unknown` may have been sent and is not sent again.',
      sentAt: `When a channel accepted it, ${INSTANT}; absent before that.`,
      sentBy: '`test` for the message of a test account, which goes to nobody; else absent.',
      channelsTried: 'The channels that were asked to send it, in order.',
      retryAt: `When it is offered to a channel again, ${INSTANT}; absent unless it waits for that.`,
      deferredUntil: `When the rules for people let it go, ${INSTANT}; absent unless they hold it back.`,
      with: 'The id of another collection of the same person, whose message spoke for this one too; absent for a message of its own.',
      covers: 'The ids of other collections for which this message spoke, too; absent unless it did.',
      skipReason: `Why it was skipped; absent unless it was. The status that ended the collection, or:\n\n${markdownList(SKIP_REASONS)}`,
    },
  }),
  describeResponse('RemovedSlot', RemovalResponse, {
    description: 'A reminder that a rule removed from the plan.',
    fields: {
      dueAt: `When it would have been due, ${INSTANT}.`,
      reason: `Which rule. More may come.\n\n${markdownList(REMOVAL_REASONS)}`,
    },
  }),
  describeResponse('Pause', PauseResponse, {
    description: 'A pause of the follow-ups.',
    fields: {
      since: `When it began, ${INSTANT}.`,
      until: `When it ends, ${INSTANT}; absent while only a resume ends it.`,
      reason: 'Who or what paused them: you, a reply of the customer, or a promise.',
      of: '`customer` when the reminders to the customer are paused, in all collections: a resume of the customer ends it. Absent for a pause of this collection.',
    },
  }),
  describeResponse('PaymentPromise', PromiseResponse, {
    description: 'A promise of the customer to pay.',
    fields: {
      payBy: `Until when, ${INSTANT}.`,
      madeAt: `When it was recorded, ${INSTANT}.`,
      brokenAt: `When it turned out to be broken, ${INSTANT}; absent before that.`,
    },
  }),
  describeResponse('FollowUpPlan', FollowUpPlanResponse, {
    description: 'All reminders of a collection, past and to come, with the reasons for them.',
    fields: {
      enabled: 'Whether reminders are sent.',
      strategyVersion: 'The version of the strategy that chose what the request left out.',
      reasons: 'Why the plan is as it is, in words.',
      removed: 'The reminders that rules removed.',
      paused: 'Absent unless the follow-ups are paused now.',
      promise: 'The last promise of the customer; absent if there was none.',
      slots: 'The reminders, in the order of their numbers.',
    },
  }),
];

export const followUpPlanExample = {
  enabled: true,
  strategyVersion: 1,
  reasons: ['The collection can be paid for 24 hours, so reminders come every 6 hours.'],
  removed: [{ dueAt: '2026-03-02T22:16:00.000Z', reason: 'merged' }],
  slots: [
    {
      slot: 1,
      dueAt: '2026-03-02T10:16:00.000Z',
      channel: 'whatsapp',
      tone: 'gentle',
      text: 'Hello Ada, NGN 45,000.00 is still to be paid to Shop. Pay here: https://pay.example/pay/8J2kQ7',
      reason: 'the first reminder',
      status: 'sent',
      sentAt: '2026-03-02T10:16:01.000Z',
      channelsTried: ['whatsapp'],
    },
    {
      slot: 2,
      dueAt: '2026-03-02T16:16:00.000Z',
      channel: 'sms',
      tone: 'professional',
      text: 'Ada, NGN 45,000.00 to Shop is still open: https://pay.example/pay/8J2kQ7',
      reason: '6 hours after the one before',
      status: 'planned',
      channelsTried: [],
    },
  ],
} satisfies FollowUpPlanResponse;
