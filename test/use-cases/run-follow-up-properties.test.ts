/** Random sequences of events: runs, failures, payments, cancellations, opt-outs and pauses, in any order. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { toFollowUpPlanResponse } from '#lib/contract/show-follow-up-plan.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { explainPlanSoFar } from '#lib/domain/follow-up/explain.ts';
import { CADENCES } from '#lib/domain/follow-up/follow-up.ts';
import type { ReportedMovement } from '#lib/domain/payment/book-movement.ts';
import { type BookableMovement, isBookable } from '#lib/domain/payment/movement.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { bookMovements } from '#lib/use-cases/book-movements.ts';
import { aPaidAccount, aSession, providerIdOf } from '#test/support/a-payment.ts';
import { portsOf } from './booking.ts';
import { expectFinished, expectSound } from './invariants.ts';
import { heal, invoke, MISHAPS } from './invocation.ts';
import { advanceTo, aWorld, changeStatus, failSlot, phoneIn, rowOf, settingIn, type World } from './world.ts';

const account = aPaidAccount();
const minutes = (max: number) => fc.integer({ min: 1, max: max });

const aGiven = fc.record({
  expiresIn: fc.oneof(minutes(300), minutes(5 * 1440)),
  followUp: fc.option(
    fc.record(
      { startAfter: fc.integer({ min: 0, max: 600 }), cadence: fc.constantFrom(...CADENCES) },
      { requiredKeys: [] },
    ),
    { nil: undefined },
  ),
});

const aMishap = fc.option(fc.record({ number: fc.integer({ min: 1, max: 6 }), kind: fc.constantFrom(...MISHAPS) }));

const anAnswer = fc.constantFrom('accepted', 'refused', 'throttled', 'ambiguous', 'opted out');

const anEvent = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('run' as const), mishap: aMishap, answers: fc.array(anAnswer) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('many runs' as const), count: fc.integer({ min: 2, max: 5 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('stale run' as const), run: fc.integer({ min: 0, max: 5 }) }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('sweep' as const), mishap: aMishap }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('silence' as const), minutes: minutes(900) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('payment' as const, 'payment' as const, 'refund' as const),
      tenths: fc.integer({ min: 1, max: 12 }),
      sendsWebhook: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('provider' as const), isDown: fc.boolean() }) },
  { weight: 2, arbitrary: fc.constant({ kind: 'final failure' as const }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('opt-out' as const), channel: fc.constantFrom(...CHANNELS) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('status' as const),
      to: fc.constantFrom('completed' as const, 'cancelled' as const, 'overdue' as const, 'expired' as const),
    }),
  },
);

/** Long sequences are as likely as short ones. */
const anyEvents = (maxLength: number) => fc.array(anEvent, { maxLength, size: 'max' });

type Event = typeof anEvent extends fc.Arbitrary<infer T> ? T : never;

const at = <T extends { number: number; kind: (typeof MISHAPS)[number] }>(mishap: T | null) => ({
  mishap: (number: number) => (number === mishap?.number ? mishap.kind : undefined),
});

/** Moves the clock to a few seconds after the next run, as Scheduler would run it. */
function untilRun(world: World): void {
  const { nextRunAt } = rowOf(world);
  if (nextRunAt !== undefined) advanceTo(world, Date.parse(nextRunAt) + 3_000);
}

function answering(world: World, answers: readonly string[]): void {
  let asked = 0;
  world.answer = ({ attempt, message }) => {
    asked += 1;
    const answer = answers[asked - 1] ?? 'accepted';
    if (answer === 'accepted') return { kind: 'accepted', messageId: `${message.channel}-${attempt.slot}-${asked}` };
    if (answer === 'throttled') return { kind: 'throttled' };
    if (answer === 'ambiguous') return { kind: 'ambiguous', reason: 'no_answer' };
    return { kind: 'refused', reason: 'no', ...(answer === 'opted out' && { optedOut: true as const }) };
  };
}

/** A payment at the provider, or a refund of one, which may or may not send a webhook. */
async function moved(
  world: World,
  { kind, tenths, sendsWebhook }: Event & { kind: 'payment' | 'refund' },
): Promise<void> {
  const { ref, amount } = rowOf(world);
  const reference = providerReference(ref, 'card', 1);
  const movements = world.found.get(reference) ?? [];
  const name = kind === 'payment' ? `trx-${movements.length}` : (movements[0]?.transaction ?? 'trx-0');
  const movement: BookableMovement = {
    kind,
    transaction: name,
    object: kind === 'payment' ? name : `refund-${movements.length}`,
    references: [reference],
    amount: { ...amount, minor: (amount.minor * tenths) / 10 },
    at: world.now.toISOString(),
  };
  world.found.set(reference, [...movements, movement]);
  if (sendsWebhook) await webhook(world, [{ ...movement, provider: providerIdOf(account) }]);
}

async function webhook(world: World, reported: readonly ReportedMovement[]): Promise<void> {
  const { ports } = portsOf(world);
  const clock = { ...ports.clock, now: () => world.now };
  await bookMovements({ ...ports, clock }, { ref: rowOf(world).ref, reported });
}

const allFound = (world: World): ReportedMovement[] =>
  [...world.found.values()]
    .flat()
    .filter(isBookable)
    .map((movement) => ({ ...movement, provider: providerIdOf(account) }));

async function happen(world: World, event: Event): Promise<void> {
  const { runNumber: run } = rowOf(world);
  switch (event.kind) {
    case 'run':
      untilRun(world);
      answering(world, event.answers);
      return void (await invoke(world, { runNumber: run, ...at(event.mishap) }));
    case 'many runs':
      untilRun(world);
      return void (await Promise.all(Array.from({ length: event.count }, () => invoke(world, { runNumber: run }))));
    case 'stale run':
      return void (await invoke(world, { runNumber: event.run }));
    case 'sweep':
      return void (await invoke(world, at(event.mishap)));
    case 'silence':
      return advanceTo(world, world.now.getTime() + event.minutes * 60_000);
    case 'payment':
    case 'refund':
      return moved(world, event);
    case 'provider':
      world.isProviderDown = event.isDown;
      return;
    case 'final failure':
      return void failSlot(world, rowOf(world).nextSlot - 1);
    case 'opt-out':
      return void world.optedOut.add(event.channel);
    case 'status':
      return changeStatus(world, event.to);
  }
}

it('a collection is sound after every event, and reaches a final state once the failures end', async () => {
  await fc.assert(
    fc.asyncProperty(aGiven, anyEvents(25), async ({ expiresIn, followUp }, events) => {
      const world = aWorld({
        account,
        sessions: [aSession()],
        expiresIn,
        ...(followUp && { followUp: followUp as never }),
      });
      for (const event of events) {
        const before = { status: rowOf(world).status, claimed: world.attempts.size, messages: world.accepted.length };
        await happen(world, event);
        expectSound(world);
        if (!isPayable(before.status)) {
          expect([world.attempts.size, world.accepted.length], 'nothing after the end').toEqual([
            before.claimed,
            before.messages,
          ]);
        }
      }
      answering(world, []);
      world.isProviderDown = false;
      await heal(world);
      await webhook(world, allFound(world));
      await heal(world);
      expectFinished(world);
      expect(world.entries.size, 'no money is lost').toBe(allFound(world).length);
      if (!events.some((event) => event.kind === 'provider' && event.isDown)) {
        const reference = providerReference(rowOf(world).ref, 'card', 1);
        expect(world.progress.get(reference), 'no session stays open').toBe('ended');
      }
    }),
    { numRuns: 60 },
  );
});

it('the plan of a final collection shows an outcome for every slot, and every message that was sent', async () => {
  await fc.assert(
    fc.asyncProperty(aGiven, anyEvents(15), async ({ expiresIn, followUp }, events) => {
      const world = aWorld({
        account,
        sessions: [aSession()],
        expiresIn,
        ...(followUp && { followUp: followUp as never }),
      });
      for (const event of events) await happen(world, event);
      await heal(world);
      const shown = shownIn(world);
      expect(shown.map(({ slot }) => slot)).toEqual(shown.map((_, index) => index + 1));
      for (const { status } of shown) expect(['sent', 'failed', 'unknown', 'skipped']).toContain(status);
      for (const { slot, channel } of world.accepted) {
        const shownSlot = shown[slot - 1];
        const failed = world.attempts.get(slot)?.at.failed ?? world.attempts.get(slot)?.earlier;
        if (failed !== undefined) continue;
        expect(['sent', 'unknown']).toContain(shownSlot?.status);
        if (shownSlot?.status === 'sent') expect(shownSlot.channel).toBe(channel);
      }
    }),
    { numRuns: 30 },
  );
});

/** The slots that the API shows, three minutes later. */
function shownIn(world: World) {
  const { account } = world;
  const collection = rowOf(world);
  const plan = explainPlanSoFar(collection, settingIn(world));
  const now = new Date(world.now.getTime() + 180_000);
  const setting = {
    account,
    phone: phoneIn(world),
    baseUrl: 'https://collections.example',
    isOneWay: (channel: string) => channel === 'sms',
    now,
  };
  return toFollowUpPlanResponse({ collection, plan, attempts: [...world.attempts.values()] }, setting).slots;
}
