/** An invocation that dies, or loses an answer, at any of its steps: nothing is doubled, and whoever comes next goes on. */
import { describe, expect, it } from 'vitest';
import { expectFinished, expectSound } from './invariants.ts';
import { heal, invoke, MISHAPS, type Mishap, type Step } from './invocation.ts';
import { advanceTo, aWorld, planIn, rowOf, type World } from './world.ts';

/** What an invocation does, step by step, in each kind of turn. */
const TURNS: Record<string, { steps: Step[]; start: () => World }> = {
  send: { steps: ['load', 'claimSlots', 'send', 'recordResult'], start: () => at((world) => slotIn(world, 1)) },
  'send of the newest': {
    steps: ['load', 'claimSlots', 'send', 'recordResult'],
    start: () => at((world) => slotIn(world, 3), 30),
  },
  skip: { steps: ['load', 'claimSlots'], start: () => at(() => '2026-03-01T22:00:00.000Z') },
  'overdue mark': { steps: ['load', 'saveStatus'], start: allSent },
  expiry: { steps: ['load', 'saveStatus'], start: () => at((world) => rowOf(world).expiresAt) },
  're-arming': { steps: ['load', 'setNextRun'], start: () => at(() => '2026-03-01T09:01:00.000Z') },
};

const slotIn = (world: World, slot: number) => planIn(world).slots[slot - 1]?.dueAt ?? 'no such slot';

function at(when: (world: World) => string, startAfter = 60): World {
  const world = aWorld({ followUp: { cadence: 'every_1h', startAfter }, expiresIn: 1440 });
  advanceTo(world, when(world));
  return world;
}

/** A plan that has run out, at the instant of its overdue mark. */
function allSent(): World {
  const world = aWorld({ expiresIn: 2880 });
  const { slots, overdueAt = '' } = planIn(world);
  world.row = { ...rowOf(world), nextSlot: slots.length + 1, nextRunAt: overdueAt, runNumber: 2 };
  for (const { slot, dueAt, tone } of slots) {
    const common = { slot, dueAt, tone, claimedAt: dueAt, token: 't', channelsTried: [], at: {} };
    world.attempts.set(slot, { ...common, status: 'skipped' });
  }
  world.runs.push({ runNumber: 2, nextRunAt: overdueAt });
  advanceTo(world, overdueAt);
  return world;
}

const CASES = Object.entries(TURNS).flatMap(([turn, { steps, start }]) =>
  steps.flatMap((step, index) => MISHAPS.map((mishap) => ({ turn, step, mishap, number: index + 1, start }))),
);

/** Whether a message went out, and what is then said of its slot. */
function expectedOf(step: Step, mishap: Mishap): { sent: boolean; status: string | undefined } {
  if (step === 'load' || (step === 'claimSlots' && mishap === 'dies before')) return { sent: false, status: undefined };
  if (step === 'claimSlots') return { sent: false, status: 'sending' };
  if (step === 'send') {
    const status = mishap === 'loses the reply' ? 'unknown' : 'sending';
    return { sent: mishap !== 'dies before', status };
  }
  return { sent: true, status: mishap === 'dies before' ? 'sending' : 'sent' };
}

describe.each(CASES)('an invocation that $mishap at $step, in a turn of $turn', ({ mishap, number, start, turn }) => {
  const broken = (made: number): Mishap | undefined => (made === number ? mishap : undefined);

  it('leaves the collection sound, and the next runs finish it', async () => {
    const world = start();
    await invoke(world, { runNumber: rowOf(world).runNumber, mishap: broken });
    expectSound(world);
    await heal(world);
    expectFinished(world);
    expect(world.attempts.size).toBe(turn === 'expiry' ? 0 : planIn(world).slots.length);
  });

  it('is followed by any number of the same run without a second message', async () => {
    const world = start();
    const { runNumber } = rowOf(world);
    await invoke(world, { runNumber: runNumber, mishap: broken });
    for (const run of [runNumber, undefined, runNumber, undefined]) await invoke(world, { runNumber: run });
    expectSound(world);
    expect(world.accepted.length).toBeLessThanOrEqual(1);
  });
});

describe.each(CASES.filter(({ turn }) => turn === 'send'))('an invocation that $mishap at $step', (broken) => {
  it('says of its slot what is known: no more, no less', async () => {
    const { step, mishap, number, start } = broken;
    const world = start();
    await invoke(world, { runNumber: 1, mishap: (made) => (made === number ? mishap : undefined) });
    const { sent, status } = expectedOf(step, mishap);
    expect([world.accepted.length, world.attempts.get(1)?.status]).toEqual([sent ? 1 : 0, status]);
    if (status === undefined) {
      await invoke(world, { runNumber: 1 });
      expect(world.attempts.get(1)?.status, 'nobody had claimed it: the next ring sends it').toBe('sent');
    }
  });
});

it('the turns that are broken here are all there are, step by step', async () => {
  for (const [turn, { steps, start }] of Object.entries(TURNS)) {
    const made: Step[] = [];
    const world = start();
    await invoke(world, { runNumber: rowOf(world).runNumber, between: (step) => made.push(step) });
    expect(made, turn).toEqual(steps);
  }
});

it('an invocation that dies between the channels of one slot leaves it to nobody else', async () => {
  for (const number of [3, 4, 5]) {
    for (const mishap of MISHAPS) {
      const world = at((there) => slotIn(there, 1));
      world.answer = ({ message }) =>
        message.channel === 'email'
          ? { kind: 'accepted', messageId: 'm' }
          : { kind: 'refused', reason: 'no', ...(message.channel === 'sms' && { optedOut: true as const }) };
      await invoke(world, { runNumber: 1, mishap: (made) => (made === number ? mishap : undefined) });
      for (const run of [1, undefined]) await invoke(world, { runNumber: run });
      expect(world.accepted.length).toBeLessThanOrEqual(1);
      await heal(world);
      expectFinished(world);
    }
  }
});
