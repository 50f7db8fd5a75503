/**
 * Changes of status: by the caller's command, and by time.
 * The table of transitions, and no other transition.
 * The dates and the conditions of a change of status.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decideStatus,
  dueExpiry,
  overdueMark,
  type StatusChange,
  type StatusDecision,
  withChange,
} from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import {
  findTransition,
  isOpen,
  isPayable,
  STATUSES,
  type Status,
  TRANSITIONS,
  type Trigger,
} from '#lib/domain/transitions.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { aSession } from '#test/support/a-payment.ts';

const EXPIRES_AT = minutesLater(1440).toISOString();
const SOON = minutesLater(5);
const LATE = minutesLater(2000);
const byCaller = (to: Status) => ({ to, by: 'caller' as const });

const changeOf = (decision: StatusDecision) => {
  if (decision.kind !== 'change') throw new Error(`${decision.kind}, not a change`);
  return decision.change;
};

describe('a command of the caller', () => {
  const pairs = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const));
  const allowed = (from: Status, to: Status) =>
    TRANSITIONS.some((line) => line.by === 'caller' && line.to === to && line.from.includes(from));

  it.each(pairs)('a caller may move a collection from %s to %s only if the transition table allows it', (from, to) => {
    const { kind } = decideStatus(aCollection({ status: from }), byCaller(to), SOON);
    expect(kind).toBe(from === to ? 'unchanged' : allowed(from, to) ? 'change' : 'refused');
  });

  it('a status change is saved only if the stored status still allows it, and only before the expiry', () => {
    for (const to of ['cancelled', 'expired'] as const) {
      expect(changeOf(decideStatus(aCollection(), byCaller(to), SOON))).toMatchObject({
        from: ['pending', 'overdue'],
        to,
        updatedAt: SOON.toISOString(),
        unexpiredAt: SOON.toISOString(),
      });
    }
  });

  it('a completion by the caller is saved after the expiry, too, because money may reach the merchant then', () => {
    const late = changeOf(decideStatus(aCollection(), byCaller('completed'), LATE));
    expect(late).toMatchObject({ from: ['pending', 'overdue', 'expired'], to: 'completed' });
    expect(late).not.toHaveProperty('unexpiredAt');
    expect([late.completedAt, late.updatedAt]).toEqual([LATE.toISOString(), LATE.toISOString()]);
  });

  it('a completion before the expiry is saved only then: what stops is told once', () => {
    const soon = changeOf(decideStatus(aCollection(), byCaller('completed'), SOON));
    expect(soon).toMatchObject({ from: ['pending', 'overdue'], to: 'completed', unexpiredAt: SOON.toISOString() });
  });

  it('only a change to completed sets completedAt', () => {
    for (const to of ['cancelled', 'overdue', 'expired'] as const) {
      expect(changeOf(decideStatus(aCollection(), byCaller(to), SOON))).not.toHaveProperty('completedAt');
    }
  });
});

describe('follow-ups', () => {
  const eventsOf = (to: Status, given: Partial<Collection> = {}) =>
    changeOf(decideStatus(aCollection(given), byCaller(to), SOON)).events.map(({ type }) => type);

  it.each(['completed', 'cancelled', 'expired'] as const)('a change to %s stops the follow-ups', (to) => {
    expect(eventsOf(to)).toEqual([`collection.${to}`, 'followup.stopped']);
  });

  it('a collection that becomes overdue keeps its follow-ups', () => {
    expect(eventsOf('overdue')).toEqual(['collection.overdue']);
  });

  it('a collection without follow-ups has no followup.stopped event', () => {
    expect(eventsOf('completed', { followUp: { strategyVersion: 1, enabled: false } })).toEqual([
      'collection.completed',
    ]);
  });

  it('a late payment stops no follow-ups, because they ended with the expiry', () => {
    const { events } = changeOf(decideStatus(aCollection(), { to: 'completed', by: 'payment' }, LATE));
    expect(events.map(({ type }) => type)).toEqual(['collection.completed']);
  });
});

describe('from the expiry on', () => {
  it.each(['pending', 'overdue'] as const)(
    'a %s collection past its expiry is refused as expired, and the refusal carries the expiry to save',
    (status) => {
      const collection = aCollection({ status });
      expect(decideStatus(collection, byCaller('cancelled'), new Date(EXPIRES_AT))).toEqual({
        kind: 'refused',
        from: 'expired',
        expiry: {
          from: ['pending', 'overdue'],
          to: 'expired',
          updatedAt: EXPIRES_AT,
          expiresAt: EXPIRES_AT,
          events: [{ type: 'collection.expired', timestamp: EXPIRES_AT, data: { messagesSent: 0 } }],
        },
      });
    },
  );

  it('a collection is not expired a millisecond before its expiry', () => {
    const before = new Date(new Date(EXPIRES_AT).getTime() - 1);
    expect(decideStatus(aCollection(), byCaller('cancelled'), before).kind).toBe('change');
  });

  it('a command to expire a collection that has expired changes nothing', () => {
    const decision = decideStatus(aCollection(), byCaller('expired'), LATE);
    expect(decision).toMatchObject({ kind: 'unchanged', collection: { status: 'expired', updatedAt: EXPIRES_AT } });
  });

  it('an expiry that is stored already is not written again', () => {
    const decision = decideStatus(aCollection({ status: 'expired' }), byCaller('cancelled'), LATE);
    expect(decision).toEqual({ kind: 'refused', from: 'expired' });
  });

  it('a payment after the expiry still completes the collection, without a condition of time', () => {
    const change = changeOf(decideStatus(aCollection(), { to: 'completed', by: 'payment' }, LATE));
    expect(change.from).toContain('expired');
    expect(change).not.toHaveProperty('unexpiredAt');
  });
});

describe('over any sequence of commands', () => {
  const aCommand = fc
    .record({
      to: fc.constantFrom(...STATUSES),
      by: fc.constantFrom<Trigger>('caller', 'payment', 'clock'),
      minutes: fc.integer({ min: -5, max: 900 }),
    })
    .filter(({ to, by }) => by !== 'payment' || to === 'completed');

  /** Every state of the collection, as its readers would see it. */
  function lives(commands: readonly { to: Status; by: Trigger; minutes: number }[]): Collection[] {
    let minute = 0;
    const states = [aCollection()];
    for (const { to, by, minutes } of commands) {
      minute = Math.max(0, minute + minutes);
      const stored = states.at(-1) as Collection;
      const decision = decideStatus(stored, { to, by }, minutesLater(minute));
      const change = decision.kind === 'change' ? decision.change : decision.kind === 'refused' && decision.expiry;
      if (change) states.push(withChange(stored, change));
    }
    return states;
  }

  const eachStep = (check: (before: Collection, after: Collection) => void) =>
    fc.assert(
      fc.property(fc.array(aCommand, { maxLength: 12, size: 'max' }), (commands) => {
        const states = lives(commands);
        states.slice(1).forEach((after, at) => {
          check(states[at] as Collection, after);
        });
      }),
      { numRuns: 200 },
    );

  it('no sequence of commands moves a collection out of completed or cancelled', () => {
    eachStep((before) => expect(['completed', 'cancelled']).not.toContain(before.status));
  });

  it('any sequence of commands only appends events, and no event occurs twice', () => {
    eachStep((before, after) => {
      expect(after.events.slice(0, before.events.length)).toEqual(before.events);
      expect(after.events.length).toBeGreaterThan(before.events.length);
      expect(new Set(after.events.map(({ type }) => type)).size).toBe(after.events.length);
    });
  });

  it('updatedAt never goes back, even when the clock does', () => {
    eachStep((before, after) => expect(after.updatedAt >= before.updatedAt).toBe(true));
  });

  it('completedAt is set if and only if the collection is completed', () => {
    eachStep((_before, after) => expect(after.completedAt !== null).toBe(after.status === 'completed'));
  });
});

const TABLE = TRANSITIONS.flatMap(({ from, to, by, event }) =>
  from.map((status) => `${status} → ${to} by ${by}: ${event}`),
);

describe('the table of transitions', () => {
  it('the table of transitions has exactly these lines', () => {
    expect(TABLE.toSorted()).toEqual([
      'cancelled → completed by reopening: collection.completed',
      'cancelled → overdue by reopening: collection.reopened',
      'cancelled → pending by reopening: collection.reopened',
      'completed → overdue by payment: collection.reopened',
      'expired → cancelled by write_off: collection.cancelled',
      'expired → completed by caller: collection.completed',
      'expired → completed by payment: collection.completed',
      'expired → overdue by reopening: collection.reopened',
      'expired → pending by reopening: collection.reopened',
      'overdue → cancelled by caller: collection.cancelled',
      'overdue → cancelled by write_off: collection.cancelled',
      'overdue → completed by caller: collection.completed',
      'overdue → completed by correction: collection.completed',
      'overdue → completed by payment: collection.completed',
      'overdue → expired by caller: collection.expired',
      'overdue → expired by clock: collection.expired',
      'overdue → pending by correction: collection.updated',
      'pending → cancelled by caller: collection.cancelled',
      'pending → cancelled by write_off: collection.cancelled',
      'pending → completed by caller: collection.completed',
      'pending → completed by correction: collection.completed',
      'pending → completed by payment: collection.completed',
      'pending → expired by caller: collection.expired',
      'pending → expired by clock: collection.expired',
      'pending → overdue by caller: collection.overdue',
      'pending → overdue by clock: collection.overdue',
    ]);
  });

  it('only a payment that was lost leaves completed, only a reopening cancelled, and no caller returns to pending', () => {
    expect(TRANSITIONS.filter(({ from }) => from.includes('completed')).map(({ by }) => by)).toEqual(['payment']);
    const leaving = TRANSITIONS.filter(({ from }) => from.includes('cancelled')).map(({ by }) => by);
    expect(new Set(leaving)).toEqual(new Set(['reopening']));
    expect(TRANSITIONS.filter(({ to }) => to === 'pending').map(({ by }) => by)).toEqual(['correction', 'reopening']);
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
    expect(STATUSES.filter(isOpen)).toEqual(['pending', 'expired', 'overdue']);
  });
});

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
