/** What can be asked of the follow-ups of a collection, and what changes its plan in flight: a pause, a promise to pay, and a reminder asked for. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { By } from '#lib/domain/member.ts';

/** From mild to firm: a slot is never milder than the slot before it. */
export const TONES = ['gentle', 'professional', 'urgent'] as const;
export type Tone = (typeof TONES)[number];

export const CADENCES = [
  'every_5m',
  'every_10m',
  'every_15m',
  'every_30m',
  'every_1h',
  'every_2h',
  'every_4h',
  'every_6h',
  'every_12h',
  'daily',
] as const;
export type Cadence = (typeof CADENCES)[number];

export const CADENCE_MINUTES = {
  every_5m: 5,
  every_10m: 10,
  every_15m: 15,
  every_30m: 30,
  every_1h: 60,
  every_2h: 120,
  every_4h: 240,
  every_6h: 360,
  every_12h: 720,
  daily: 1440,
} as const satisfies Record<Cadence, number>;

/** The `followUp` object of a create request. `startAfter` is in minutes. */
export type GivenFollowUp = {
  enabled?: boolean | undefined;
  startAfter?: number | undefined;
  cadence?: Cadence | undefined;
  /** Days from the due day, rising. */
  schedule?: readonly number[] | undefined;
  channels?: readonly Channel[] | undefined;
  tone?: Tone | undefined;
};

export const FOLLOW_UP_PARTS = ['startAfter', 'cadence', 'schedule', 'channels', 'tone'] as const;
export type FollowUpPart = (typeof FOLLOW_UP_PARTS)[number];

export const FOLLOW_UP_STEPS = ['life', 'past_due'] as const;
type FollowUpSteps = (typeof FOLLOW_UP_STEPS)[number];

/** Stored with the collection, so that a new version of the strategy does not change it. */
export type FollowUp = {
  strategyVersion: number;
  /** The life in minutes for which the strategy chose, where a promise has made it longer since. */
  chosenFor?: number;
  /** The rule of the account that it got when it was created. A correction keeps it. */
  rule?: AppliedRule;
} & (
  | { enabled: false }
  | {
      enabled: true;
      /** The parts that the caller gave; the strategy chose the others. A given tone applies to every slot. */
      given: readonly FollowUpPart[];
      startAfterMinutes: number;
      cadence: Cadence;
      /** Days from the due day. With it, as with `steps`, start and cadence have no effect. */
      schedule?: readonly number[];
      /** Which of the strategy's tables says when: by parts of the life, or for a debt whose due day had passed. */
      steps?: FollowUpSteps;
      channels: readonly Channel[];
      tone: Tone;
      /** Chosen by the strategy. Absent when the caller gave the cadence: then only the caps limit the number. */
      maxAttempts?: number;
      /** What the person's past changed in the strategy's choice: sentences, kept because the past goes on. */
      learned?: readonly string[];
    }
);

/** Ends the reason of a slot that waits for the hours of the week: a screen looks for it, to say what it waits for. */
export const HOURS_DEFERRED = 'deferred to the hours in which it may be sent';

/** `parts`: what it has filled. */
export type AppliedRule = { name: string; parts: readonly FollowUpPart[]; digest?: Digest };

/** Whether one message speaks for all debts of a person, as far as a rule says it. */
export const DIGESTS = ['on', 'off'] as const;
export type Digest = (typeof DIGESTS)[number];

/** Whether the caller or a rule of the account has said this part. */
export const isSaid = ({ given, rule }: FollowUp & { enabled: true }, part: FollowUpPart): boolean =>
  given.includes(part) || rule?.parts.includes(part) === true;

/** Begins the reason of a plan without the phone's channels. A screen looks for it, to ask whether the number is right. */
export const PHONE_NOT_REACHABLE = 'phone not reachable';

/** A collection that has none has its first plan: from the creation, with slot 1. */
export type PlanStart = {
  /** Slots that were due before are no part of the plan. Instants are ISO 8601. */
  from: string;
  /** The slots before are the attempts on record. */
  firstSlot: number;
  /** The rhythm counts from here, not from the creation: a promise was broken. */
  restartsAt?: string;
  /** By so many steps each tone is firmer: a promise was broken. */
  firmer?: number;
  /** It has the number `firstSlot`; the slots that are computed come after it. */
  asked?: AskedSlot;
};

/** One reminder more, which the merchant asked for; `by`: the member of the account, if it was one. */
export type AskedSlot = { at: string; channels: readonly Channel[]; tone: Tone; by?: By };

export type PauseReason = 'merchant' | 'reply' | 'promise';

/** Without `until` it lasts until the follow-ups are resumed. */
export type Pause = { since: string; until?: string; reason: PauseReason };

/** `brokenAt` is absent while the promise can still be kept. `since`: when the customer made the first of those that followed each other. */
export type StoredPromise = { payBy: string; madeAt: string; brokenAt?: string; since?: string };

/** The slot was claimed and its message was not sent: it is tried again at this instant. */
export type Retry = { slot: number; at: string };

/** The pause of the collection, or that of its customer, which ends with a resume only. */
export const pauseWith = (pause: Pause | undefined, customersSince: string | undefined): Pause | undefined =>
  customersSince === undefined || (pause && pause.until === undefined)
    ? pause
    : { since: customersSince, reason: 'merchant' };

/** The pause, if it is not over. */
export const pauseAt = (pause: Pause | undefined, now: Date): Pause | undefined =>
  pause?.until === undefined || pause.until > now.toISOString() ? pause : undefined;

/** The rules for people do not allow the slot before; the slots before it that are not claimed are late by then. */
export type Deferral = { slot: number; until: string };

/** When the promise must be kept, in milliseconds; undefined if there is none, or if it was broken. */
export const promisedFor = (promise: StoredPromise | undefined): number | undefined =>
  promise === undefined || promise.brokenAt !== undefined ? undefined : Date.parse(promise.payBy);
