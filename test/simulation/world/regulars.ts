/**
 * In some worlds each business has a customer of many months: how they paid, and what they left unread, is on record when the world
 * begins. Plans for them are looked at, which nothing changes. Drawn apart from all else.
 */

import { changePerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import type { Paid, Past } from '#test/simulation/model/past.ts';
import { CHANNELS, DAY, HOUR, iso, MINUTE, TONES } from '#test/simulation/model/wire.ts';
import type { Act } from './acts.ts';
import { erasesIn } from './erasure.ts';
import { operatesIn } from './operator.ts';
import type { Tenant } from './tenants.ts';

/** By name, so that each can be left out. */
export const REGULARS = Array.from({ length: 8 }, (_, index) => `plan for a regular ${index}`);
const SHARE = 0.3;

/** Of customers that no other act has; the last lives by a clock of three quarters of an hour. */
const PHONES = ['+2347010000001', '+12025550199', '+447700900001', '+9779800000001'];
/** A person keeps the last five. */
const PAYMENTS = [0, 2, 3, 4, 5, 5];
const MINUTES_TO_PAY = [3, 30, 59, 60, 61, 240, 700, 2_000];
const SINCE_DELIVERY = [0, 59, 60, 61, 120, 1_439];

/** `person`: by the phone, in E.164. */
export type Regular = { account: string; person: string; past: Past };

/** What is erased has to be all of a person's: their pasts would be nobody's. */
const isIn = (seed: number, without: ReadonlySet<string>): boolean =>
  !REGULARS.every((name) => without.has(name)) &&
  randomFrom(seed, 'regulars').bool(SHARE) &&
  !erasesIn(seed, without) &&
  !operatesIn(seed, without);

/** Before the world begins. */
export async function openRegulars(
  seed: number,
  tenants: readonly Tenant[],
  { start, without }: { start: number; without: ReadonlySet<string> },
): Promise<Regular[]> {
  if (!isIn(seed, without)) return [];
  const regulars = tenants.map(({ account }, index): Regular => {
    const random = randomFrom(seed, `past ${index}`);
    return { account: account.id, person: phoneOf(seed, index), past: aPast(random, start) };
  });
  for (const { account, person: matchKey, past } of regulars) {
    const payments = past.paid.map(({ at, minutesToPay, reminded, by }) => ({
      at: iso(at),
      minutesToPay,
      reminded,
      ...(by && { channel: by.channel, minutesSinceDelivery: by.sinceDelivery }),
    }));
    const unread = past.unread && { count: past.unread.count, at: iso(past.unread.at) };
    await changePerson(table, { account, matchKey }, (person) => ({ ...person, payments, ...(unread && { unread }) }));
  }
  return regulars;
}

const phoneOf = (seed: number, index: number): string => randomFrom(seed, `regular ${index}`).pick(PHONES);

function aPast(random: Random, start: number): Past {
  const favourite = random.pick(CHANNELS);
  const hour = random.between(0, 23);
  const paid = Array.from({ length: random.pick(PAYMENTS) }, (_, index): Paid => {
    const day = Math.floor(start / DAY) * DAY - (300 - index * 10) * DAY;
    const reminded = random.bool(0.7);
    const channel = random.bool(0.7) ? favourite : random.pick(CHANNELS);
    return {
      at: day + (hour + random.between(0, random.bool(0.7) ? 2 : 12)) * HOUR + random.between(0, 59) * MINUTE,
      minutesToPay: random.pick(MINUTES_TO_PAY),
      reminded,
      by: reminded && random.bool(0.95) ? { channel, sinceDelivery: random.pick(SINCE_DELIVERY) } : undefined,
    };
  });
  const days = random.pick([1, 29, 31]);
  return { paid, unread: random.bool(0.5) ? { count: random.between(1, 4), at: start - days * DAY } : undefined };
}

/** Each at the moment of another act. */
export function planForRegulars(seed: number, tenants: readonly Tenant[], moments: readonly number[]): Act[] {
  const random = randomFrom(seed, 'plans for regulars');
  if (!isIn(seed, new Set())) return [];
  return REGULARS.map((name) => {
    const index = random.between(0, tenants.length - 1);
    const by = tenants[index] as Tenant;
    const body = {
      reference: `${by.mark} regular`,
      amount: { value: random.pick([500, 45_000, 700_000]), currency: 'NGN' },
      contact: { firstName: `Ada ${by.mark}`, lastName: 'Obi', phone: phoneOf(seed, index), email: 'reg@example.com' },
      expiresIn: random.pick([30, 60, 240, 720, 1440, 2880, 4320, 20_160]),
      followUp: {
        ...(random.bool(0.1) && { startAfter: 30 }),
        ...(random.bool(0.1) && { cadence: 'every_1h' }),
        ...(random.bool(0.2) && { channels: CHANNELS }),
        ...(random.bool(0.2) && { tone: random.pick(TONES) }),
      },
    };
    const asked = { by, operation: 'preview-follow-ups', call: { method: 'POST', body } } as const;
    return { name, after: random.pick(moments), asked };
  });
}
