/** The table of transitions, and no other transition. */
import { describe, expect, it } from 'vitest';
import { findTransition, isPayable, STATUSES, TRANSITIONS } from '#lib/domain/transitions.ts';

const TABLE = TRANSITIONS.flatMap(({ from, to, by, event }) =>
  from.map((status) => `${status} → ${to} by ${by}: ${event}`),
);

describe('the table of transitions', () => {
  it('the table of transitions has exactly these lines', () => {
    expect(TABLE.toSorted()).toEqual([
      'expired → completed by caller: collection.completed',
      'expired → completed by payment: collection.completed',
      'overdue → cancelled by caller: collection.cancelled',
      'overdue → completed by caller: collection.completed',
      'overdue → completed by payment: collection.completed',
      'overdue → expired by caller: collection.expired',
      'overdue → expired by clock: collection.expired',
      'pending → cancelled by caller: collection.cancelled',
      'pending → completed by caller: collection.completed',
      'pending → completed by payment: collection.completed',
      'pending → expired by caller: collection.expired',
      'pending → expired by clock: collection.expired',
      'pending → overdue by caller: collection.overdue',
      'pending → overdue by clock: collection.overdue',
    ]);
  });

  it('no transition leaves completed or cancelled, or returns to pending', () => {
    expect(TRANSITIONS.filter(({ from }) => from.includes('completed') || from.includes('cancelled'))).toEqual([]);
    expect(TRANSITIONS.filter(({ to }) => to === 'pending')).toEqual([]);
  });

  it('a target and a trigger have at most one transition', () => {
    for (const { to, by } of TRANSITIONS) {
      expect(TRANSITIONS.filter((other) => other.to === to && other.by === by)).toHaveLength(1);
      expect(findTransition(to, by)).toMatchObject({ to, by });
    }
    expect(findTransition('pending', 'caller')).toBeUndefined();
    expect(findTransition('cancelled', 'payment')).toBeUndefined();
  });

  it('only pending and overdue collections can be paid', () => {
    expect(STATUSES.filter(isPayable)).toEqual(['pending', 'overdue']);
  });
});
