/** What is true of everything that the strategy chooses. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import {
  CADENCE_MINUTES,
  CADENCES,
  FOLLOW_UP_PARTS,
  type GivenFollowUp,
  TONES,
} from '#lib/domain/follow-up/follow-up.ts';
import { strategyReasons } from '#lib/domain/follow-up/reasons.ts';
import { completeFollowUp, type StrategyContext } from '#lib/domain/follow-up/strategy.ts';

const minutesOfAYear = (min: number) =>
  fc.oneof(fc.integer({ min, max: 3_000 }), fc.integer({ min, max: 25_000 }), fc.integer({ min, max: 525_600 }));

const anyContext: fc.Arbitrary<StrategyContext> = fc.record({
  amount: fc.record({
    minor: fc.oneof(fc.integer({ min: 1, max: 100_000_000 }), fc.integer({ min: 1, max: 10 ** 14 })),
    currency: fc.constantFrom('NGN', 'GHS', 'USD', 'EUR', 'JPY'),
  }),
  expiresInMinutes: minutesOfAYear(1),
  reachableByPhone: fc.boolean(),
  phoneCountry: fc.constantFrom('NG', 'GH', 'KE', 'ZA', 'US', 'CA', 'FR', undefined),
  hasEmail: fc.boolean(),
});

const anyGiven: fc.Arbitrary<GivenFollowUp> = fc.record(
  {
    enabled: fc.constant(true),
    startAfter: minutesOfAYear(0),
    cadence: fc.constantFrom(...CADENCES),
    channels: fc.uniqueArray(fc.constantFrom(...CHANNELS), { minLength: 1 }),
    tone: fc.constantFrom(...TONES),
  },
  { requiredKeys: [] },
);

const RUNS = { numRuns: 400 };

describe('every completed follow-up', () => {
  it('a completed follow-up is the same for the same input, and survives storage as JSON', () => {
    fc.assert(
      fc.property(anyGiven, anyContext, (given, context) => {
        const followUp = completeFollowUp(given, context);
        expect(completeFollowUp(structuredClone(given), structuredClone(context))).toEqual(followUp);
        expect(JSON.parse(JSON.stringify(followUp))).toStrictEqual(followUp);
      }),
      RUNS,
    );
  });

  it('a completed follow-up is valid: whole minutes, known words, distinct channels, at least one reason', () => {
    fc.assert(
      fc.property(anyGiven, anyContext, (given, context) => {
        const followUp = completeFollowUp(given, context);
        expect(strategyReasons(followUp, context).length).toBeGreaterThan(0);
        if (!followUp.enabled) return;
        const { startAfterMinutes, cadence, channels, tone, maxAttempts } = followUp;
        expect(Number.isInteger(startAfterMinutes) && startAfterMinutes >= 0).toBe(true);
        expect([cadence in CADENCE_MINUTES, TONES.includes(tone)]).toEqual([true, true]);
        expect(channels.length).toBeGreaterThan(0);
        expect(new Set(channels).size).toBe(channels.length);
        if (maxAttempts !== undefined) expect([1, 2, 3, 4, 5, 6, 7, 8]).toContain(maxAttempts);
      }),
      RUNS,
    );
  });

  it('a completed follow-up keeps all that was given, and lists the given parts', () => {
    fc.assert(
      fc.property(anyGiven, anyContext, (given, context) => {
        const followUp = completeFollowUp(given, context);
        if (!followUp.enabled) return;
        const { startAfterMinutes: startAfter, cadence, channels, tone } = followUp;
        expect({ enabled: true, startAfter, cadence, channels, tone }).toMatchObject(given);
        expect(followUp.given).toEqual(FOLLOW_UP_PARTS.filter((part) => part in given));
        expect('maxAttempts' in followUp).toBe(given.cadence === undefined && followUp.steps === undefined);
      }),
      RUNS,
    );
  });

  it('a completed follow-up is on if the caller gave a start or a cadence, and the channels', () => {
    fc.assert(
      fc.property(anyGiven, anyContext, (given, context) => {
        const timed = given.startAfter !== undefined || given.cadence !== undefined;
        if (timed && given.channels) expect(completeFollowUp(given, context).enabled).toBe(true);
      }),
      RUNS,
    );
  });
});

/** The number of reminders that the reasons allow; undefined if they give no number. */
function attemptsSaidIn(reasons: readonly string[]): number | undefined {
  const most = reasons.map((reason) => /at most (\d+)$/.exec(reason)?.[1]).find((number) => number !== undefined);
  if (most === undefined) return undefined;
  const fewer = reasons.includes('low amount: one reminder fewer') ? 1 : 0;
  const more = reasons.includes('high amount: one reminder more') ? 1 : 0;
  return Number(most) - fewer + more;
}

describe('the reasons for a follow-up', () => {
  it('the reasons for a follow-up say what was given, and name the values that the strategy chose', () => {
    fc.assert(
      fc.property(anyGiven, anyContext, (given, context) => {
        const followUp = completeFollowUp(given, context);
        const reasons = strategyReasons(followUp, context);
        if (!followUp.enabled) {
          expect(attemptsSaidIn(reasons) ?? 0).toBe(0);
          return;
        }
        const { startAfterMinutes, cadence, maxAttempts, channels, tone } = followUp;
        // What is not evenly apart is judged by its own examples: due-rhythm.test.ts.
        if (followUp.steps !== undefined) return;
        const start =
          given.startAfter === undefined ? `first reminder after ${startAfterMinutes} minutes` : 'after given';
        expect(reasons[0]?.toLowerCase().endsWith(start)).toBe(true);
        expect(attemptsSaidIn(reasons)).toBe(maxAttempts);
        const isOften = given.cadence === undefined && reasons.some((reason) => reason.endsWith(`: ${cadence}`));
        const hasOwnTiming = given.cadence !== undefined || (given.startAfter !== undefined && maxAttempts === 1);
        if (!hasOwnTiming) expect(isOften).toBe(true);
        expect(reasons.includes('cadence given: as many as the caps allow')).toBe(given.cadence !== undefined);
        expect(reasons.includes('channels given')).toBe(given.channels !== undefined);
        if (given.channels === undefined && context.reachableByPhone) {
          expect(reasons.includes('low amount: no sms')).toBe(!channels.includes('sms'));
          expect(reasons.includes('whatsapp first: most read')).toBe(
            channels[0] === 'whatsapp' && !isAmerican(context),
          );
        }
        expect(reasons.at(-1)?.endsWith(given.tone === undefined ? `amount: ${tone}` : 'tone given')).toBe(true);
      }),
      RUNS,
    );
  });
});

const isAmerican = ({ phoneCountry }: StrategyContext) => phoneCountry === 'US' || phoneCountry === 'CA';

describe('what the strategy chooses itself', () => {
  it('the strategy starts usefully late and before the expiry, with at most one reminder too many for the window', () => {
    fc.assert(
      fc.property(anyContext, (context) => {
        const { expiresInMinutes } = context;
        const followUp = completeFollowUp(undefined, { ...context, amount: { minor: 1, currency: 'EUR' } });
        if (!followUp.enabled) return;
        const { startAfterMinutes, cadence, maxAttempts = 0 } = followUp;
        expect(startAfterMinutes).toBeGreaterThanOrEqual(10);
        expect(startAfterMinutes).toBeLessThan(expiresInMinutes);
        expect(startAfterMinutes + (maxAttempts - 2) * CADENCE_MINUTES[cadence]).toBeLessThan(expiresInMinutes);
      }),
      RUNS,
    );
  });

  it('the strategy uses only channels with an address, and never sms or an urgent tone for a low amount', () => {
    fc.assert(
      fc.property(anyContext, fc.integer({ min: 1, max: 999 }), (context, minor) => {
        const low = { ...context, amount: { minor, currency: 'USD' } };
        const followUp = completeFollowUp(undefined, low);
        if (!followUp.enabled) return;
        expect(followUp.channels).not.toContain('sms');
        expect(followUp.tone).not.toBe('urgent');
        if (!context.reachableByPhone) expect(followUp.channels).toEqual(['email']);
        if (!context.hasEmail) expect(followUp.channels).not.toContain('email');
      }),
      RUNS,
    );
  });
});
