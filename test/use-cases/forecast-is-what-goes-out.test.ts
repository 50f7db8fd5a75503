/** A forecast says what the clock then sends: the same slots at the same minutes by the same channels, if nothing else happens. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { CADENCES } from '#lib/domain/follow-up/follow-up.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { examplePlan } from '#lib/domain/forecast/forecast.ts';
import { forecastPerson } from '#lib/domain/forecast/person-forecast.ts';
import { NEW_PERSON } from '#lib/domain/person/person.ts';
import { rulesOf } from '#lib/domain/person/policy.ts';
import { breakPromise } from '#lib/domain/revisions/promise-payment.ts';
import { anAccount } from '#test/support/a-collection.ts';
import { invoke } from './invocation.ts';
import { advanceTo, aWorld, rowOf, settingIn, type World } from './world.ts';

const aGiven = fc.record({
  expiresIn: fc.oneof(fc.integer({ min: 30, max: 600 }), fc.integer({ min: 600, max: 30 * 1440 })),
  phone: fc.constantFrom('+2348031234567', '+14155550123', '+256701234567'),
  followUp: fc.option(
    fc.record(
      { startAfter: fc.integer({ min: 0, max: 900 }), cadence: fc.constantFrom(...CADENCES) },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  ),
  messagesPerWeek: fc.option(fc.integer({ min: 1, max: 7 }), { nil: undefined }),
  messageHours: fc.option(fc.constantFrom({ opens: 9, closes: 12 }, { opens: 14, closes: 20 }), { nil: undefined }),
  /** Runs before the forecast is made. */
  before: fc.integer({ min: 0, max: 4 }),
});

const forecastOf = (world: World, collections: readonly Collection[] = [rowOf(world)]) => {
  const setting = settingIn(world);
  const debts = collections.map((collection) => ({
    collection,
    plan: (of: Collection) => planFollowUps(of, setting),
    rules: (of: Collection) => rulesOf(of, setting),
    broken: (of: Collection, at: Date) => breakPromise({ collection: of, setting }, at),
    isDigested: true,
  }));
  const now = world.now.getTime();
  return forecastPerson(debts, { person: world.person, now, until: Number.POSITIVE_INFINITY });
};

/** The next run, and whatever it sends; false when there is none. */
async function run(world: World): Promise<boolean> {
  const { nextRunAt } = rowOf(world);
  if (nextRunAt === undefined) return false;
  advanceTo(world, nextRunAt);
  await invoke(world);
  return true;
}

/** Slots wait for the merchant's hours until several are late. */
const LATE = {
  expiresIn: 600,
  phone: '+256701234567',
  followUp: { startAfter: 1, cadence: 'every_15m' },
  messagesPerWeek: undefined,
  messageHours: { opens: 14, closes: 20 },
  before: 0,
} as const;

it('of one debt, each message is sent as it was foreseen', async () => {
  await fc.assert(
    fc.asyncProperty(aGiven, async ({ before, messagesPerWeek, messageHours, followUp, ...given }) => {
      const account = anAccount({ ...(messagesPerWeek && { messagesPerWeek }), ...(messageHours && { messageHours }) });
      const world = aWorld({ ...given, account, ...(followUp && { followUp: followUp as never }) });
      for (let nth = 0; nth < before; nth += 1) await run(world);
      const foreseen = forecastOf(world).messages.map(({ at, channel, slot }) => ({ at, channel, slot }));
      const sent: typeof foreseen = [];
      world.answer = ({ attempt, message }) => {
        sent.push({ at: world.now.getTime(), channel: message.channel, slot: attempt?.slot ?? 0 });
        return { kind: 'accepted', messageId: `m-${attempt?.slot}` };
      };
      while (await run(world));
      expect(foreseen).toEqual(sent);
    }),
    { numRuns: 60, examples: [[LATE]] },
  );
});

it('one message speaks for two debts that are due within a day: there are no more of them than of one', () => {
  const world = aWorld({ expiresIn: 3 * 1440, account: anAccount() });
  const first = rowOf(world);
  const second = { ...first, ref: { ...first.ref, hash: 'second' } };
  const of = (names: readonly string[]) => (message: { at: number }) => ({ at: message.at, names });
  const alone = forecastOf(world).messages;
  expect(alone.length).toBeGreaterThan(1);
  const { messages } = forecastOf(world, [first, second]);
  expect(messages.map(({ at, names }) => ({ at, names }))).toEqual(alone.map(of([first.ref.hash, 'second'])));
  const plan = alone.map(({ at, channel }) => ({ at: new Date(at).toISOString(), channel }));
  expect(examplePlan('second', 'mine', [...messages, ...alone])).toEqual({ rule: 'mine', messages: plan });
  expect(examplePlan('third', '', messages)).toEqual({ messages: [] });
});

it('who owes nothing gets no message, and is at no cap', () => {
  const given = { person: NEW_PERSON, now: 0, until: Number.POSITIVE_INFINITY };
  expect(forecastPerson([], given)).toEqual({ messages: [], isAtCap: false, movedByHours: 0 });
});
