/** People, their rules and their past for tests, with ordinary values by default. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import { NEW_PERSON, type Person, type PersonPayment, withSend } from '#lib/domain/person/person.ts';
import { type PersonCase, type PersonRules, policyFor } from '#lib/domain/person/policy.ts';
import { type OpeningHours, openingHoursIn } from '#lib/domain/time/local-time.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const A_WEEK = 7 * 24 * 60;
const A_DAY = 24 * 60;

export const ALL: readonly Channel[] = ['whatsapp', 'sms', 'email'];

/** Each as its instant without seconds, or with its channel. */
export type Sent = string | [string, Channel];

/** Who was sent these messages, all of one collection. */
export function aPerson(...sent: Sent[]): Person {
  let person = NEW_PERSON;
  for (const each of sent) {
    const [at, channel] = typeof each === 'string' ? [each, 'whatsapp' as const] : each;
    person = withSend(person, { at: at_(at), channel, hash: 'abc' });
  }
  return person;
}

/** The milliseconds of `2026-03-02T09:00`, in UTC. */
export const at_ = (minute: string): number => Date.parse(`${minute}:00.000Z`);

export const minuteOf = (at: number): string => new Date(at).toISOString().slice(0, 16);

export const theRules = (changes: Partial<PersonCase> = {}): PersonRules =>
  policyFor({ country: 'NG', isOverdue: false, isChosen: true, windowMinutes: A_DAY, ...changes });

export const hoursOf = (country = 'NG'): OpeningHours => openingHoursIn({ country, areaZone: undefined }, ALL);

/** Paid an hour after its collection, 20 minutes after a reminder by `channel`, if one is named. */
export const aPayment = (minute: string, channel?: Channel, changes: Partial<PersonPayment> = {}): PersonPayment => ({
  at: `${minute}:00.000Z`,
  minutesToPay: 60,
  reminded: channel !== undefined,
  ...(channel !== undefined && { channel, minutesSinceDelivery: 20 }),
  ...changes,
});
