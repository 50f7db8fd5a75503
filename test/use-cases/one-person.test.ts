/** Several collections of one person through their plans and runs: together they keep the rules for people. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CADENCES } from '#lib/domain/follow-up/follow-up.ts';
import { NEW_PERSON, type Person } from '#lib/domain/person/person.ts';
import { hoursOf } from '#test/domain/person/a-person.ts';
import { isAllowed, type Sent } from '#test/domain/person/rules-in-words.ts';
import { CREATED_AT, minutesLater } from '#test/support/a-collection.ts';
import { invoke } from './invocation.ts';
import { advanceTo, aWorld, planIn, rowOf, type World } from './world.ts';

const HOUR = 3_600_000;

/** Worlds of one collection each, whose person is one. */
function ofOnePerson(given: readonly Parameters<typeof aWorld>[0][]): World[] {
  let person: Person = NEW_PERSON;
  return given.map((each, nth) => {
    const world = aWorld({ ...each, reference: `INV-${nth}` });
    const set = (next: Person) => {
      person = next;
    };
    return Object.defineProperty(world, 'person', { get: () => person, set });
  });
}

const nextOf = (worlds: readonly World[]): World | undefined =>
  worlds
    .filter(({ row }) => row?.nextRunAt !== undefined)
    .toSorted((a, b) => ((rowOf(a).nextRunAt ?? '') < (rowOf(b).nextRunAt ?? '') ? -1 : 1))[0];

/** `status`: of the collection when it sent the message. The overdue mark may follow at the same instant. */
type Said = Sent & { world: World; status: string };

/** All runs of all of them, in order, and the messages that they sent. */
async function runAll(worlds: readonly World[]): Promise<Said[]> {
  const said: Said[] = [];
  for (let next = nextOf(worlds); next !== undefined; next = nextOf(worlds)) {
    const world = next;
    const { status, nextRunAt = '' } = rowOf(world);
    const before = world.accepted.length;
    advanceTo(world, nextRunAt);
    await invoke(world);
    for (const { at, channel } of world.accepted.slice(before))
      said.push({ at: Date.parse(at), channel, world, status });
  }
  return said.sort((a, b) => a.at - b.at);
}

it('a year of every_5m on four collections of one person stays within twelve messages in any 24 hours, and each slot says why it was not sent', async () => {
  const followUp = { startAfter: 0, cadence: 'every_5m' } as const;
  const given = Array.from({ length: 4 }, (_, nth) => ({ followUp, expiresIn: 525_600, now: minutesLater(7 * nth) }));
  const worlds = ofOnePerson(given);
  const said = await runAll(worlds);
  expect(said.length).toBeGreaterThanOrEqual(60);
  said.forEach(({ at }, nth) => {
    expect(at - (said[nth - 12]?.at ?? Number.NEGATIVE_INFINITY)).toBeGreaterThanOrEqual(24 * HOUR);
  });
  for (const world of worlds) {
    const attempts = [...world.attempts.values()];
    expect(attempts).toHaveLength(60);
    for (const { status, reason } of attempts) expect(['sent', 'contact_cap']).toContain(reason ?? status);
    expect(attempts.filter(({ status }) => status === 'sent')).toHaveLength(world.accepted.length);
    const { slots, removed, reasons } = planIn(world);
    expect([slots.length, removed.every(({ reason }) => reason.length > 0)]).toEqual([60, true]);
    expect(reasons.join('\n')).toMatch(/12 .*24 hours/);
    expect(reasons.join('\n')).toMatch(/60/);
  }
});

const anyCollection = fc.record({
  expiresIn: fc.oneof(fc.integer({ min: 60, max: 3_000 }), fc.integer({ min: 60, max: 20 * 24 * 60 })),
  createdAfter: fc.integer({ min: 0, max: 3_000 }),
  followUp: fc.record(
    {
      startAfter: fc.integer({ min: 0, max: 1_500 }),
      cadence: fc.constantFrom(...CADENCES.filter((cadence) => cadence !== 'every_5m')),
    },
    { requiredKeys: [] },
  ),
});

/** Countries with laws of their own, and without. */
const PHONES = [
  ['+2348031234567', 'NG'],
  ['+573011234567', 'CO'],
  ['+56961234567', 'CL'],
  ['+306912345678', 'GR'],
  ['+12125550104', 'US'],
  ['+593991234567', 'EC'],
] as const;

it('whatever one person’s collections plan, no message that a run sends breaks a rule for people, in any of the countries', async () => {
  const several = fc.array(anyCollection, { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...PHONES), several, async ([phone, country], drawn) => {
      const worlds = ofOnePerson(
        drawn.map(({ expiresIn, createdAfter, followUp }) => {
          const now = new Date(CREATED_AT.getTime() + createdAfter * 60_000);
          return { phone, expiresIn, followUp, now };
        }),
      );
      const said = await runAll(worlds);
      said.forEach(({ at, channel, world, status }, nth) => {
        const { followUp, expiresInMinutes: windowMinutes } = rowOf(world);
        const isChosen = followUp.enabled && !followUp.given.includes('cadence');
        const rules = { country, isOverdue: status === 'overdue', isChosen, windowMinutes };
        const isFine = isAllowed(said.slice(0, nth), at, { rules, channel, hours: hoursOf(country) });
        expect([isFine, new Date(at).toISOString(), channel, rules]).toEqual([
          true,
          expect.any(String),
          channel,
          rules,
        ]);
      });
    }),
    { numRuns: 10 },
  );
});
