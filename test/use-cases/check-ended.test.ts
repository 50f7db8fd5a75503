/**
 * The checks of what is to be ended: sessions of a collection that has ended, or for an amount that was corrected. They are
 * closed, and money that came late is found.
 */
import { describe, expect, it } from 'vitest';
import { providerReference } from '#lib/domain/payment/session.ts';
import { updateCollection } from '#lib/domain/revisions/update-collection.ts';
import { aMovement, aPaidAccount, aReported, aSession, ngn } from '#test/support/a-payment.ts';
import { keep } from './booking.ts';
import { expectFinished, expectSound } from './invariants.ts';
import { heal, invoke, MISHAPS, type Step } from './invocation.ts';
import {
  advanceTo,
  aWorld,
  changeStatus,
  planIn,
  rowOf,
  saveCheck,
  saveRevision,
  settingIn,
  type World,
} from './world.ts';

const account = aPaidAccount();
const REFERENCE = 'INV-1';
const MINUTE = 60_000;

type Ending = 'expired' | 'cancelled' | 'completed';

/** A collection that ended 30 minutes after its create, with one session, or with the merchant's own transaction. */
function ended(
  status: Ending,
  given: { sessions?: ReturnType<typeof aSession>[]; namesTransaction?: boolean } = {},
): World {
  const world = aWorld({ account, sessions: [aSession()], ...given });
  advanceTo(world, world.now.getTime() + 30 * MINUTE);
  changeStatus(world, status);
  return world;
}

const ours = (world: World, number = 1) => providerReference(rowOf(world).ref, 'card', number);

/** The customer pays at the provider, whose webhook is lost. */
const pays = (world: World, reference: string, given: Parameters<typeof aMovement>[0] = {}) =>
  world.found.set(reference, [aMovement({ references: [reference], at: world.now.toISOString(), ...given })]);

/** Runs every check, and answers when they came, in minutes after the end. */
async function allChecks(world: World): Promise<number[]> {
  const end = world.now.getTime();
  const checks: number[] = [];
  for (let { nextRunAt } = rowOf(world); nextRunAt !== undefined; { nextRunAt } = rowOf(world)) {
    checks.push((Date.parse(nextRunAt) - end) / MINUTE);
    advanceTo(world, nextRunAt);
    await invoke(world, { runNumber: rowOf(world).runNumber });
    expectSound(world);
  }
  return checks;
}

/** Something that happens once, right before a step. */
function onceBefore(wanted: Step, happens: () => unknown) {
  const left = [happens];
  return async (step: Step) => (step === wanted ? left.pop()?.() : undefined);
}

describe('the checks', () => {
  it.each<Ending>(['expired', 'cancelled', 'completed'])(
    'a %s collection closes its session at once, and is done when it is closed',
    async (status) => {
      const world = ended(status);
      const made: Step[] = [];
      advanceTo(world, rowOf(world).nextRunAt ?? 0);
      expect(await invoke(world, { between: (step) => made.push(step) })).toMatchObject({
        outcome: 'checked',
        bookings: [],
      });
      expect(made).toEqual(['load', 'closeSession', 'findMovements', 'saveCheck']);
      expect([world.closed, world.asked]).toEqual([[ours(world)], [ours(world)]]);
      expect(rowOf(world).sessions).toMatchObject([{ ended: true }]);
      expectFinished(world);
    },
  );

  it('a session that could not be closed is tried again at each check: at once, after 5 minutes, 1, 24 and 72 hours', async () => {
    const world = Object.assign(ended('expired'), { isProviderDown: true });
    expect(await allChecks(world)).toEqual([0, 5, 60, 24 * 60, 72 * 60]);
    expect(world.closed).toHaveLength(5);
    expectFinished(world);
  });

  it('a provider that answers again ends the checks', async () => {
    const world = Object.assign(ended('cancelled'), { isProviderDown: true });
    await invoke(world);
    world.isProviderDown = false;
    expect(await allChecks(world)).toEqual([5]);
    expect(rowOf(world).sessions).toMatchObject([{ ended: true }]);
  });

  it('the merchant’s own transaction is asked about four times, and there is nothing to close', async () => {
    const world = ended('cancelled', { sessions: [], namesTransaction: true });
    expect(await allChecks(world)).toEqual([5, 60, 24 * 60, 72 * 60]);
    expect([world.asked, world.closed]).toEqual([Array(4).fill(REFERENCE), []]);
    expectFinished(world);
  });

  it('a merchant’s transaction that is over is asked about once', async () => {
    const world = ended('expired', { sessions: [], namesTransaction: true });
    world.progress.set(REFERENCE, 'ended');
    expect(await allChecks(world)).toEqual([5]);
    expect(rowOf(world).referenceEnded).toBe(true);
  });

  it.each<[string, Parameters<typeof ended>]>([
    ['without a session or a transaction', ['expired', { sessions: [] }]],
    ['whose sessions were over before', ['cancelled', { sessions: [aSession({ ended: true })] }]],
    ['that is completed and names a transaction', ['completed', { sessions: [], namesTransaction: true }]],
  ])('a collection %s is not checked', async (_which, given) => {
    const world = ended(...given);
    expect(rowOf(world).nextRunAt).toBeUndefined();
    expect(await invoke(world)).toMatchObject({ outcome: 'nothing', bookings: [] });
    expect([world.asked, world.closed]).toEqual([[], []]);
  });

  it('several sessions are each closed and asked about, but not those that are over', async () => {
    const world = ended('expired', { sessions: [aSession(), aSession({ ended: true }), aSession({ key: 'cs_3' })] });
    await allChecks(world);
    expect(world.closed).toEqual([ours(world, 1), ours(world, 3)]);
    expect(rowOf(world).sessions.map((session) => session.ended)).toEqual([true, true, true]);
  });

  it('a session of a provider that is gone is checked to the end, without a question', async () => {
    const world = ended('expired', { sessions: [aSession({ provider: 'gone' })] });
    expect(await allChecks(world)).toHaveLength(5);
    expect([world.asked, world.closed]).toEqual([[], []]);
  });
});

describe('money that is found at a check', () => {
  it('a payment completes an expired collection, whose other sessions are then closed too', async () => {
    const world = ended('expired', { sessions: [aSession(), aSession()] });
    pays(world, ours(world));
    world.progress.set(ours(world), 'ended');
    const result = await invoke(world, { runNumber: rowOf(world).runNumber });
    expect(result).toMatchObject({ outcome: 'checked', bookings: [{ completion: { to: 'completed' } }] });
    expect(rowOf(world)).toMatchObject({ status: 'completed', received: 4_500_000 });
    await allChecks(world);
    expect(rowOf(world).sessions).toMatchObject([{ ended: true }, { ended: true }]);
    expectFinished(world);
  });

  it('the merchant’s own transaction completes an expired collection, which then needs no check', async () => {
    const world = ended('expired', { sessions: [], namesTransaction: true });
    pays(world, REFERENCE);
    advanceTo(world, rowOf(world).nextRunAt ?? 0);
    expect(await invoke(world)).toMatchObject({ bookings: [{ entry: { standing: 'exact' } }] });
    expect(rowOf(world).status).toBe('completed');
    expect(rowOf(world).nextRunAt).toBeUndefined();
  });

  it('a payment that comes while the session is being closed is found, because the provider is asked afterwards', async () => {
    const world = ended('expired');
    const between = onceBefore('closeSession', () => pays(world, ours(world)));
    await invoke(world, { between });
    expect(rowOf(world).status).toBe('completed');
  });

  it('a payment of a cancelled collection is unexpected, and the checks go on', async () => {
    const world = ended('cancelled', { sessions: [], namesTransaction: true });
    pays(world, REFERENCE);
    expect(await allChecks(world)).toEqual([5, 60, 24 * 60, 72 * 60]);
    expect([...world.entries.values()]).toMatchObject([{ event: 'payment.unexpected', reason: 'cancelled' }]);
    expect(rowOf(world)).toMatchObject({ status: 'cancelled', received: 4_500_000, completedAt: null });
  });

  it('a part payment leaves an expired collection expired, and is counted once in all checks', async () => {
    const world = Object.assign(ended('expired', { sessions: [], namesTransaction: true }));
    pays(world, REFERENCE, ngn(1_000_000));
    await allChecks(world);
    expect(rowOf(world)).toMatchObject({ status: 'expired', received: 1_000_000, entryCount: 1 });
  });

  it('with every webhook lost, a payment at any time up to 72 hours after the end is found', async () => {
    for (const minutes of [0, 4, 30, 23 * 60, 71 * 60]) {
      const world = ended('expired', { sessions: [], namesTransaction: true });
      const end = world.now.getTime();
      while ((rowOf(world).nextRunAt ?? '') < new Date(end + minutes * MINUTE).toISOString()) {
        advanceTo(world, rowOf(world).nextRunAt ?? 0);
        await invoke(world);
      }
      advanceTo(world, end + minutes * MINUTE);
      pays(world, REFERENCE);
      await heal(world);
      expect(rowOf(world).status, `${minutes} minutes after the end`).toBe('completed');
    }
  });

  it('what waited for its collection is booked by any run after the end, early or not', async () => {
    const world = ended('cancelled', { sessions: [] });
    keep(world, aReported());
    expect(await invoke(world)).toMatchObject({ outcome: 'nothing', bookings: [{ entry: { reason: 'cancelled' } }] });
    expect(world.waiting.size).toBe(0);
  });
});

describe('runs that are too many, too early, or too late', () => {
  const late = () => {
    const world = Object.assign(ended('expired'), { isProviderDown: true });
    return invoke(world).then(() => world);
  };

  it('a run more than a minute before its check does nothing, and the check stays set', async () => {
    const world = await late();
    const { nextRunAt = '' } = rowOf(world);
    advanceTo(world, Date.parse(nextRunAt) - 61_000);
    expect(await invoke(world, { runNumber: 1 })).toMatchObject({ outcome: 'nothing' });
    expect([rowOf(world).nextRunAt, world.asked.length]).toEqual([nextRunAt, 1]);
  });

  it('a run up to a minute early makes its check, and sets the one after it', async () => {
    const world = await late();
    const end = Date.parse(rowOf(world).nextRunAt ?? '') - 5 * MINUTE;
    advanceTo(world, end + 4 * MINUTE);
    expect(await invoke(world)).toMatchObject({ outcome: 'checked' });
    expect(Date.parse(rowOf(world).nextRunAt ?? '')).toBe(end + 60 * MINUTE);
  });

  it('the sweeper’s run makes a check that nobody made, and leaves out those that have passed', async () => {
    const world = await late();
    const end = Date.parse(rowOf(world).nextRunAt ?? '') - 5 * MINUTE;
    advanceTo(world, end + 90 * MINUTE);
    expect(await invoke(world)).toMatchObject({ outcome: 'checked', lagSeconds: 85 * 60 });
    expect(Date.parse(rowOf(world).nextRunAt ?? '')).toBe(end + 24 * 60 * MINUTE);
  });

  it('a check that loses to another one leaves the next check as the other has set it', async () => {
    const world = Object.assign(ended('expired'), { isProviderDown: true });
    const later = new Date(world.now.getTime() + 5 * MINUTE).toISOString();
    const { runNumber } = rowOf(world);
    const other = { runNumber, ended: [], referenceEnded: false, endedAt: later, nextRunAt: later };
    const between = onceBefore('saveCheck', () => saveCheck(world, other));
    expect(await invoke(world, { between })).toMatchObject({ outcome: 'nothing' });
    expect(rowOf(world)).toMatchObject({ nextRunAt: later, runNumber: runNumber + 1 });
  });

  it('many runs of one check make one check', async () => {
    const world = Object.assign(ended('expired'), { isProviderDown: true });
    const { runNumber } = rowOf(world);
    const results = await Promise.all(Array.from({ length: 4 }, () => invoke(world, { runNumber })));
    expect(results.map((result) => (typeof result === 'object' ? result.outcome : result)).toSorted()).toEqual([
      ...['checked', 'nothing', 'nothing', 'nothing'],
    ]);
    expect(rowOf(world).runNumber).toBe(runNumber + 1);
    expectSound(world);
  });
});

describe.each(MISHAPS)('a check that %s', (mishap) => {
  it.each(['load', 'closeSession', 'findMovements', 'recordEntry', 'saveCheck'] as const)(
    'a check that breaks at %s is made again, and the payment counts once',
    async (at) => {
      const world = ended('expired', { namesTransaction: true });
      pays(world, ours(world));
      await invoke(world, { runNumber: 2, mishap: (_number, step) => (step === at ? mishap : undefined) });
      expectSound(world);
      await heal(world);
      expectFinished(world);
      expect(rowOf(world)).toMatchObject({ status: 'completed', entryCount: 1, sessions: [{ ended: true }] });
    },
  );
});

describe('sessions for an amount that was corrected', () => {
  /** Ten minutes after its create, the amount of a collection became 30,000. It can be paid for six days more. */
  function corrected(sessions = [aSession()]): World {
    const world = aWorld({ account, sessions, expiresIn: 6 * 1440 });
    advanceTo(world, world.now.getTime() + 10 * MINUTE);
    correct(world, 3_000_000);
    return world;
  }

  function correct(world: World, minor: number): void {
    const of = { collection: rowOf(world), setting: settingIn(world) };
    const revised = updateCollection(of, { amount: { minor, currency: 'NGN' } }, world.now);
    if (revised === undefined || !saveRevision(world, revised, world.now).saved) throw new Error('not corrected');
  }

  /** Runs until no check is left, and answers when the provider was to close something, in minutes after the correction. */
  async function checksIn(world: World): Promise<number[]> {
    const start = world.now.getTime();
    const checks: number[] = [];
    while (rowOf(world).staleSessions !== undefined) {
      const { length } = world.closed;
      advanceTo(world, rowOf(world).nextRunAt ?? 0);
      await invoke(world, { runNumber: rowOf(world).runNumber });
      expectSound(world);
      if (world.closed.length > length) checks.push((world.now.getTime() - start) / MINUTE);
      expect(checks.length, 'the checks end').toBeLessThan(9);
    }
    return checks;
  }

  it('are closed at once, before anything is sent, and the follow-ups go on as planned', async () => {
    const world = corrected();
    const made: Step[] = [];
    expect(rowOf(world).nextRunAt).toBe(world.now.toISOString());
    expect(await invoke(world, { between: (step) => made.push(step) })).toMatchObject({ outcome: 'checked' });
    expect(made).toEqual(['load', 'closeSession', 'findMovements', 'saveStaleCheck']);
    expect([world.closed, world.asked]).toEqual([[ours(world)], [ours(world)]]);
    expect(rowOf(world)).toMatchObject({ sessions: [{ ended: true }], nextRunAt: planIn(world).slots[0]?.dueAt });
    expect(rowOf(world).staleSessions).toBeUndefined();
    expect(await checksIn(world)).toEqual([]);
    await invoke(world);
    expect(world.closed).toHaveLength(1);
  });

  it('that could not be closed are tried again after 5 minutes, 1, 24 and 72 hours, while reminders are sent', async () => {
    const world = Object.assign(corrected(), { isProviderDown: true });
    expect(await checksIn(world)).toEqual([0, 5, 60, 24 * 60, 72 * 60]);
    expect(rowOf(world)).toMatchObject({ status: 'pending', sessions: [{}] });
    expect(rowOf(world).sessions[0]).not.toHaveProperty('ended');
    expect(world.accepted.length).toBeGreaterThan(1);
  });

  it('are closed without those that are over, or were opened for the new amount', async () => {
    const world = corrected([aSession({ ended: true }), aSession(), aSession({ provider: 'gone' })]);
    const row = rowOf(world);
    world.row = { ...row, sessions: [...row.sessions, aSession()] };
    await invoke(world);
    expect([world.closed, rowOf(world).staleSessions?.checks]).toEqual([[ours(world, 2)], 1]);
    expect(rowOf(world).sessions.map(({ ended: isEnded }) => isEnded)).toEqual([true, true, undefined, undefined]);
  });

  it.each([
    ['the new amount', 3_000_000, 'completed'],
    ['the amount before', 4_500_000, 'completed'],
    ['a part', 1_000_000, 'pending'],
  ])('bring %s once, and then are over', async (_what, minor, status) => {
    const world = corrected();
    pays(world, ours(world), ngn(minor));
    expect(await invoke(world, { runNumber: rowOf(world).runNumber })).toMatchObject({ bookings: [{}] });
    expect(rowOf(world)).toMatchObject({ status, received: minor, entryCount: 1, sessions: [{ ended: true }] });
    await heal(world);
    expect(rowOf(world)).toMatchObject({ received: minor, entryCount: 1 });
    expectFinished(world);
  });

  it('are all to be ended, once the collection expires meanwhile', async () => {
    const world = corrected();
    world.row = { ...rowOf(world), sessions: [aSession(), aSession()] };
    advanceTo(world, rowOf(world).expiresAt);
    expect(await invoke(world)).toMatchObject({ outcome: 'expired' });
    expect(world.closed).toEqual([]);
    await heal(world);
    expect(world.closed).toEqual([ours(world, 1), ours(world, 2)]);
    expectFinished(world);
  });

  it('are checked again after another correction during the check', async () => {
    const world = Object.assign(corrected(), { isProviderDown: true });
    const between = onceBefore('saveStaleCheck', () => {
      advanceTo(world, world.now.getTime() + MINUTE);
      correct(world, 2_000_000);
    });
    expect(await invoke(world, { between })).toMatchObject({ outcome: 'checked' });
    expect(rowOf(world)).toMatchObject({
      amount: { minor: 2_000_000 },
      staleSessions: { upTo: 1, since: world.now.toISOString(), checks: 1 },
    });
  });

  it.each(
    MISHAPS.flatMap((mishap) =>
      (['load', 'closeSession', 'findMovements', 'recordEntry', 'saveStaleCheck'] as const).map(
        (at) => [mishap, at] as const,
      ),
    ),
  )('are closed, and their part payment counts once, when the check %s at %s', async (mishap, at) => {
    const world = corrected();
    pays(world, ours(world), ngn(1_000_000));
    await invoke(world, { runNumber: 2, mishap: (_number, step) => (step === at ? mishap : undefined) });
    expectSound(world);
    await checksIn(world);
    expect(rowOf(world)).toMatchObject({ status: 'pending', received: 1_000_000, sessions: [{ ended: true }] });
    await heal(world);
    expectFinished(world);
  });
});
