/** The dates and the conditions of a change of status. */
import { expect, it } from 'vitest';
import { decideStatus, dueExpiry, overdueMark, type StatusChange, withChange } from '#lib/domain/change-status.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { aSession } from '#test/support/a-payment.ts';

const SOON = minutesLater(5);
const AT = SOON.toISOString();

it('the events of a change bear its date', () => {
  const decision = decideStatus(aCollection(), { to: 'completed', by: 'caller' }, SOON);
  expect(decision).toMatchObject({
    change: {
      events: [
        { type: 'collection.completed', timestamp: AT },
        { type: 'followup.stopped', timestamp: AT },
      ],
    },
  });
});

it('a collection is updated when its change is', () => {
  const change: StatusChange = { from: ['pending'], to: 'cancelled', updatedAt: AT, events: [] };
  expect(withChange(aCollection(), change)).toEqual({ ...aCollection(), status: 'cancelled', updatedAt: AT });
});

it('a refusal hands back no expiry where there is none to save', () => {
  const decision = decideStatus(aCollection({ status: 'expired' }), { to: 'cancelled', by: 'caller' }, SOON);
  expect(decision).toStrictEqual({ kind: 'refused', from: 'expired' });
});

it('a final state that leaves something open says when it is checked first, and sets that as the next run', () => {
  const open = aCollection({ sessions: [aSession()], nextRunAt: minutesLater(60).toISOString(), runNumber: 4 });
  const decision = decideStatus(open, { to: 'cancelled', by: 'caller' }, SOON);
  expect(decision).toMatchObject({ change: { to: 'cancelled', checkAt: AT } });
  if (decision.kind !== 'change') throw new Error('it may be cancelled');
  expect(withChange(open, decision.change)).toMatchObject({ status: 'cancelled', nextRunAt: AT, runNumber: 5 });
});

it('a final state that leaves nothing open ends the runs', () => {
  const closed = aCollection({ nextRunAt: minutesLater(60).toISOString(), runNumber: 4 });
  const decision = decideStatus(closed, { to: 'cancelled', by: 'caller' }, SOON);
  if (decision.kind !== 'change') throw new Error('it may be cancelled');
  expect(decision.change).not.toHaveProperty('checkAt');
  const after = withChange(closed, decision.change);
  expect(after).not.toHaveProperty('nextRunAt');
  expect(after.runNumber).toBe(4);
});

it('an expiry is checked from the instant of the expiry on, however late it is saved', () => {
  const { expiresAt } = aCollection();
  const late = new Date(Date.parse(expiresAt) + 7 * 60_000);
  expect(dueExpiry(aCollection({ sessions: [aSession()] }), late)).toMatchObject({ checkAt: expiresAt });
  expect(dueExpiry(aCollection({ referenceProvider: 'paystack' }), late)).toMatchObject({
    checkAt: new Date(Date.parse(expiresAt) + 5 * 60_000).toISOString(),
  });
});

it('a collection that becomes overdue keeps its run: it can still be paid', () => {
  const open = aCollection({ sessions: [aSession()], nextRunAt: minutesLater(60).toISOString() });
  const decision = decideStatus(open, { to: 'overdue', by: 'caller' }, SOON);
  if (decision.kind !== 'change') throw new Error('it may be overdue');
  expect(decision.change).not.toHaveProperty('checkAt');
  expect(withChange(open, decision.change).nextRunAt).toBe(open.nextRunAt);
});

it('no expiry is due before its time', () => {
  expect(dueExpiry(aCollection(), SOON)).toBeUndefined();
});

it('the overdue mark sets the next run, if none has been set since, and is saved only before the expiry', () => {
  const collection = aCollection({ runNumber: 4 });
  expect(overdueMark(collection, collection.expiresAt, SOON)).toEqual({
    from: ['pending'],
    to: 'overdue',
    updatedAt: AT,
    events: [{ type: 'collection.overdue', timestamp: AT }],
    unexpiredAt: AT,
    run: { after: 4, at: collection.expiresAt },
  });
});
