/** Wherever in the country of their phone customers may be, no reminder comes in their night. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { CADENCES } from '#lib/domain/follow-up/follow-up.ts';
import { channelsOf, planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { aPlanInput } from './a-plan-input.ts';

/** Where the owner of a number may be, at both ends of the country. */
const PEOPLE = [
  ['+18085550104', 'Pacific/Honolulu', 'America/New_York'],
  ['+19075550104', 'America/Anchorage', 'America/New_York'],
  ['+12125550104', 'America/New_York', 'America/Los_Angeles'],
  ['+17095550104', 'America/St_Johns', 'America/Vancouver'],
  ['+61412345678', 'Australia/Sydney', 'Australia/Perth'],
  ['+525512345678', 'America/Cancun', 'America/Tijuana'],
  ['+5511961234567', 'America/Sao_Paulo', 'America/Rio_Branco'],
  ['+56961234567', 'America/Punta_Arenas', 'Pacific/Easter'],
  ['+628123456789', 'Asia/Jayapura', 'Asia/Jakarta'],
  ['+243812345678', 'Africa/Lubumbashi', 'Africa/Kinshasa'],
  ['+351912345678', 'Europe/Lisbon', 'Atlantic/Azores'],
  ['+34612345678', 'Europe/Madrid', 'Atlantic/Canary'],
  ['+9779841234567', 'Asia/Kathmandu', 'Asia/Kathmandu'],
  ['+2348031234567', 'Africa/Lagos', 'Africa/Lagos'],
] as const;

const minutes = (min: number) => fc.oneof(fc.integer({ min, max: 3_000 }), fc.integer({ min, max: 525_600 }));

const anyRequest = fc.record({
  person: fc.constantFrom(...PEOPLE),
  createdAt: fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true }),
  expiresInMinutes: minutes(1),
  followUp: fc.record({ startAfter: minutes(0), cadence: fc.constantFrom(...CADENCES) }, { requiredKeys: [] }),
});

const clocks = new Map<string, Intl.DateTimeFormat>();

function hourIn(timeZone: string, at: number): number {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' });
  clocks.set(timeZone, clock);
  return Number(clock.format(at));
}

type Request = { createdAt: Date; expiresInMinutes: number; followUp: object };

function planOf(typed: string, { createdAt, ...given }: Request) {
  const phone = parsePhone(typed, undefined);
  const { collection } = aPlanInput({ ...given, createdAt: createdAt.toISOString(), phoneCountry: phone.country });
  return planFollowUps(collection, { phone, account: {}, availableChannels: CHANNELS, optedOut: [] });
}

it('none of 10,000 random requests has a reminder in the night of anybody at either end of the country', () => {
  fc.assert(
    fc.property(anyRequest, ({ person: [typed, east, west], ...request }) => {
      for (const { dueAt } of planOf(typed, request).slots) {
        for (const zone of [east, west]) {
          const hour = hourIn(zone, dueAt);
          if (hour < 8 || hour >= 20) throw new Error(`${new Date(dueAt).toISOString()} is ${hour} h in ${zone}`);
        }
      }
    }),
    { numRuns: 10_000 },
  );
});

it('no random request to a Russian phone uses it, and emails come in the day of Moscow', () => {
  fc.assert(
    fc.property(anyRequest, (request) => {
      const plan = planOf('+79161234567', request);
      for (const [index, { dueAt }] of plan.slots.entries()) {
        expect(channelsOf(plan, index + 1)).toEqual(['email']);
        const hour = hourIn('Europe/Moscow', dueAt);
        expect(hour >= 8 && hour < 20).toBe(true);
      }
    }),
    { numRuns: 200 },
  );
});
