/** Runs that lose a race, or find several payments: each looks at the collection again, and tells of all that it applied. */
import { describe, expect, it } from 'vitest';
import { aPaidAccount, aPayment, aSession, paymentsOf } from '#test/support/a-payment.ts';
import { keepForLater } from '#test/support/memory-ledger.ts';
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
    for (const payment of halves) keepForLater(world, payment);
    advanceTo(world, planIn(world).slots[0]?.dueAt ?? '');
    expect(await invoke(world)).toMatchObject({
      outcome: 'already_paid',
      appliedPayments: [{ standing: 'partial' }, { standing: 'exact' }],
    });
    expect(world.attempts.get(1)).toMatchObject({ status: 'skipped', reason: 'already_paid' });
  });

  it('are applied beside one that was applied before', async () => {
    const [first, second] = halves as [(typeof halves)[0], (typeof halves)[0]];
    const world = followed();
    keepForLater(world, first);
    await invoke(world);
    keepForLater(world, second);
    expect(await invoke(world)).toMatchObject({ outcome: 'already_paid', appliedPayments: [{ standing: 'exact' }] });
  });

  it('are told in the order in which they were applied, also when one comes while the run looks again', async () => {
    const [first, second] = halves as [(typeof halves)[0], (typeof halves)[0]];
    const world = followed();
    keepForLater(world, first);
    let looks = 0;
    const between = (step: Step) => {
      if (step === 'load') looks += 1;
      if (step === 'load' && looks === 2) keepForLater(world, second);
    };
    expect(await invoke(world, { between })).toMatchObject({
      outcome: 'already_paid',
      appliedPayments: [{ payment: { transaction: 'trx-1' } }, { payment: { transaction: 'trx-2' } }],
    });
  });

  it('are applied without a question to the providers that have been asked in the same run', async () => {
    const account = aPaidAccount();
    const world = followed({ account, sessions: [aSession()] });
    keepForLater(world, aPayment({ amount: { minor: 1, currency: 'NGN' } }));
    advanceTo(world, planIn(world).slots[0]?.dueAt ?? '');
    const between = onceBefore('claimSlots', () => {
      keepForLater(world, aPayment({ transaction: 'trx-2', amount: { minor: 1, currency: 'NGN' } }));
      setNextRun(world, rowOf(world).runNumber, rowOf(world).expiresAt);
    });
    expect(await invoke(world, { between })).toMatchObject({ outcome: 'sent', appliedPayments: [{}, {}] });
    expect(world.asked).toHaveLength(1);
  });
});
