/** A dispute that is lost, or a payment that was another debt's, makes a debt that was completed owed again: it is overdue, and its customer gets no automatic reminder. */
import { withNumber } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { settledOf } from '#lib/domain/money.ts';
import { expiryOf, MAX_EXPIRES_IN } from '#lib/domain/revisions/revise-plan.ts';
import { endOfDay, lifeOf } from '#lib/domain/time/due-day.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { findTransition } from '#lib/domain/transitions.ts';
import type { EntryKind, LedgerEntry } from './ledger-entry.ts';

/** `minor`: how much was taken. `balance`: what is left. */
type Taken = {
  reason: 'chargeback' | 'payment_moved';
  minor: number;
  balance: Pick<Collection, 'received' | 'credits'>;
  at: string;
};

/**
 * As it is afterwards; undefined where nothing is owed. What the merchant has given back or let go before stays so: the amount is
 * corrected to what is owed and what was kept.
 */
export function oweAgain(collection: Collection, { reason, minor, balance, at }: Taken): Collection | undefined {
  const transition = findTransition('overdue', 'payment');
  const settled = settledOf(balance);
  const owed = Math.min(minor, collection.amount.minor - settled);
  if (!transition?.from.includes(collection.status) || collection.erasedAt !== undefined || owed <= 0) return undefined;
  const {
    completedAt: _c,
    promise: _p,
    pause: _u,
    skippedSlot: _s,
    postponedSlot: _o,
    retry: _r,
    ...kept
  } = collection;
  const { deferral: _d, staleSessions: _t, nextRunAt: _n, ...rest } = kept;
  const amount = { ...collection.amount, minor: settled + owed };
  const runNumber = collection.runNumber + 1;
  const corrected = amount.minor === collection.amount.minor ? [] : [correctionOf(collection, amount, at, runNumber)];
  const reopened = withNumber(collection, { type: transition.event, timestamp: at, data: { reason } });
  const life = expiryAfter(collection, Date.parse(at));
  return {
    ...rest,
    ...life,
    ...{ status: 'overdue', completedAt: null, updatedAt: at, ...balance, amount, reopenedAt: at, runNumber },
    nextRunAt: life.expiresAt,
    amountChanges: (collection.amountChanges ?? 0) + 1,
    options: [],
    followUp: { strategyVersion: collection.followUp.strategyVersion, enabled: false },
    events: [...collection.events, ...corrected, reopened],
  };
}

/** What disputes have taken since it was completed, and not given back. */
export const chargedBack = ({ completedAt }: Collection, entries: readonly LedgerEntry[]): number =>
  entries
    .filter(({ kind, counts, recordedAt }) => counts && TAKES.includes(kind) && recordedAt >= (completedAt ?? ''))
    .reduce((sum, { credited }) => sum - credited, 0);

const TAKES: readonly EntryKind[] = ['chargeback', 'chargeback_reversed'];

const correctionOf = (collection: Collection, to: Collection['amount'], timestamp: string, runNumber: number) => ({
  type: 'collection.updated' as const,
  timestamp,
  about: String(runNumber),
  data: { changed: ['amount'], from: { amount: collection.amount }, to: { amount: to } },
});

/** As long as before, from now on, and not less than until the end of its due day, wherever that is. */
function expiryAfter(collection: Collection, now: number) {
  const { dueDay, createdAt } = collection;
  const minutes = Math.min(lifeOf(collection).minutes, MAX_EXPIRES_IN);
  const dueEnd = dueDay === undefined ? 0 : endOfDay(dueDay, undefined);
  const until = Math.max(now + minutes * MINUTE_MS, dueEnd);
  return expiryOf(collection, Math.ceil((until - Date.parse(createdAt)) / MINUTE_MS));
}
