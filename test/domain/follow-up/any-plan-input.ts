/** Arbitrary inputs of the plan, and the time zones that must be respected for their countries. */
import fc from 'fast-check';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { CADENCES, type GivenFollowUp, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { aPlanInput, type PlanInput } from './a-plan-input.ts';

/** Countries with some of their zones and the closing hour. Without a country, the account's is used: Kenya. */
export const LOCAL_HOURS = new Map<string | undefined, { zones: readonly string[]; closes: number }>([
  ['NG', { zones: ['Africa/Lagos'], closes: 20 }],
  ['GH', { zones: ['Africa/Accra'], closes: 19 }],
  ['US', { zones: ['America/New_York', 'America/Los_Angeles'], closes: 20 }],
  ['CA', { zones: ['America/St_Johns', 'America/Toronto', 'America/Vancouver'], closes: 20 }],
  ['MX', { zones: ['America/Cancun', 'America/Mexico_City', 'America/Tijuana'], closes: 20 }],
  ['BR', { zones: ['America/Sao_Paulo', 'America/Manaus', 'America/Rio_Branco'], closes: 20 }],
  ['GB', { zones: ['Europe/London'], closes: 20 }],
  ['EG', { zones: ['Africa/Cairo'], closes: 20 }],
  ['AU', { zones: ['Australia/Perth', 'Australia/Adelaide', 'Australia/Sydney'], closes: 20 }],
  ['CL', { zones: ['America/Punta_Arenas', 'America/Santiago', 'Pacific/Easter'], closes: 20 }],
  ['NP', { zones: ['Asia/Kathmandu'], closes: 20 }],
  ['RU', { zones: ['Europe/Moscow'], closes: 20 }],
  [undefined, { zones: ['Africa/Nairobi'], closes: 20 }],
]);

const minutes = (min: number) =>
  fc.oneof(fc.integer({ min, max: 400 }), fc.integer({ min, max: 3_000 }), fc.integer({ min, max: 525_600 }));

const anyGiven: fc.Arbitrary<GivenFollowUp> = fc.record(
  {
    startAfter: minutes(0),
    cadence: fc.constantFrom(...CADENCES),
    channels: fc.uniqueArray(fc.constantFrom(...CHANNELS), { minLength: 1 }),
    tone: fc.constantFrom(...TONES),
  },
  { requiredKeys: [] },
);

const someChannels = fc.subarray([...CHANNELS]);

export const anyPlanInput: fc.Arbitrary<PlanInput> = fc
  .record({
    id: fc.string({ minLength: 1, maxLength: 8 }),
    createdAt: fc
      .date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString()),
    expiresInMinutes: minutes(1),
    followUp: fc.option(anyGiven, { nil: undefined }),
    amount: fc.record({ minor: fc.integer({ min: 1, max: 10 ** 8 }), currency: fc.constantFrom('NGN', 'USD', 'EUR') }),
    phoneCountry: fc.constantFrom(...LOCAL_HOURS.keys()),
    accountCountry: fc.constant('KE'),
    reachableByPhone: fc.boolean(),
    availableChannels: fc.oneof(fc.constant([...CHANNELS]), someChannels),
    optedOut: fc.oneof(fc.constant([]), someChannels),
  })
  .map(aPlanInput);
