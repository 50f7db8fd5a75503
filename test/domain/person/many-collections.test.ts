/** A person with many collections, each with a plan of its own: whatever they ask for, the rules for the person hold. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { CADENCE_MINUTES, CADENCES } from '#lib/domain/follow-up/follow-up.ts';
import { placeSlots } from '#lib/domain/follow-up/place-slots.ts';
import { judgeSlot } from '#lib/domain/person/judge.ts';
import { NEW_PERSON, type Person, withSend } from '#lib/domain/person/person.ts';
import { type PersonCase, policyFor } from '#lib/domain/person/policy.ts';
import type { OpeningHours } from '#lib/domain/time/local-time.ts';
import { ALL, DAY, HOUR, hoursOf, MINUTE } from './a-person.ts';
import { anyCase, COUNTRIES, isAllowed, type Sent } from './rules-in-words.ts';

const START = Date.parse('2026-03-02T06:00:00.000Z');

type Owned = { rules: PersonCase; due: readonly number[]; expiresAt: number };
type Run = { at: number; owner: Owned; nth: number };
type Said = Sent & { rules: PersonCase };

/** Runs each slot when it is due, and again when it was deferred to, as the follow-up function does. */
function messagesTo(collections: readonly Owned[], hours: OpeningHours): { said: Said[]; skipped: number } {
  const runs: Run[] = collections.flatMap((owner) => owner.due.map((at, nth) => ({ at, owner, nth })));
  let person: Person = NEW_PERSON;
  const said: Said[] = [];
  let skipped = 0;
  while (runs.length > 0) {
    runs.sort((a, b) => b.at - a.at);
    const { at, owner, nth } = runs.pop() as Run;
    const channels = [...ALL.slice(nth % 3), ...ALL.slice(0, nth % 3)];
    const until = owner.due[nth + 1] ?? owner.expiresAt;
    const judged = judgeSlot(person, policyFor(owner.rules), { at, channels, hours, until });
    if (judged.kind === 'defer') {
      expect(judged.until).toBeGreaterThan(at);
      runs.push({ at: judged.until, owner, nth });
    } else if (judged.kind === 'send') {
      const [channel] = judged.channels;
      said.push({ at, channel, rules: owner.rules });
      person = withSend(person, { at, channel, hash: String(collections.indexOf(owner)) });
    } else skipped += 1;
  }
  return { said, skipped };
}

/** The slots of a collection that begins then, in the hours. */
function dueOf(
  firstAt: number,
  step: number,
  { expiresAt, hours, id }: { expiresAt: number; hours: OpeningHours; id: string },
) {
  const count = Math.max(0, Math.ceil((expiresAt - firstAt) / step));
  return placeSlots({ firstAt, step, count, expiresAt, hours, id }).map(({ dueAt }) => dueAt);
}

const anyCollection = fc.record({
  rules: anyCase,
  cadence: fc.constantFrom(...CADENCES),
  startsAfter: fc.integer({ min: 0, max: 3 * 24 * 60 }),
});

describe('a person with several collections', () => {
  it('no message breaks a rule of the collection that it belongs to, whatever the others send', () => {
    const collections = fc.array(anyCollection, { minLength: 1, maxLength: 8, size: 'max' });
    fc.assert(
      fc.property(fc.constantFrom(...COUNTRIES), collections, (country, drawn) => {
        const hours = hoursOf(country);
        const owned = drawn.map(({ rules, cadence, startsAfter }, nth): Owned => {
          const firstAt = START + startsAfter * MINUTE;
          const expiresAt = firstAt + Math.min(rules.windowMinutes, 14 * 24 * 60) * MINUTE;
          const due = dueOf(firstAt, CADENCE_MINUTES[cadence] * MINUTE, { expiresAt, hours, id: `pay_${nth}` });
          return { rules: { ...rules, country }, due, expiresAt };
        });
        const { said } = messagesTo(owned, hours);
        said.forEach(({ at, channel, rules }, nth) => {
          const before = said.slice(Math.max(0, nth - 60), nth);
          expect([isAllowed(before, at, { rules, channel, hours }), at, channel, rules]).toEqual([
            true,
            at,
            channel,
            rules,
          ]);
        });
      }),
      { numRuns: 50 },
    );
  });

  it('a year of every_5m on ten collections stays within twelve messages in any 24 hours', () => {
    const hours = hoursOf();
    const rules = { country: 'NG', isOverdue: false, isChosen: false, windowMinutes: 525_600 };
    const expiresAt = START + 365 * DAY;
    const owned = Array.from({ length: 10 }, (_, nth): Owned => {
      const firstAt = START + nth * 7 * MINUTE;
      return { rules, due: dueOf(firstAt, 5 * MINUTE, { expiresAt, hours, id: `pay_${nth}` }), expiresAt };
    });
    const { said, skipped } = messagesTo(owned, hours);
    expect(said.length + skipped).toBe(600);
    expect(said.length).toBeGreaterThan(50);
    said.forEach(({ at }, nth) => {
      expect(at - (said[nth - 12]?.at ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(24 * HOUR);
    });
  });

  it('ten strategies of the service for one person send no more than one alone may', () => {
    const hours = hoursOf();
    const rules = { country: 'NG', isOverdue: false, isChosen: true, windowMinutes: 7 * 24 * 60 };
    const owned = Array.from({ length: 10 }, (_, nth): Owned => {
      const due = [0, 2, 4].map((day) => START + 4 * HOUR + day * DAY + nth * MINUTE);
      return { rules, due, expiresAt: START + 7 * DAY };
    });
    const { said } = messagesTo(owned, hours);
    const days = said.map(({ at }) => Math.floor((at - START) / DAY));
    expect(said).toHaveLength(3);
    expect(new Set(days).size).toBe(3);
  });
});

it('one channel a week holds for all collections together in Colombia', () => {
  const hours = hoursOf('CO');
  const rules = { country: 'CO', isOverdue: false, isChosen: false, windowMinutes: 14 * 24 * 60 };
  const owned = Array.from({ length: 5 }, (_, nth): Owned => {
    const expiresAt = START + 14 * DAY;
    return { rules, due: dueOf(START + nth * HOUR, 2 * HOUR, { expiresAt, hours, id: `pay_${nth}` }), expiresAt };
  });
  const { said } = messagesTo(owned, hours);
  const inWeek = (from: number): Channel[] =>
    said.filter(({ at }) => at >= from && at < from + 7 * DAY).map(({ channel }) => channel);
  expect(said.length).toBeGreaterThan(5);
  for (const { at } of said) expect(new Set(inWeek(at)).size).toBe(1);
});
