/** What changes a plan in flight: where the current plan begins, a pause, a promise to pay, and a reminder asked for. */

import type { Channel } from '#lib/domain/channels/channels.ts';
import type { By } from '#lib/domain/member.ts';
import type { Tone } from './follow-up.ts';

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
