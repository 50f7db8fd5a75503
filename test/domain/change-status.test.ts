/** Changes of status: what a caller may command, and what time brings. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideStatus, type StatusDecision, withChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { STATUSES, type Status, TRANSITIONS, type Trigger } from '#lib/domain/transitions.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';

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

  it.each(pairs)('to take a collection from %s to %s is decided by the table', (from, to) => {
    const { kind } = decideStatus(aCollection({ status: from }), byCaller(to), SOON);
    expect(kind).toBe(from === to ? 'unchanged' : allowed(from, to) ? 'change' : 'refused');
  });

  it('is saved only where the status still allows it, and only before the expiry', () => {
    expect(changeOf(decideStatus(aCollection(), byCaller('completed'), SOON))).toMatchObject({
      from: ['pending', 'overdue'],
      to: 'completed',
      completedAt: SOON.toISOString(),
      updatedAt: SOON.toISOString(),
      unexpiredAt: SOON.toISOString(),
    });
  });

  it('sets completedAt for completed alone', () => {
    for (const to of ['cancelled', 'overdue', 'expired'] as const) {
      expect(changeOf(decideStatus(aCollection(), byCaller(to), SOON))).not.toHaveProperty('completedAt');
    }
  });
});

describe('follow-ups', () => {
  const eventsOf = (to: Status, given: Partial<Collection> = {}) =>
    changeOf(decideStatus(aCollection(given), byCaller(to), SOON)).events.map(({ type }) => type);

  it.each(['completed', 'cancelled', 'expired'] as const)('are stopped by %s', (to) => {
    expect(eventsOf(to)).toEqual([`collection.${to}`, 'followup.stopped']);
  });

  it('go on when the collection becomes overdue', () => {
    expect(eventsOf('overdue')).toEqual(['collection.overdue']);
  });

  it('that are off are not stopped', () => {
    expect(eventsOf('completed', { followUp: { strategyVersion: 1, enabled: false } })).toEqual([
      'collection.completed',
    ]);
  });

  it('that ended with the expiry are not stopped by a late payment', () => {
    const { events } = changeOf(decideStatus(aCollection(), { to: 'completed', by: 'payment' }, LATE));
    expect(events.map(({ type }) => type)).toEqual(['collection.completed']);
  });
});

describe('from the expiry on', () => {
  it.each(['pending', 'overdue'] as const)(
    'a %s collection is refused as expired, and the expiry is handed back to be saved',
    (status) => {
      const collection = aCollection({ status });
      expect(decideStatus(collection, byCaller('completed'), new Date(EXPIRES_AT))).toEqual({
        kind: 'refused',
        from: 'expired',
        expiry: {
          from: ['pending', 'overdue'],
          to: 'expired',
          updatedAt: EXPIRES_AT,
          events: [{ type: 'collection.expired', timestamp: EXPIRES_AT }],
        },
      });
    },
  );

  it('a millisecond earlier it still is what it was', () => {
    const before = new Date(new Date(EXPIRES_AT).getTime() - 1);
    expect(decideStatus(aCollection(), byCaller('completed'), before).kind).toBe('change');
  });

  it('to command for expired changes nothing', () => {
    const decision = decideStatus(aCollection(), byCaller('expired'), LATE);
    expect(decision).toMatchObject({ kind: 'unchanged', collection: { status: 'expired', updatedAt: EXPIRES_AT } });
  });

  it('an expiry that is written already is not written again', () => {
    const decision = decideStatus(aCollection({ status: 'expired' }), byCaller('cancelled'), LATE);
    expect(decision).toEqual({ kind: 'refused', from: 'expired' });
  });

  it('a payment still completes it, on no condition of time', () => {
    const change = changeOf(decideStatus(aCollection(), { to: 'completed', by: 'payment' }, LATE));
    expect(change.from).toContain('expired');
    expect(change).not.toHaveProperty('unexpiredAt');
  });
});

describe('over any sequence of commands', () => {
  const aCommand = fc.record({
    to: fc.constantFrom(...STATUSES),
    by: fc.constantFrom<Trigger>('caller', 'payment', 'clock'),
    minutes: fc.integer({ min: -5, max: 900 }),
  });

  /** Every state a collection passes, as its savers would see it. */
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
      { numRuns: 1_000 },
    );

  it('no collection leaves completed or cancelled', () => {
    eachStep((before) => expect(['completed', 'cancelled']).not.toContain(before.status));
  });

  it('events are only appended, and none comes twice', () => {
    eachStep((before, after) => {
      expect(after.events.slice(0, before.events.length)).toEqual(before.events);
      expect(after.events.length).toBeGreaterThan(before.events.length);
      expect(new Set(after.events.map(({ type }) => type)).size).toBe(after.events.length);
    });
  });

  it('updatedAt never goes back, even when the clock does', () => {
    eachStep((before, after) => expect(after.updatedAt >= before.updatedAt).toBe(true));
  });

  it('completedAt is set exactly when the collection is completed', () => {
    eachStep((_before, after) => expect(after.completedAt !== null).toBe(after.status === 'completed'));
  });
});
