/** What must be true of a collection's follow-ups, whatever went wrong in its runs. */
import { expect } from 'vitest';
import { asksForReference, hasOpenSessions } from '#lib/domain/payment/ended-checks.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { rowOf, type World } from './world.ts';

const EARLY_MS = 60_000;

/** True at every instant. */
export function expectSound(world: World): void {
  const row = rowOf(world);
  const slots = [...world.attempts.values()].toSorted((a, b) => a.slot - b.slot);
  const claimed = slots.filter(({ slot }) => slot < row.nextSlot).map(({ slot }) => slot);
  expect(claimed, 'rows without a gap, up to the next slot').toEqual(
    Array.from({ length: row.nextSlot - 1 }, (_, n) => n + 1),
  );
  const unclaimed = slots.slice(claimed.length);
  expect(unclaimed.length === 0 || row.status === 'completed', 'other rows only where it was paid').toBe(true);
  for (const { reason } of unclaimed) expect(['late', 'already_paid']).toContain(reason);
  for (const { slot, earlier } of slots) {
    const messages = world.accepted.filter((each) => each.slot === slot);
    expect(messages.length, 'at most one message a slot that has not failed').toBeLessThanOrEqual(earlier ? 2 : 1);
  }
  for (const [index, { slot, token, at }] of world.accepted.entries()) {
    const attempt = world.attempts.get(slot);
    const isLast = world.accepted.findLastIndex((each) => each.slot === slot) === index;
    const isEarlier = attempt?.earlier !== undefined && (!isLast || attempt.token !== token);
    if (!isEarlier) expect(attempt?.token, 'only the invocation that claimed a slot sends it').toBe(token);
    expect(Date.parse(at), 'never before its time').toBeGreaterThanOrEqual(Date.parse(attempt?.dueAt ?? '') - EARLY_MS);
    const hasFailed = attempt?.at.failed !== undefined || isEarlier;
    if (!hasFailed) expect(['sending', 'sent', 'unknown'], 'a slot that was sent').toContain(attempt?.status);
  }
  for (const { claimedAt } of world.attempts.values()) {
    expect(claimedAt < row.expiresAt, 'no claim from the expiry on').toBe(true);
    if (row.completedAt !== null) expect(claimedAt <= row.completedAt, 'no claim after the payment').toBe(true);
  }
  if (isPayable(row.status)) expect(row.nextRunAt, 'a run is set as long as it can be paid').toBeDefined();
  const isOpen = hasOpenSessions(row) || asksForReference(row.status, row);
  if (!isPayable(row.status) && !isOpen) expect(row.nextRunAt, 'no run is set where nothing is open').toBeUndefined();
  if (row.nextRunAt !== undefined) {
    expect(world.runs.at(-1), 'the stream shows its last run').toEqual({
      runNumber: row.runNumber,
      nextRunAt: row.nextRunAt,
    });
  }
  expectCounted(world);
  const numbers = world.runs.map(({ runNumber }) => runNumber);
  expect(new Set(numbers).size, 'each run has its own number').toBe(numbers.length);
}

/** All entries on record are counted, and enough money completes the collection. */
function expectCounted(world: World): void {
  const row = rowOf(world);
  const entries = [...world.entries.values()];
  expect(row.entryCount, 'each entry is counted').toBe(entries.length);
  const counting = entries.filter(({ counts }) => counts);
  expect(row.received, 'what was received is the sum of the entries').toBe(
    counting.reduce((sum, { credited }) => sum + credited, 0),
  );
  if (row.received >= row.amount.minor)
    expect(['completed', 'cancelled'], 'enough money completes it').toContain(row.status);
}

/** True once the collection is final. */
export function expectFinished(world: World): void {
  expectSound(world);
  const row = rowOf(world);
  expect(['completed', 'cancelled', 'expired']).toContain(row.status);
  expect(row.events.filter(({ type }) => type !== 'collection.created').length).toBeGreaterThan(0);
  expect(row.nextRunAt, 'nothing is checked for ever').toBeUndefined();
  const types = row.events.map(({ type }) => type);
  expect(new Set(types).size, 'each lifecycle event once').toBe(types.length);
}
