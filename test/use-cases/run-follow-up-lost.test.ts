/** Runs that lose a race, or find several payments: each looks at the collection again, and tells of all that it booked. */
import { describe, expect, it } from 'vitest';
import { minutesLater } from '#test/support/a-collection.ts';
import { aReported, ngn, paymentsOf } from '#test/support/a-movement.ts';
import { aPaidAccount, aSession } from '#test/support/a-payment.ts';
import { keep } from './booking.ts';
import { expectFinished } from './invariants.ts';
import { invoke, type Step } from './invocation.ts';
import { advanceTo, aWorld, changeStatus, planIn, rowOf, setNextRun, type World } from './world.ts';

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
