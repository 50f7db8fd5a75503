/** The dates and the conditions of a change of status. */
import { expect, it } from 'vitest';
import { decideStatus, dueExpiry, overdueMark, type StatusChange, withChange } from '#lib/domain/change-status.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';

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
