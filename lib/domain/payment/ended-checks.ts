/** When providers are asked once more: about collections that have ended while money may still come, and about refunds and disputes that have not ended. */
import type { Collection } from '#lib/domain/collection.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { isPayable, type Status } from '#lib/domain/transitions.ts';
import { type Movement, REFUND_PENDING } from './movement.ts';
import type { StaleSessions } from './session.ts';

type OpenedSessions = Pick<Collection, 'sessions' | 'referenceProvider' | 'referenceEnded'>;

/** What a check has found out. The next check is set only if no other run was set after `runNumber`. */
export type EndedCheck = {
  runNumber: number;
  /** Sessions by which no more money will come, by their numbers. */
  ended: readonly number[];
  referenceEnded: boolean;
  /** When the collection reached its final state. */
  endedAt: string;
  /** Absent when nothing is left to be checked. */
  nextRunAt?: string;
};

/** Since the end. The first closes what is open; the providers give a payment at most so much time to be confirmed. */
const CHECKS = [0, 5, 60, 24 * 60, 72 * 60].map((minutes) => minutes * MINUTE_MS);

export const hasOpenSessions = ({ sessions }: Pick<OpenedSessions, 'sessions'>): boolean =>
  sessions.some(({ ended }) => ended !== true);

/** A completed collection no longer needs the merchant's own transaction. Reconciliation finds what is still paid by it. */
export const asksForReference = (status: Status, { referenceProvider, referenceEnded }: OpenedSessions): boolean =>
  referenceProvider !== undefined && referenceEnded !== true && status !== 'completed';

/** Undefined when nothing is open, or after the last check. Without `after`, the first check. */
export function nextCheckAt(
  ended: OpenedSessions & { status: Status },
  endedAt: string,
  after?: Date,
): string | undefined {
  const isOpen = hasOpenSessions(ended);
  if (!isOpen && !asksForReference(ended.status, ended)) return undefined;
  const checks = isOpen ? CHECKS : CHECKS.slice(1);
  const next = checks
    .map((each) => Date.parse(endedAt) + each)
    .find((at) => after === undefined || at > after.getTime());
  return next === undefined ? undefined : new Date(next).toISOString();
}

/** When the sessions are checked next that are to be ended; undefined after the last check. */
export function staleCheckAt(stale: StaleSessions | undefined): number | undefined {
  const after = stale && CHECKS[stale.checks];
  return stale && after !== undefined ? Date.parse(stale.since) + after : undefined;
}

/** When a collection reached its final state. */
export function endedAt({ status, expiresAt, completedAt, events, updatedAt }: Collection): string | undefined {
  if (isPayable(status)) return undefined;
  const ending = events.findLast(({ type }) => type === `collection.${status}`);
  return ending?.timestamp ?? completedAt ?? (status === 'expired' ? expiresAt : updatedAt);
}

/**
 * The lists of most providers show when a refund or a dispute began, and not when it ended. `about` and `object`: what
 * to ask its provider about, beside the transaction.
 */
export type OpenReturn = { transaction: string; about: 'refunds' | 'disputes'; object: string };

/** A refund that is begun, and a dispute that is not won: one that is lost can still be won. */
export function openReturnsIn(movements: readonly Movement[]): OpenReturn[] {
  const isWon = ({ object, transaction }: Movement) =>
    movements.some((each) => each.kind === 'dispute_won' && each.object === object && each.transaction === transaction);
  const open = movements.flatMap((movement): OpenReturn[] => {
    const { kind, transaction, object } = movement;
    if (transaction === '') return [];
    if (kind === REFUND_PENDING) return [{ transaction, about: 'refunds', object }];
    return kind === 'dispute' && !isWon(movement) ? [{ transaction, about: 'disputes', object }] : [];
  });
  return [...new Map(open.map((each) => [`${each.about} ${each.transaction} ${each.object}`, each])).values()];
}

/** Whether its provider has said how it ended. What the provider did not mention is still open. */
export function hasEnded({ transaction, about, object }: OpenReturn, movements: readonly Movement[]): boolean {
  const own = movements.filter((each) => each.object === object && each.transaction === transaction);
  const ofKind = own.filter(({ kind }) => kind.startsWith(about === 'refunds' ? 'refund' : 'dispute'));
  return ofKind.length > 0 && openReturnsIn(ofKind).length === 0;
}
