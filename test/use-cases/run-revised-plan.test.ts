/** Runs of plans that were revised: pauses, promises, reminders asked for, and corrections. */
import { describe, expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { explainPlanSoFar } from '#lib/domain/follow-up/explain.ts';
import { askReminder } from '#lib/domain/revisions/ask-reminder.ts';
import { promisePayment } from '#lib/domain/revisions/promise-payment.ts';
import { pauseFollowUps, type Revisable, resumeFollowUps } from '#lib/domain/revisions/revise-plan.ts';
import { updateCollection } from '#lib/domain/revisions/update-collection.ts';
import { invoke } from './invocation.ts';
import { advanceTo, aWorld, changeStatus, rowOf, saveRevision, settingIn, type World } from './world.ts';

const HOUR = 3_600_000;
const hourly = () => aWorld({ followUp: { startAfter: 60, cadence: 'every_1h' }, expiresIn: 480 });
const within = (world: World, hours: number): string => new Date(world.now.getTime() + hours * HOUR).toISOString();

function revised(world: World, decide: (of: Revisable) => Collection | undefined): void {
  const next = decide({ collection: rowOf(world), setting: settingIn(world) });
  if (next === undefined || !saveRevision(world, next, world.now).saved) throw new Error('not revised');
}

/** Runs each run when it is set, until this instant. */
async function runUntil(world: World, until: string): Promise<void> {
  for (let at = rowOf(world).nextRunAt; at !== undefined && at <= until; at = rowOf(world).nextRunAt) {
    advanceTo(world, at);
    await invoke(world, { runNumber: rowOf(world).runNumber });
  }
  advanceTo(world, until);
}

const planned = (world: World) =>
  explainPlanSoFar(rowOf(world), settingIn(world)).slots.slice(rowOf(world).nextSlot - 1);
const sent = (world: World) => world.accepted.map(({ slot, at }) => ({ slot, at }));

describe('what is sent after a revision is what its plan shows', () => {
  const REVISIONS: Record<string, (of: Revisable, world: World) => Collection | undefined> = {
    pause: (of, world) => pauseFollowUps(of, { until: within(world, 2.5), reason: 'merchant' }, world.now),
    'correction of the expiry': (of, world) => updateCollection(of, { expiresIn: 1000 }, world.now),
    'correction of the follow-ups': (of, world) =>
      updateCollection(of, { followUp: { startAfter: 20, cadence: 'every_2h', tone: 'urgent' } }, world.now),
    'reminder asked for': (of, world) => askReminder(of, { tone: 'professional' }, world.now),
  };
  it.each(Object.entries(REVISIONS))('after a %s every slot is sent as its plan says', async (_, revise) => {
    const world = hourly();
    await runUntil(world, within(world, 1.2));
    expect(world.accepted).toHaveLength(1);
    revised(world, (of) => revise(of, world));
    const plan = planned(world);
    await runUntil(world, rowOf(world).expiresAt);
    const after = world.accepted.slice(1);
    expect(after.map(({ slot, at, channel }) => ({ slot, at, channel }))).toEqual(
      plan.map(({ slot, dueAt, channel }) => ({ slot, at: dueAt, channel })),
    );
    expect(plan.map(({ slot }) => world.attempts.get(slot)?.tone)).toEqual(plan.map(({ tone }) => tone));
    expect(rowOf(world).status).toBe('expired');
  });
});

it('a paused collection sends nothing until it is resumed, and then goes on', async () => {
  const world = hourly();
  revised(world, (of) => pauseFollowUps(of, { reason: 'merchant' }, world.now));
  await runUntil(world, within(world, 3.5));
  expect(world.accepted).toEqual([]);
  revised(world, (of) => resumeFollowUps(of, world.now));
  await runUntil(world, within(world, 1));
  expect(sent(world)).toMatchObject([{ slot: 1, at: '2026-03-01T13:00:00.000Z' }]);
});

describe('a promise', () => {
  const promised = () => {
    const world = hourly();
    revised(world, (of) => promisePayment(of, within(world, 5), world.now));
    return world;
  };

  it('an unpaid promise is marked broken at its instant, and firmer reminders follow from there', async () => {
    const world = promised();
    const payBy = rowOf(world).promise?.payBy ?? '';
    await runUntil(world, within(world, 6.5));
    expect(rowOf(world)).toMatchObject({ promise: { brokenAt: payBy }, plan: { firmer: 1 } });
    expect(rowOf(world).events.map(({ type }) => type)).toContain('promise.broken');
    expect(sent(world)).toEqual([
      { slot: 1, at: payBy },
      { slot: 2, at: '2026-03-01T15:00:00.000Z' },
    ]);
    expect(world.attempts.get(1)?.tone).toBe('professional');
  });

  it('a promise that was kept is never marked broken', async () => {
    const world = promised();
    advanceTo(world, within(world, 4));
    changeStatus(world, 'completed', 'payment');
    await invoke(world);
    advanceTo(world, within(world, 4));
    await invoke(world);
    expect(rowOf(world).events.map(({ type }) => type)).not.toContain('promise.broken');
    expect(world.accepted).toEqual([]);
  });

  it('a promise is marked broken once, whatever becomes of the run that does it', async () => {
    for (const failure of ['dies before', 'dies after', 'loses the reply'] as const) {
      const world = promised();
      advanceTo(world, rowOf(world).promise?.payBy ?? '');
      await invoke(world, { mishap: (_, step) => (step === 'saveRevision' ? failure : undefined) });
      await runUntil(world, within(world, 1));
      expect(rowOf(world).events.filter(({ type }) => type === 'promise.broken')).toHaveLength(1);
    }
  });
});

it('a run that lost against a revision decides again, and sends nothing that was paused', async () => {
  const world = hourly();
  advanceTo(world, within(world, 1));
  let isPaused = false;
  await invoke(world, {
    between: (step) => {
      if (step !== 'claimSlots' || isPaused) return;
      isPaused = true;
      revised(world, (of) => pauseFollowUps(of, { reason: 'merchant' }, world.now));
    },
  });
  expect([isPaused, world.accepted]).toEqual([true, []]);
  expect(rowOf(world).nextSlot).toBe(1);
});

it('what was sent keeps its text when the collection is corrected', async () => {
  const world = hourly();
  await runUntil(world, within(world, 1.2));
  const [message] = world.accepted;
  expect(world.attempts.get(1)?.text).toBe(message?.text);
  revised(world, (of) => updateCollection(of, { contact: { firstName: 'Bola' } }, world.now));
  expect(world.attempts.get(1)?.text).toContain('Ada');
});

it('a reminder asked for is sent although a part was paid', async () => {
  const world = hourly();
  advanceTo(world, within(world, 1.2));
  world.row = { ...rowOf(world), skippedSlot: 1 };
  revised(world, (of) => askReminder(of, {}, world.now));
  await invoke(world);
  expect(sent(world)).toMatchObject([{ slot: 1 }]);
});
