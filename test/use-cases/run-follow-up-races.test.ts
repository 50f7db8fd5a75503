/** Several invocations at once, in any order: runs with runs, payments, cancellations and opt-outs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectFinished, expectSound } from './invariants.ts';
import { type Given, heal, invoke } from './invocation.ts';
import { advanceTo, aWorld, changeStatus, planIn, rowOf, type World } from './world.ts';

const RUNS = { numRuns: 20 };

/** What can happen beside a run; each takes one step. */
const OTHERS = {
  'the same run': (world: World, turns: Given) => invoke(world, { runNumber: 1, ...turns }),
  'the sweeper': (world: World, turns: Given) => invoke(world, turns),
  'a replaced run': (world: World, turns: Given) => invoke(world, { runNumber: 0, ...turns }),
  'a payment': async (world: World) => changeStatus(world, 'completed', 'payment'),
  'a cancellation': async (world: World) => changeStatus(world, 'cancelled'),
  'an overdue mark by hand': async (world: World) => changeStatus(world, 'overdue'),
  'an opt-out': async (world: World) => void world.optedOut.add('whatsapp').add('sms').add('email'),
};
type Other = keyof typeof OTHERS;

function due(slot = 1): World {
  const world = aWorld({ followUp: { cadence: 'every_1h', startAfter: 60 } });
  advanceTo(world, planIn(world).slots[slot - 1]?.dueAt ?? '');
  return world;
}

/** Runs a run and the others; the scheduler chooses the order of their steps. */
async function together(scheduler: fc.Scheduler, others: readonly Other[], world = due()): Promise<World> {
  const turns = { between: (step: string) => scheduler.schedule(Promise.resolve(), step) };
  const start = async (other: Other) => {
    await scheduler.schedule(Promise.resolve(), other);
    return OTHERS[other](world, turns);
  };
  const all = [invoke(world, { runNumber: 1, ...turns }), ...others.map(start)];
  await scheduler.waitFor(Promise.all(all));
  return world;
}

describe.each(Object.keys(OTHERS) as Other[])('a run beside %s', (other) => {
  it('a run beside another change sends its slot at most once, in any order of their steps', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), async (scheduler) => {
        const world = await together(scheduler, [other]);
        expectSound(world);
        expect(world.accepted.filter(({ slot }) => slot === 1).length).toBeLessThanOrEqual(1);
        await heal(world);
        expectFinished(world);
      }),
      RUNS,
    );
  });
});

it('many runs at once send each slot once, because exactly one of them wins the claim', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const world = await together(scheduler, ['the same run', 'the sweeper', 'the same run', 'the same run']);
      expect(world.accepted.map(({ slot }) => slot)).toEqual([1]);
      expect(world.attempts.get(1)?.status).toBe('sent');
    }),
    RUNS,
  );
});

it('many runs at once with several slots overdue send one slot and skip the others as late', async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), async (scheduler) => {
      const world = await together(scheduler, ['the sweeper', 'the same run'], due(4));
      expect(world.accepted.map(({ slot }) => slot)).toEqual([4]);
      expect([1, 2, 3].map((slot) => world.attempts.get(slot)?.reason)).toEqual(['late', 'late', 'late']);
    }),
    RUNS,
  );
});

const between = (wanted: string, happens: () => void) => ({
  between: (step: string) => (step === wanted ? happens() : undefined),
});

describe('between the look at a collection and the claim of its slot', () => {
  it.each(['completed', 'cancelled', 'expired'] as const)(
    'a collection that becomes %s between the read and the claim gets no message',
    async (status) => {
      const world = due();
      const ended = await invoke(world, { runNumber: 1, ...between('claimSlots', () => changeStatus(world, status)) });
      expect(ended).toMatchObject({ outcome: 'nothing' });
      expect([world.accepted, world.attempts.size]).toEqual([[], 0]);
      expectFinished(world);
    },
  );

  it('a collection that is marked overdue between the read and the claim gets its slot, because it can be paid', async () => {
    const world = due();
    const ended = await invoke(world, { runNumber: 1, ...between('claimSlots', () => changeStatus(world, 'overdue')) });
    expect(ended).toMatchObject({ outcome: 'sent' });
  });
});

it('a claimed slot is sent even if a payment comes before the send, and it is sent once', async () => {
  const world = due();
  await invoke(world, { runNumber: 1, ...between('send', () => changeStatus(world, 'completed', 'payment')) });
  expect(world.accepted).toHaveLength(1);
  expect(rowOf(world)).toMatchObject({ status: 'completed', nextSlot: 2 });
  expect(rowOf(world).nextRunAt).toBeUndefined();
  await heal(world);
  expectFinished(world);
});
