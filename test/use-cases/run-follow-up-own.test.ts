/** The merchant's own transaction, which the reference names: it is asked about like a session. Payments under way. */
import { describe, expect, it } from 'vitest';
import { aMovement, aPaidAccount, aSession, ngn } from '#test/support/a-payment.ts';
import { expectFinished, expectSound } from './invariants.ts';
import { heal, invoke, type Step } from './invocation.ts';
import { advanceTo, aWorld, planIn, rowOf, setNextRun, type World } from './world.ts';

const account = aPaidAccount();
const REFERENCE = 'INV-1';
const MINUTE = 60_000;

const followed = (given: object = {}) =>
  aWorld({ account, namesTransaction: true, followUp: { cadence: 'every_1h', startAfter: 60 }, ...given });
const slotAt = (world: World, slot = 1) => planIn(world).slots[slot - 1]?.dueAt ?? 'no such slot';
const paid = (world: World, given: Parameters<typeof aMovement>[0] = {}) =>
  world.found.set(REFERENCE, [aMovement({ references: [REFERENCE], ...given })]);
const minutesFrom = (instant: string, minutes: number) =>
  new Date(Date.parse(instant) + minutes * MINUTE).toISOString();

describe('the merchant’s own transaction', () => {
  it('a collection whose own transaction was paid gets no reminder', async () => {
    const world = followed();
    paid(world);
    advanceTo(world, slotAt(world));
    expect(await invoke(world)).toMatchObject({
      outcome: 'already_paid',
      bookings: [{ entry: { standing: 'exact' } }],
    });
    expect([world.asked, world.accepted]).toEqual([[REFERENCE], []]);
    expectFinished(world);
  });

  it('a collection whose own transaction was paid does not expire', async () => {
    const world = followed({ expiresIn: 90, followUp: { enabled: false } });
    paid(world);
    advanceTo(world, rowOf(world).expiresAt);
    expect(await invoke(world)).toMatchObject({ outcome: 'already_paid' });
    expect(rowOf(world).status).toBe('completed');
  });

  it('a transaction that was paid before its collection was recorded completes it at the relay’s run', async () => {
    const world = followed();
    paid(world);
    expect(await invoke(world, { asks: true })).toMatchObject({ outcome: 'already_paid' });
    expect([rowOf(world).status, world.attempts.size]).toEqual(['completed', 0]);
  });

  it('the relay’s run of a collection that was not paid changes nothing', async () => {
    const world = followed();
    const before = rowOf(world);
    expect(await invoke(world, { asks: true })).toMatchObject({ outcome: 'nothing', bookings: [] });
    expect([world.asked, rowOf(world)]).toEqual([[REFERENCE], before]);
  });

  it('the relay’s run that finds a part books it, and asks once', async () => {
    const world = followed();
    paid(world, ngn(1));
    expect(await invoke(world, { asks: true })).toMatchObject({ outcome: 'nothing', bookings: [{}] });
    expect([world.asked.length, rowOf(world).received, rowOf(world).skippedSlot]).toEqual([1, 1, 1]);
  });

  it('any other run that finds nothing due asks nobody', async () => {
    const world = followed();
    await invoke(world);
    expect(world.asked).toEqual([]);
  });

  it('a customer who pays the merchant’s transaction and ours has paid twice, and both count', async () => {
    const world = followed({ sessions: [aSession()] });
    paid(world);
    const reference = `${rowOf(world).id.replaceAll('_', '-')}-card-1`;
    world.found.set(reference, [aMovement({ references: [reference], transaction: 'trx-2' })]);
    advanceTo(world, slotAt(world));
    await invoke(world);
    expect([...world.entries.values()]).toMatchObject([{ standing: 'exact' }, { standing: 'over' }]);
    expect(rowOf(world)).toMatchObject({ status: 'completed', received: 9_000_000 });
  });
});

describe('a payment that is under way', () => {
  const pending = (given: object = {}) => {
    const world = followed(given);
    world.progress.set(REFERENCE, 'pending');
    return world;
  };

  it('a payment under way postpones the reminder by fifteen minutes, once', async () => {
    const world = pending();
    const due = slotAt(world);
    advanceTo(world, due);
    expect(await invoke(world, { runNumber: 1 })).toMatchObject({ outcome: 'postponed' });
    expect(rowOf(world)).toMatchObject({ nextRunAt: minutesFrom(due, 15), runNumber: 2, postponedSlot: 1 });
    expect([world.accepted, world.attempts.size]).toEqual([[], 0]);
    expectSound(world);
    advanceTo(world, minutesFrom(due, 15));
    expect(await invoke(world, { runNumber: 2 })).toMatchObject({ outcome: 'sent' });
  });

  it('a payment that arrives in these fifteen minutes spares the customer the reminder', async () => {
    const world = pending();
    advanceTo(world, slotAt(world));
    await invoke(world);
    paid(world);
    world.progress.set(REFERENCE, 'ended');
    await heal(world);
    expect([rowOf(world).status, world.accepted]).toEqual(['completed', []]);
  });

  it('a payment that fails meanwhile does not keep the reminder back', async () => {
    const world = pending();
    const due = slotAt(world);
    advanceTo(world, due);
    await invoke(world);
    world.progress.set(REFERENCE, 'open');
    advanceTo(world, minutesFrom(due, 15));
    expect(await invoke(world)).toMatchObject({ outcome: 'sent' });
  });

  it('a postponed run that is repeated before its time sends nothing while the payment is under way', async () => {
    const world = pending();
    const due = slotAt(world);
    advanceTo(world, due);
    for (const outcome of ['postponed', 'nothing', 'nothing']) {
      expect(await invoke(world, { runNumber: 1 })).toMatchObject({ outcome });
    }
    advanceTo(world, Date.parse(due) + 14 * MINUTE - 1);
    expect(await invoke(world, { runNumber: 2 })).toMatchObject({ outcome: 'nothing' });
    advanceTo(world, Date.parse(due) + 14 * MINUTE);
    expect(await invoke(world, { runNumber: 2 })).toMatchObject({ outcome: 'sent' });
  });

  it('a reminder is not postponed beyond the expiry', async () => {
    const world = pending({ expiresIn: 65 });
    advanceTo(world, slotAt(world));
    expect(await invoke(world)).toMatchObject({ outcome: 'postponed' });
    expect(rowOf(world).nextRunAt).toBe(rowOf(world).expiresAt);
    advanceTo(world, rowOf(world).expiresAt);
    expect(await invoke(world)).toMatchObject({ outcome: 'expired' });
    expect(world.accepted).toEqual([]);
  });

  it('each slot is postponed by itself', async () => {
    const world = pending();
    advanceTo(world, slotAt(world));
    await invoke(world);
    advanceTo(world, minutesFrom(slotAt(world), 15));
    await invoke(world);
    advanceTo(world, slotAt(world, 2));
    expect(await invoke(world)).toMatchObject({ outcome: 'postponed' });
    expect(rowOf(world).postponedSlot).toBe(2);
  });

  it('a postponement that loses to another run looks again', async () => {
    const world = pending();
    advanceTo(world, slotAt(world));
    const left = [() => setNextRun(world, 1, minutesFrom(slotAt(world), 15), 1)];
    const between = (step: Step) => (step === 'setNextRun' ? left.pop()?.() : undefined);
    await invoke(world, { runNumber: 1, between });
    expect(rowOf(world)).toMatchObject({ runNumber: 2, postponedSlot: 1 });
    expect(world.accepted).toEqual([]);
  });

  it('a payment under way keeps nothing back but a reminder', async () => {
    const world = pending({ expiresIn: 90, followUp: { enabled: false } });
    advanceTo(world, rowOf(world).expiresAt);
    expect(await invoke(world)).toMatchObject({ outcome: 'expired' });
  });
});
