/** When providers are asked about a collection that has ended, while money may still come by what it left open. */

import type { Collection } from '#lib/domain/collection.ts';
import { MINUTE_MS } from '#lib/domain/time-units.ts';
import { isPayable, type Status } from '#lib/domain/transitions.ts';
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
