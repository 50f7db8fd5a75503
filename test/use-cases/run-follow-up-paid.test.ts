/** Providers are asked before a collection is followed up, marked or expired: a paid one gets no reminder. */
import { describe, expect, it } from 'vitest';
import { toFollowUpPlanResponse } from '#lib/contract/show-follow-up-plan.ts';
import { explainPlanSoFar } from '#lib/domain/follow-up/explain.ts';
import { providerReference } from '#lib/domain/payment/session.ts';
import { aMovement, aPaidAccount, aReported, aSession, ngn } from '#test/support/a-payment.ts';
import { keep } from './booking.ts';
import { expectFinished, expectSound } from './invariants.ts';
import { heal, invoke, MISHAPS, type Step } from './invocation.ts';
import { advanceTo, aWorld, changeStatus, phoneIn, planIn, rowOf, setNextRun, settingIn, type World } from './world.ts';

const account = aPaidAccount();
const sessions = [aSession()];
const followed = (given: object = {}) =>
  aWorld({ account, sessions, followUp: { cadence: 'every_1h', startAfter: 60 }, ...given });

/** What the provider knows of the world's session. */
function paid(world: World, minor = rowOf(world).amount.minor, given: object = {}): void {
  const reference = providerReference(rowOf(world).ref, 'card', 1);
  world.found.set(reference, [aMovement({ references: [reference], ...ngn(minor), ...given })]);
}

const isDown = (world: World) => Object.assign(world, { isProviderDown: true });
const slotAt = (world: World, slot = 1) => planIn(world).slots[slot - 1]?.dueAt ?? 'no such slot';
const rows = (world: World) => [...world.attempts.values()].map(({ slot, status, reason }) => [slot, reason ?? status]);
const typesOf = (world: World) => rowOf(world).events.map(({ type }) => type);

/** Runs right before a step, the first time that it is reached. */
function onceBefore(wanted: Step, happens: () => unknown) {
  let isOver = false;
  return async (step: Step) => {
    if (step !== wanted || isOver) return;
    isOver = true;
    await happens();
  };
}

describe('a follow-up that is due', () => {
  it('a customer who opts out while the provider is asked gets no message by that channel', async () => {
    const world = followed();
    advanceTo(world, slotAt(world));
    const stop = () => void world.optedOut.add('whatsapp').add('sms');
    await invoke(world, { runNumber: 1, between: onceBefore('findMovements', stop) });
    expect(world.accepted.map(({ channel }) => channel)).toEqual(['email']);
  });

  it('a follow-up is not sent when the provider says the collection is paid, and its slot says why', async () => {
    const world = followed();
    paid(world);
    advanceTo(world, slotAt(world));
    const ended = await invoke(world, { runNumber: 1 });
    expect(ended).toMatchObject({ outcome: 'already_paid', bookings: [{ entry: { standing: 'exact' } }] });
    expect(world.accepted).toEqual([]);
    expect(rowOf(world)).toMatchObject({ status: 'completed', completedAt: world.now.toISOString() });
    expect(rows(world)).toEqual([[1, 'already_paid']]);
    expect(typesOf(world)).toEqual(['collection.created', 'collection.completed', 'followup.stopped']);
  });

  it('a follow-up that is skipped as paid is shown with that reason, and later slots as completed', async () => {
    const world = followed();
    paid(world);
    advanceTo(world, slotAt(world));
    await invoke(world);
    const collection = rowOf(world);
    const plan = explainPlanSoFar(collection, settingIn(world));
    const shown = { collection, plan, attempts: [...world.attempts.values()] };
    const setting = {
      account,
      phone: phoneIn(world),
      baseUrl: 'https://collections.example',
      isOneWay: (channel: string) => channel === 'sms',
      now: world.now,
    };
    const { slots } = toFollowUpPlanResponse(shown, setting);
    expect(slots.slice(0, 2)).toMatchObject([
      { status: 'skipped', skipReason: 'already_paid' },
      { status: 'skipped', skipReason: 'completed' },
    ]);
  });

  it('a follow-up that is skipped as paid also skips the late slots before it', async () => {
    const world = followed();
    paid(world);
    advanceTo(world, slotAt(world, 3));
    await invoke(world);
    expect(rows(world)).toEqual([
      [1, 'late'],
      [2, 'late'],
      [3, 'already_paid'],
    ]);
  });

  it('a follow-up is sent when the provider cannot answer', async () => {
    const world = followed();
    isDown(world);
    advanceTo(world, slotAt(world));
    expect(await invoke(world)).toMatchObject({ outcome: 'sent', bookings: [] });
    expectSound(world);
  });

  it('a follow-up is skipped when a part has been paid, and the one after it is sent; the part is counted once', async () => {
    const world = followed();
    paid(world, 1);
    for (const slot of [1, 2, 3]) {
      advanceTo(world, slotAt(world, slot));
      const booked = slot === 1 ? [{ entry: { standing: 'partial' } }] : [];
      const ended = await invoke(world);
      expect(ended).toMatchObject({ outcome: slot === 1 ? 'skipped' : 'sent', bookings: booked });
    }
    expect(rows(world)).toEqual([
      [1, 'part_paid'],
      [2, 'sent'],
      [3, 'sent'],
    ]);
    expect(rowOf(world)).toMatchObject({ status: 'pending', entryCount: 1, received: 1 });
    expectSound(world);
  });

  it('no provider is asked when there is nobody to ask or nothing is due', async () => {
    const world = followed({ sessions: [] });
    advanceTo(world, slotAt(world));
    expect(await invoke(world)).toMatchObject({ outcome: 'sent' });
    const early = followed();
    await invoke(early, { runNumber: 1 });
    expect([world.asked, early.asked]).toEqual([[], []]);
  });

  it('a run asks the providers once, however many races it loses', async () => {
    const world = followed();
    advanceTo(world, slotAt(world));
    const between = onceBefore('claimSlots', () => {
      const { runNumber, expiresAt } = rowOf(world);
      setNextRun(world, runNumber, expiresAt);
    });
    expect(await invoke(world, { between })).toMatchObject({ outcome: 'sent' });
    expect([world.asked.length, world.accepted.length]).toEqual([1, 1]);
  });

  it('a follow-up is not sent when the expiry comes while the provider is asked', async () => {
    const world = followed({ expiresIn: 90 });
    advanceTo(world, slotAt(world));
    const between = onceBefore('findMovements', () => advanceTo(world, rowOf(world).expiresAt));
    expect(await invoke(world, { between })).toMatchObject({ outcome: 'expired' });
    expect(world.accepted).toEqual([]);
    await heal(world);
    expectFinished(world);
  });

  it('a follow-up that another run has sent meanwhile keeps the row of that run', async () => {
    const world = followed();
    advanceTo(world, slotAt(world));
    const between = onceBefore('findMovements', async () => {
      await invoke(world);
      paid(world);
    });
    expect(await invoke(world, { between })).toMatchObject({ outcome: 'already_paid' });
    expect([rowOf(world).status, rows(world), world.accepted.length]).toEqual(['completed', [[1, 'sent']], 1]);
    expectSound(world);
  });

  it('a payment that another run finds too is booked once', async () => {
    const world = followed();
    paid(world);
    advanceTo(world, slotAt(world));
    const between = onceBefore('recordEntry', () => invoke(world));
    expect(await invoke(world, { between })).toMatchObject({ outcome: 'checked', bookings: [] });
    expect([rowOf(world).entryCount, rows(world), world.accepted]).toEqual([1, [[1, 'already_paid']], []]);
  });
});

describe('a collection that would expire', () => {
  it('a collection at its expiry is completed when it was paid in time and no webhook came', async () => {
    const world = followed({ expiresIn: 90 });
    paid(world);
    advanceTo(world, rowOf(world).expiresAt);
    expect(await invoke(world)).toMatchObject({
      outcome: 'already_paid',
      bookings: [{ entry: { standing: 'exact' } }],
    });
    expect(rowOf(world).status).toBe('completed');
    expect(typesOf(world)).not.toContain('collection.expired');
    expect(rows(world)).toEqual([]);
  });

  it('a collection expires when the provider cannot answer, or only a part was paid', async () => {
    for (const prepare of [isDown, (world: World) => paid(world, 1)]) {
      const world = followed({ expiresIn: 90 });
      prepare(world);
      await heal(world);
      expect(rowOf(world).status).toBe('expired');
      expectFinished(world);
    }
  });
});

it('a collection that is due to be overdue is completed when it has been paid', async () => {
  const world = followed({ expiresIn: 2880, followUp: undefined });
  const { slots, overdueAt = '' } = planIn(world);
  for (const slot of slots) {
    advanceTo(world, slot.dueAt);
    await invoke(world);
  }
  paid(world);
  advanceTo(world, overdueAt);
  expect(await invoke(world)).toMatchObject({ outcome: 'already_paid' });
  expect(typesOf(world)).not.toContain('collection.overdue');
});

describe.each(MISHAPS)('a run that %s on its way through the providers', (mishap) => {
  it.each(['findMovements', 'getLedger', 'recordEntry', 'recordSkips'] as const)(
    'a run that breaks at %s leaves nothing that the next run does not repair',
    async (at) => {
      const world = followed();
      paid(world);
      advanceTo(world, slotAt(world));
      await invoke(world, { runNumber: 1, mishap: (_number, step) => (step === at ? mishap : undefined) });
      await heal(world);
      const { status, entryCount } = rowOf(world);
      expect([status, entryCount, world.entries.size]).toEqual(['completed', 1, 1]);
      expect(typesOf(world).filter((type) => type === 'collection.completed')).toHaveLength(1);
      expect(world.accepted.length).toBeLessThanOrEqual(at === 'findMovements' ? 1 : 0);
    },
  );
});

it('a payment for a collection that was cancelled meanwhile is recorded, and nothing is sent', async () => {
  const world = followed();
  paid(world);
  advanceTo(world, slotAt(world));
  const ended = await invoke(world, {
    between: (step) => {
      if (step === 'findMovements') changeStatus(world, 'cancelled');
    },
  });
  expect(ended).toMatchObject({ outcome: 'checked', bookings: [{ entry: { event: 'payment.unexpected' } }] });
  expect([world.accepted, rowOf(world).status]).toEqual([[], 'cancelled']);
});

describe('a payment that came before its collection and was not booked since', () => {
  it('a payment that waits is booked by the next run, which sends nothing and asks no provider', async () => {
    const world = aWorld({ account, followUp: { cadence: 'every_1h', startAfter: 60 } });
    keep(world, aReported({ amount: rowOf(world).amount }));
    advanceTo(world, slotAt(world));
    expect(await invoke(world)).toMatchObject({ outcome: 'already_paid', bookings: [{}] });
    expect(world.accepted).toEqual([]);
    expect(rowOf(world).status).toBe('completed');
    expectSound(world);
  });

  it('a payment that waits is booked even if it is too little or the collection is cancelled', async () => {
    const world = aWorld({ account, followUp: { cadence: 'every_1h', startAfter: 60 } });
    keep(world, aReported(ngn(1)));
    changeStatus(world, 'cancelled');
    expect(await invoke(world)).toMatchObject({ outcome: 'nothing', bookings: [{}] });
    expect([...world.entries.values()]).toMatchObject([{ event: 'payment.unexpected' }]);
  });
});
