/** What is true of every plan, on random collections. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextRun } from '#lib/domain/follow-up/decide.ts';
import { stepsOfLife } from '#lib/domain/follow-up/due-rhythm.ts';
import { CADENCE_MINUTES, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { channelsOf, firstRunAt } from '#lib/domain/follow-up/plan.ts';
import { strategyReasons } from '#lib/domain/follow-up/reasons.ts';
import { explainedPlanFor, type PlanInput, planFor, settingOf } from './a-plan-input.ts';
import { anyPlanInput, LOCAL_HOURS } from './any-plan-input.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const RUNS = { numRuns: 120 };

const always = (claim: (plan: ReturnType<typeof explainedPlanFor>, input: PlanInput) => void) =>
  fc.assert(
    fc.property(anyPlanInput, (input) => {
      claim(explainedPlanFor(input), input);
    }),
    RUNS,
  );

const time = (iso: string) => Date.parse(iso);
const ceilMinute = (at: number) => Math.ceil(at / MINUTE) * MINUTE;

/** Computes local time in another way than the code under test. */
const clocks = new Map<string, Intl.DateTimeFormat>();
const hourIn = (timeZone: string, at: number) => {
  const clock = clocks.get(timeZone) ?? new Intl.DateTimeFormat('en-GB', { timeZone, hour: '2-digit' });
  clocks.set(timeZone, clock);
  return Number(clock.format(at));
};
const isOpenIn = (country: string | undefined, at: number) => {
  const { zones = [], closes = 0 } = LOCAL_HOURS.get(country) ?? {};
  return zones.every((zone) => hourIn(zone, at) >= 8 && hourIn(zone, at) < closes);
};

/** The first nominal minutes, up to a number, by their definition. */
const nominalMinutes = ({ collection }: PlanInput, max: number): number[] => {
  const { followUp, createdAt, expiresAt } = collection;
  if (!followUp.enabled) return [];
  const limit = Math.min(max, followUp.maxAttempts ?? max);
  const times: number[] = [];
  if (followUp.steps === 'life') {
    const steps = stepsOfLife(collection.expiresInMinutes).map((step) => time(createdAt) + step * MINUTE);
    return steps.map(ceilMinute);
  }
  let at = time(createdAt) + followUp.startAfterMinutes * MINUTE;
  for (; at < time(expiresAt) && times.length < limit; at += CADENCE_MINUTES[followUp.cadence] * MINUTE) times.push(at);
  return times.map(ceilMinute);
};

describe('every plan', () => {
  it('every plan is the same for the same input, and is plain data', () => {
    always((plan, input) => {
      expect(explainedPlanFor(structuredClone(input))).toEqual(plan);
      expect(JSON.parse(JSON.stringify(plan))).toStrictEqual(plan);
    });
  });

  it('every plan numbers its slots from 1, on increasing whole minutes between creation and expiry', () => {
    always(({ slots }, { collection: { createdAt, expiresAt } }) => {
      let previous = time(createdAt) - 1;
      slots.forEach(({ slot, dueAt, nominalAt }, index) => {
        expect(slot).toBe(index + 1);
        expect(time(dueAt) % MINUTE).toBe(0);
        expect(time(dueAt)).toBeGreaterThan(previous);
        expect(time(dueAt)).toBeGreaterThanOrEqual(time(nominalAt));
        expect(dueAt < expiresAt).toBe(true);
        previous = time(dueAt);
      });
    });
  });

  it('no plan has a slot outside opening hours, nor an sms on a Sunday in Ghana', () => {
    always(({ slots }, { phoneCountry }) => {
      for (const { dueAt, channel, fallbacks } of slots) {
        expect(isOpenIn(phoneCountry, time(dueAt)), `${dueAt} in ${phoneCountry}`).toBe(true);
        const isGhanasSunday = phoneCountry === 'GH' && new Date(dueAt).getUTCDay() === 0;
        if (isGhanasSunday) expect([channel, ...fallbacks]).not.toContain('sms');
      }
    });
  });

  it('a plan moves only slots in quiet hours, to less than 30 minutes after the next opening', () => {
    always(({ slots, hours }, { phoneCountry }) => {
      for (const { dueAt, nominalAt } of slots) {
        const nominal = ceilMinute(time(nominalAt));
        if (nominal === time(dueAt)) continue;
        if (!hours.closedOnSunday) expect(isOpenIn(phoneCountry, nominal)).toBe(false);
        const before = time(dueAt) - 30 * MINUTE;
        if (before > nominal) expect(isOpenIn(phoneCountry, before)).toBe(false);
        if (before > nominal + 4 * DAY) throw new Error('moved by days');
      }
    });
  });

  it('a slot that was moved is at least an hour or one cadence apart from its neighbours', () => {
    always(({ slots }, { collection: { followUp } }) => {
      if (!followUp.enabled) return;
      const apart = Math.min(CADENCE_MINUTES[followUp.cadence], 60) * MINUTE;
      const isMoved = (slot: (typeof slots)[number]) => time(slot.dueAt) !== ceilMinute(time(slot.nominalAt));
      for (const [index, slot] of slots.slice(1).entries()) {
        const before = slots[index] as typeof slot;
        if (isMoved(slot) || isMoved(before))
          expect(time(slot.dueAt) - time(before.dueAt)).toBeGreaterThanOrEqual(apart);
      }
    });
  });

  it('every plan has at most 12 slots in any 24 hours and 60 in total', () => {
    always(({ slots }) => {
      expect(slots.length).toBeLessThanOrEqual(60);
      slots.slice(12).forEach(({ dueAt }, index) => {
        expect(time(dueAt) - time(slots[index]?.dueAt ?? '')).toBeGreaterThanOrEqual(DAY);
      });
    });
  });

  it('a plan lists every nominal time as a slot or as removed, until the list is full', () => {
    always(({ slots, removed, reasons }, input) => {
      const shown = [
        ...slots.map(({ nominalAt }) => ceilMinute(time(nominalAt))),
        ...removed.map(({ dueAt }) => dueAt),
      ];
      shown.sort((a, b) => a - b);
      if (removed[0]?.reason === 'after_expiry') {
        expect([slots, removed.length, removed[0].dueAt >= time(input.collection.expiresAt)]).toEqual([[], 1, true]);
      } else if (!reasons.at(-1)?.startsWith('no channel left')) {
        expect(shown).toEqual(nominalMinutes(input, shown.length));
        if (removed.length < 2000) expect(nominalMinutes(input, shown.length + 1)).toHaveLength(shown.length);
      }
    });
  });

  it('a plan removes slots for a cap only where the cap is met, and never before slots that stay', () => {
    always(({ slots, removed, hours }, { phoneCountry }) => {
      for (const { dueAt: at, reason } of removed) {
        if (reason === 'cap_collection')
          expect(slots.length === 60 && at > time(slots[59]?.nominalAt ?? '')).toBe(true);
        if (reason !== 'cap_24h' || hours.closedOnSunday || !isOpenIn(phoneCountry, at)) continue;
        expect(slots.filter((slot) => time(slot.dueAt) > at - DAY && time(slot.dueAt) <= at)).toHaveLength(12);
      }
    });
  });

  it('a plan’s tone never gets milder, starts as the collection shows, and is urgent at most once unless it was given', () => {
    always(({ slots }, { collection: { followUp } }) => {
      if (!followUp.enabled) return;
      const firmness = slots.map(({ tone }) => TONES.indexOf(tone));
      expect(firmness).toEqual(firmness.toSorted());
      if (slots[0]) expect(slots[0].tone).toBe(followUp.tone);
      if (!followUp.given.includes('tone')) expect(firmness.filter((each) => each === 2).length).toBeLessThan(2);
    });
  });

  it('a plan uses only usable channels of the collection, and each slot starts with the next one', () => {
    always(({ slots }, { collection: { followUp }, availableChannels, optedOut, reachableByPhone, phoneCountry }) => {
      if (!followUp.enabled) return;
      const usable = followUp.channels.filter(
        (channel) =>
          availableChannels.includes(channel) &&
          !optedOut.includes(channel) &&
          ((reachableByPhone && phoneCountry !== 'RU') || channel === 'email'),
      );
      for (const { slot, channel, fallbacks } of slots) {
        const order = usable.map((_, index) => usable[(slot - 1 + index) % usable.length]);
        const sunday = phoneCountry === 'GH' && [channel, ...fallbacks].length < usable.length;
        expect([channel, ...fallbacks]).toEqual(order.filter((each) => !(sunday && each === 'sms')));
      }
    });
  });

  it('a plan is overdue one cadence after its last slot, if that is before the expiry', () => {
    always(({ overdueAt }, input) => {
      const { followUp, expiresAt } = input.collection;
      const last = planFor(input).slots.at(-1);
      if (!followUp.enabled || last === undefined) return expect(overdueAt).toBeUndefined();
      const mark = new Date(last.dueAt + CADENCE_MINUTES[followUp.cadence] * MINUTE).toISOString();
      return expect(overdueAt).toBe(mark < expiresAt ? mark : undefined);
    });
  });

  it('a plan gives exactly the reasons for which the strategy was chosen', () => {
    always(({ reasons, enabled }, { collection, reachableByPhone, phoneCountry }) => {
      const { amount, expiresInMinutes, followUp } = collection;
      if (!followUp.enabled) expect([enabled, reasons.length > 0]).toEqual([false, true]);
      const context = { amount, expiresInMinutes, reachableByPhone, phoneCountry, hasEmail: true };
      const chosen = strategyReasons(followUp, context);
      return expect(reasons.slice(0, chosen.length)).toEqual(chosen);
    });
  });

  it('the explained plan has the same slots, times and channels as the plan that is carried out, and none to come while every channel is opted out', () => {
    always(({ slots }, input) => {
      const plan = planFor(input);
      if (plan.isOptedOut) return expect([slots, plan.channels]).toEqual([[], []]);
      const carriedOut = plan.slots.map(({ dueAt, nominalAt }, index) => {
        const times = { dueAt: new Date(dueAt).toISOString(), nominalAt: new Date(nominalAt).toISOString() };
        return { ...times, channels: channelsOf(plan, index + 1) };
      });
      const explained = slots.map(({ dueAt, nominalAt, channel, fallbacks }) => {
        return { dueAt, nominalAt, channels: [channel, ...fallbacks] };
      });
      return expect(explained).toEqual(carriedOut);
    });
  });

  it('the first run is the first slot, computed without the other slots, or else the expiry, as if nobody had opted out', () => {
    always((_, input) => {
      const { collection } = input;
      const plan = planFor({ ...input, optedOut: [] });
      const state = { plan, status: 'pending', nextSlot: 1, expiresAt: collection.expiresAt } as const;
      const first = new Date(firstRunAt(collection, settingOf(input))).toISOString();
      expect({ nextRunAt: first }).toEqual(nextRun(state));
    });
  });
});
