/**
 * When the providers of a collection that has ended are asked.
 * Which refunds and disputes have not ended, and how a provider says that one has.
 */
import { describe, expect, it } from 'vitest';
import { endedAt, hasEnded, nextCheckAt, openReturnsIn, staleCheckAt } from '#lib/domain/payment/ended-checks.ts';
import type { Movement } from '#lib/domain/payment/movement.ts';
import type { Session } from '#lib/domain/payment/session.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { aMovement, aSession } from '#test/support/a-payment.ts';

const END = minutesLater(100).toISOString();
const HOUR = 60;
const inMinutes = (at: string | undefined) =>
  at === undefined ? undefined : (Date.parse(at) - Date.parse(END)) / 60_000;

type Given = { status?: Status; sessions?: Session[]; referenceProvider?: string; referenceEnded?: boolean };

/** All checks of a collection, in minutes after its end; nothing of what is open comes to an end. */
function checksOf({ status = 'expired', sessions = [], ...reference }: Given): number[] {
  const checks: number[] = [];
  let at = nextCheckAt({ status, sessions, ...reference }, END);
  while (at !== undefined) {
    checks.push(inMinutes(at) ?? Number.NaN);
    at = nextCheckAt({ status, sessions, ...reference }, END, new Date(at));
  }
  return checks;
}

describe('the checks of a collection that has ended', () => {
  it.each(['expired', 'cancelled', 'completed'] as const)(
    'a %s collection with an open session is checked at once, and after 5 minutes, 1 hour, 24 and 72 hours',
    (status) => expect(checksOf({ status, sessions: [aSession()] })).toEqual([0, 5, HOUR, 24 * HOUR, 72 * HOUR]),
  );

  it.each(['expired', 'cancelled'] as const)(
    'a %s collection whose reference names a transaction is checked the same way, but not at once: there is nothing to close',
    (status) => expect(checksOf({ status, referenceProvider: 'paystack' })).toEqual([5, HOUR, 24 * HOUR, 72 * HOUR]),
  );

  it.each<[string, Given]>([
    ['that has neither', {}],
    [
      'that is completed, because it needs the merchant’s transaction no more',
      { status: 'completed', referenceProvider: 'paystack' },
    ],
    ['whose sessions are all over', { sessions: [aSession({ ended: true }), aSession({ ended: true })] }],
    ['whose transaction is over', { referenceProvider: 'paystack', referenceEnded: true }],
  ])('a collection %s is not checked', (_which, given) => expect(checksOf(given)).toEqual([]));

  it('one open session among others is enough for a check', () => {
    expect(checksOf({ sessions: [aSession({ ended: true }), aSession()] })).toHaveLength(5);
  });

  it('a check that comes late is followed by the next one that lies ahead, and the last one by none', () => {
    const nextAfter = (minutes: number) =>
      inMinutes(nextCheckAt({ status: 'expired', sessions: [aSession()] }, END, minutesLater(100 + minutes)));
    expect([nextAfter(4.99), nextAfter(5), nextAfter(61), nextAfter(24 * HOUR), nextAfter(72 * HOUR - 1)]).toEqual([
      5,
      60,
      24 * HOUR,
      72 * HOUR,
      72 * HOUR,
    ]);
    expect(nextAfter(72 * HOUR)).toBeUndefined();
  });
});

it('sessions for another amount are checked at once, and after 5 minutes, 1 hour, 24 and 72 hours', () => {
  const checks = [0, 1, 2, 3, 4, 5].map((made) => staleCheckAt({ upTo: 1, since: END, checks: made }));
  const minutes = checks.map((at) => (at === undefined ? undefined : (at - Date.parse(END)) / 60_000));
  expect(minutes).toEqual([0, 5, HOUR, 24 * HOUR, 72 * HOUR, undefined]);
  expect(staleCheckAt(undefined)).toBeUndefined();
});

describe('the end of a collection', () => {
  const ended = (status: Status, given: Parameters<typeof aCollection>[0] = {}) =>
    endedAt(aCollection({ status, updatedAt: minutesLater(5_000).toISOString(), ...given }));

  it.each(['pending', 'overdue'] as const)('a collection that is %s has not ended', (status) => {
    expect(ended(status)).toBeUndefined();
  });

  it.each(['completed', 'cancelled', 'expired'] as const)(
    'a collection ended when its event says that it was %s',
    (status) => {
      const other = { type: 'followup.stopped', timestamp: minutesLater(200).toISOString() } as const;
      expect(ended(status, { events: [{ type: `collection.${status}`, timestamp: END }, other] })).toBe(END);
    },
  );

  it('a collection that expired and was then paid ended when it was completed', () => {
    const events = [
      { type: 'collection.expired', timestamp: minutesLater(50).toISOString() },
      { type: 'collection.completed', timestamp: END },
    ] as const;
    expect(ended('completed', { events })).toBe(END);
  });

  it('a collection without the event ended at its completion, its expiry, or its last change', () => {
    expect(ended('completed', { completedAt: END })).toBe(END);
    expect(ended('expired')).toBe(aCollection().expiresAt);
    expect(ended('cancelled')).toBe(minutesLater(5_000).toISOString());
  });
});

const moved = (kind: Movement['kind'], object = 'o', transaction = 'trx-1'): Movement => ({
  ...aMovement({ transaction }),
  kind,
  object,
});
const REFUND = { transaction: 'trx-1', about: 'refunds', object: 'o' } as const;
const DISPUTE = { transaction: 'trx-1', about: 'disputes', object: 'o' } as const;

it.each([
  ['a payment', [moved('payment', 'trx-1')], []],
  ['a refund that is begun', [moved('refund_pending')], [REFUND]],
  ['a refund that is done', [moved('refund')], []],
  ['a refund that is done and can still fail', [moved('refund'), moved('refund_pending')], [REFUND]],
  ['a refund that failed', [moved('refund_failed')], []],
  ['a dispute', [moved('dispute')], [DISPUTE]],
  ['a dispute that is lost, because it can still be won', [moved('dispute'), moved('dispute_lost')], [DISPUTE]],
  ['a dispute that is won', [moved('dispute'), moved('dispute_lost'), moved('dispute_won')], []],
  [
    'a dispute beside another that is won',
    [moved('dispute'), moved('dispute', 'b'), moved('dispute_won', 'b')],
    [DISPUTE],
  ],
  ['a dispute that is listed twice', [moved('dispute'), moved('dispute')], [DISPUTE]],
  ['a reversal', [moved('reversal', 'trx-1')], []],
  ['a refund of no transaction', [moved('refund_pending', 'o', '')], []],
] as [string, Movement[], object[]][])('of %s, what is open is told', (_what, movements, open) => {
  expect(openReturnsIn(movements)).toEqual(open);
});

it.each([
  [REFUND, [moved('refund')], true],
  [REFUND, [moved('refund_failed')], true],
  [REFUND, [moved('refund_pending')], false],
  [REFUND, [moved('refund'), moved('refund_pending')], false],
  [DISPUTE, [moved('dispute'), moved('dispute_won')], true],
  [DISPUTE, [moved('dispute'), moved('dispute_lost')], false],
  [DISPUTE, [moved('refund')], false],
  [REFUND, [moved('payment', 'trx-1')], false],
  [REFUND, [moved('refund', 'another')], false],
  [REFUND, [moved('refund', 'o', 'trx-2')], false],
  [REFUND, [], false],
] as const)('of %j, the answer %j says that it has ended: %s', (open, movements, ended) => {
  expect(hasEnded(open, movements)).toBe(ended);
});
