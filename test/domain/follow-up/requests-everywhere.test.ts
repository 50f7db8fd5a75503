/** Requests to people of many countries: no reminders in a burst, none in anybody's night, and none beyond what one person may get. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { CADENCE_MINUTES, CADENCES } from '#lib/domain/follow-up/follow-up.ts';
import { channelsOf, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { isAllowed } from '#test/domain/person/rules-in-words.ts';
import { aPlanInput } from './a-plan-input.ts';

/** A phone, and both ends of its country. */
const PEOPLE = [
  ['+2348031234567', 'Africa/Lagos', 'Africa/Lagos'],
  ['+18085550104', 'America/New_York', 'Pacific/Honolulu'],
  ['+16045550104', 'America/St_Johns', 'America/Vancouver'],
  ['+525512345678', 'America/Cancun', 'America/Tijuana'],
  ['+56961234567', 'America/Punta_Arenas', 'Pacific/Easter'],
  ['+61412345678', 'Australia/Sydney', 'Australia/Perth'],
  ['+447400123456', 'Europe/London', 'Europe/London'],
  ['+306912345678', 'Europe/Athens', 'Europe/Athens'],
  ['+233201234567', 'Africa/Accra', 'Africa/Accra'],
  ['+19075550104', 'America/Anchorage', 'America/New_York'],
  ['+12125550104', 'America/New_York', 'America/Los_Angeles'],
  ['+17095550104', 'America/St_Johns', 'America/Vancouver'],
  ['+5511961234567', 'America/Sao_Paulo', 'America/Rio_Branco'],
  ['+628123456789', 'Asia/Jayapura', 'Asia/Jakarta'],
  ['+243812345678', 'Africa/Lubumbashi', 'Africa/Kinshasa'],
  ['+351912345678', 'Europe/Lisbon', 'Atlantic/Azores'],
  ['+34612345678', 'Europe/Madrid', 'Atlantic/Canary'],
  ['+9779841234567', 'Asia/Kathmandu', 'Asia/Kathmandu'],
] as const;

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const START = Date.parse('2026-03-20T00:00:00.000Z');

const anyRequest = fc.record({
  person: fc.constantFrom(...PEOPLE),
  // The clocks of most countries change in the month that follows the start.
  minuteOfCreation: fc.oneof(fc.integer({ min: 0, max: 30 * 24 * 60 }), fc.integer({ min: 0, max: 1_000 * 24 * 60 })),
  expiresInMinutes: fc.oneof(
    fc.integer({ min: 1, max: 3_000 }),
    fc.integer({ min: 1, max: 60 * 24 * 60 }),
    fc.integer({ min: 1, max: 525_600 }),
  ),
  followUp: fc.record(
    { startAfter: fc.integer({ min: 0, max: 3_000 }), cadence: fc.constantFrom(...CADENCES) },
    { requiredKeys: [] },
  ),
});

const clocks = new Map<string, Intl.DateTimeFormat>();
const hours = new Map<string, number>();

/** Clocks change at half hours only, so that each half hour is looked up once. */
function hourIn(timeZone: string, at: number): number {
  const key = `${timeZone} ${Math.floor(at / (30 * MINUTE))}`;
  const known = hours.get(key);
  if (known !== undefined) return known;
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' });
  clocks.set(timeZone, clock);
  const hour = Number(clock.format(at));
  hours.set(key, hour);
  return hour;
}

it('no request plans a burst, a reminder at night, or more than one person may get', () => {
  let reminders = 0;
  fc.assert(
    fc.property(anyRequest, ({ person: [typed, east, west], minuteOfCreation, expiresInMinutes, followUp }) => {
      const phone = parsePhone(typed, undefined);
      const createdAt = new Date(START + minuteOfCreation * MINUTE).toISOString();
      const { collection } = aPlanInput({ createdAt, expiresInMinutes, followUp, phoneCountry: phone.country });
      const setting = { phone, account: {}, availableChannels: CHANNELS, optedOut: [] };
      const plan = planFollowUps(collection, setting);
      // A window that is too short for a reminder.
      if (!collection.followUp.enabled) return;
      const apart = Math.min(CADENCE_MINUTES[collection.followUp.cadence], 60) * MINUTE;
      const rules = {
        country: phone.country,
        isOverdue: false,
        isChosen: followUp.cadence === undefined,
        windowMinutes: expiresInMinutes,
      };
      const sent = plan.slots.map(({ dueAt }, index) => {
        return { at: dueAt, channel: channelsOf(plan, index + 1)[0] ?? ('email' as const) };
      });
      plan.slots.forEach(({ dueAt, nominalAt }, index) => {
        const say = (fault: string) => new Error(`${new Date(dueAt).toISOString()} to ${typed}: ${fault}`);
        const before = plan.slots[index - 1];
        const isMoved = dueAt !== Math.ceil(nominalAt / MINUTE) * MINUTE;
        const isAfterMoved = before !== undefined && before.dueAt !== Math.ceil(before.nominalAt / MINUTE) * MINUTE;
        if (before && (isMoved || isAfterMoved) && dueAt - before.dueAt < apart) throw say('a burst');
        for (const zone of [east, west]) {
          const hour = hourIn(zone, dueAt);
          if (hour < 8 || hour >= 20) throw say(`night in ${zone}`);
        }
        const recent = sent.slice(0, index).filter(({ at }) => at > dueAt - 31 * DAY);
        const message = { rules, channel: sent[index]?.channel ?? 'email', hours: plan.hours };
        if (!isAllowed(recent, dueAt, message)) throw say('beyond the rules');
        reminders += 1;
      });
    }),
    { numRuns: 1_500 },
  );
  expect(reminders).toBeGreaterThan(7_500);
});

it('no request to a Russian phone uses it, and emails come in the day of Moscow', () => {
  fc.assert(
    fc.property(anyRequest, ({ minuteOfCreation, expiresInMinutes, followUp }) => {
      const phone = parsePhone('+79161234567', undefined);
      const createdAt = new Date(START + minuteOfCreation * MINUTE).toISOString();
      const { collection } = aPlanInput({ createdAt, expiresInMinutes, followUp, phoneCountry: phone.country });
      const plan = planFollowUps(collection, { phone, account: {}, availableChannels: CHANNELS, optedOut: [] });
      for (const [index, { dueAt }] of plan.slots.entries()) {
        const hour = hourIn('Europe/Moscow', dueAt);
        expect([channelsOf(plan, index + 1), hour >= 8 && hour < 20]).toEqual([['email'], true]);
      }
    }),
    { numRuns: 100 },
  );
});
