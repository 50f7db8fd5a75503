/**
 * A run that dies or loses a reply at any step: nothing is doubled, and the next run continues.
 * Runs that lose a race, or find several payments: each looks at the collection again, and tells of all that it booked.
 */
import { describe, expect, it } from 'vitest';
import { minutesLater } from '#test/support/a-collection.ts';
import { aPaidAccount, aReported, aSession, ngn, paymentsOf } from '#test/support/a-payment.ts';
import { keep } from './booking.ts';
import { expectFinished, expectSound } from './invariants.ts';
import { heal, invoke, MISHAPS, type Mishap, type Step } from './invocation.ts';
import { advanceTo, aWorld, changeStatus, planIn, rowOf, setNextRun, type World } from './world.ts';

/** The steps of a run, for each kind of work. */
const KINDS: Record<string, { steps: Step[]; start: () => World }> = {
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

/** A plan whose slots are all past, at the instant of its overdue mark. */
function allSent(): World {
  const world = aWorld({ expiresIn: 2880 });
  const { slots, overdueAt = '' } = planIn(world);
  world.row = { ...rowOf(world), nextSlot: slots.length + 1, nextRunAt: overdueAt, runNumber: 2 };
  for (const { slot, dueAt, tone } of slots) {
    const common = { slot, dueAt, tone, claimedAt: dueAt, token: 't', channelsTried: [], at: {} };
    world.attempts.set(slot, { ...common, status: 'skipped' });
  }
  advanceTo(world, overdueAt);
  return world;
}

const CASES = Object.entries(KINDS).flatMap(([kind, { steps, start }]) =>
  steps.flatMap((step, index) => MISHAPS.map((mishap) => ({ kind, step, mishap, number: index + 1, start }))),
);

/** Whether a message was sent, and the status that its slot then has. */
function expectedOf(step: Step, mishap: Mishap): { sent: boolean; status: string | undefined } {
  if (step === 'load' || (step === 'claimSlots' && mishap === 'dies before')) return { sent: false, status: undefined };
  if (step === 'claimSlots') return { sent: false, status: 'sending' };
  if (step === 'send') {
    const status = mishap === 'loses the reply' ? 'unknown' : 'sending';
    return { sent: mishap !== 'dies before', status };
  }
  return { sent: true, status: mishap === 'dies before' ? 'sending' : 'sent' };
}

describe.each(CASES)(
  'an invocation that $mishap at $step, in a run of kind $kind',
  ({ mishap, number, start, kind }) => {
    const broken = (made: number): Mishap | undefined => (made === number ? mishap : undefined);

    it('a run that breaks at any step leaves the collection sound, and the next runs finish it', async () => {
      const world = start();
      await invoke(world, { runNumber: rowOf(world).runNumber, mishap: broken });
      expectSound(world);
      await heal(world);
      expectFinished(world);
      expect(world.attempts.size).toBe(kind === 'expiry' ? 0 : planIn(world).slots.length);
    });

    it('a run that breaks at any step can be repeated any number of times without a second message', async () => {
      const world = start();
      const { runNumber } = rowOf(world);
      await invoke(world, { runNumber: runNumber, mishap: broken });
      for (const run of [runNumber, undefined, runNumber, undefined]) await invoke(world, { runNumber: run });
      expectSound(world);
      expect(world.accepted.length).toBeLessThanOrEqual(1);
    });
  },
);

describe.each(CASES.filter(({ kind }) => kind === 'send'))('an invocation that $mishap at $step', (broken) => {
  it('a run that breaks while it sends leaves its slot with the status that is known', async () => {
    const { step, mishap, number, start } = broken;
    const world = start();
    await invoke(world, { runNumber: 1, mishap: (made) => (made === number ? mishap : undefined) });
    const { sent, status } = expectedOf(step, mishap);
    expect([world.accepted.length, world.attempts.get(1)?.status]).toEqual([sent ? 1 : 0, status]);
    if (status === undefined) {
      await invoke(world, { runNumber: 1 });
      expect(world.attempts.get(1)?.status, 'it was not claimed: the next run sends it').toBe('sent');
    }
  });
});

it('the tested steps are all the steps of a run', async () => {
  for (const [kind, { steps, start }] of Object.entries(KINDS)) {
    const made: Step[] = [];
    const world = start();
    await invoke(world, { runNumber: rowOf(world).runNumber, between: (step) => made.push(step) });
    expect(made, kind).toEqual(steps);
  }
});

it('a run that dies between the channels of a slot sends at most one message for it', async () => {
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

/** Something that happens once, right before a step. */
function onceBefore(wanted: Step, happens: () => unknown) {
  const left = [happens];
  return (step: Step) => (step === wanted ? left.pop()?.() : undefined);
}

const FOLLOWED_UP = { cadence: 'every_1h', startAfter: 60 } as const;
const followed = (given: object = {}): World => aWorld({ followUp: FOLLOWED_UP, ...given });
const typesOf = (world: World) => rowOf(world).events.map(({ type }) => type);

describe('a run that loses a race looks at the collection again', () => {
  it('an expiry that loses to a late payment leaves the collection completed', async () => {
    const world = followed({ expiresIn: 90 });
    advanceTo(world, rowOf(world).expiresAt);
    const between = onceBefore('saveStatus', () => changeStatus(world, 'completed', 'payment'));
    expect(await invoke(world, { between })).toMatchObject({ outcome: 'nothing' });
    expect(rowOf(world).status).toBe('completed');
    expectFinished(world);
  });

  it('an expiry that loses to a promise leaves the collection payable until the new expiry', async () => {
    const world = followed({ expiresIn: 90 });
    advanceTo(world, rowOf(world).expiresAt);
    const expiresAt = minutesLater(1440).toISOString();
    const between = onceBefore('saveStatus', () => {
      world.row = { ...rowOf(world), expiresAt, runNumber: 2 };
    });
    await invoke(world, { between });
    expect(rowOf(world)).toMatchObject({ status: 'pending', expiresAt });
    expect(typesOf(world)).toEqual(['collection.created']);
  });

  it('an overdue mark that loses to the same mark by hand leaves one mark', async () => {
    const world = aWorld({ expiresIn: 2880 });
    const { slots, overdueAt = '' } = planIn(world);
    for (const slot of slots) {
      advanceTo(world, slot.dueAt);
      await invoke(world);
    }
    advanceTo(world, overdueAt);
    const between = onceBefore('saveStatus', () => changeStatus(world, 'overdue'));
    expect(await invoke(world, { between })).toMatchObject({ outcome: 'rearmed' });
    expect(typesOf(world).filter((type) => type === 'collection.overdue')).toHaveLength(1);
  });

  it('a run that sets the next one after another has done so does nothing', async () => {
    const world = followed();
    const between = onceBefore('setNextRun', () => setNextRun(world, 1, rowOf(world).expiresAt));
    expect(await invoke(world, { runNumber: 1, between })).toMatchObject({ outcome: 'nothing' });
    expect(rowOf(world)).toMatchObject({ runNumber: 2, nextRunAt: rowOf(world).expiresAt });
  });
});

describe('payments that have waited for their collection', () => {
  const halves = paymentsOf([2_500_000, 2_000_000]);

  it('complete it together, and the slot that was due says that it has been paid', async () => {
    const world = followed();
    for (const payment of halves) keep(world, payment);
    advanceTo(world, planIn(world).slots[0]?.dueAt ?? '');
    expect(await invoke(world)).toMatchObject({
      outcome: 'already_paid',
      bookings: [{ entry: { standing: 'partial' } }, { entry: { standing: 'exact' } }],
    });
    expect(world.attempts.get(1)).toMatchObject({ status: 'skipped', reason: 'already_paid' });
  });

  it('are booked beside one that was booked before', async () => {
    const [first, second] = halves as [(typeof halves)[0], (typeof halves)[0]];
    const world = followed();
    keep(world, first);
    await invoke(world);
    keep(world, second);
    expect(await invoke(world)).toMatchObject({
      outcome: 'already_paid',
      bookings: [{ entry: { standing: 'exact' } }],
    });
  });

  it('are told in the order in which they were booked, also when one comes while the run looks again', async () => {
    const [first, second] = halves as [(typeof halves)[0], (typeof halves)[0]];
    const world = followed();
    keep(world, first);
    let looks = 0;
    const between = (step: Step) => {
      if (step === 'load') looks += 1;
      if (step === 'load' && looks === 2) keep(world, second);
    };
    expect(await invoke(world, { between })).toMatchObject({
      outcome: 'already_paid',
      bookings: [{ entry: { transaction: 'trx-1' } }, { entry: { transaction: 'trx-2' } }],
    });
  });

  it('are booked without a question to the providers that have been asked in the same run', async () => {
    const account = aPaidAccount();
    const world = followed({ account, sessions: [aSession()] });
    keep(world, aReported(ngn(1)));
    advanceTo(world, planIn(world).slots[0]?.dueAt ?? '');
    const between = onceBefore('claimSlots', () => {
      keep(world, aReported({ transaction: 'trx-2', ...ngn(1) }));
      setNextRun(world, rowOf(world).runNumber, rowOf(world).expiresAt);
    });
    expect(await invoke(world, { between })).toMatchObject({ outcome: 'skipped', bookings: [{}, {}] });
    expect(world.asked).toHaveLength(1);
  });
});
