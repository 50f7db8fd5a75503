/** When the weekly summary of an account is due, in the index of what is due, and which members have it already. */
import { findOverdue } from '#lib/store/collection/runs.ts';
import { DUE_PARTITION_KEY, DUE_SORT_KEY } from '#lib/store/indexes.ts';
import { accountOfSummaryKey, SUMMARY_SHARD, summaryKey } from '#lib/store/insights/keys.ts';
import { fields, flag, instant, integer, list, optional, type Read, text } from '#lib/store/table/checks.ts';
import { all, equals, notExists } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { atFirst, removeIf, update, updateIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

const summary = fields({
  [DUE_SORT_KEY]: instant,
  isPlanned: optional(flag),
  wishes: integer,
  mailed: optional(list(text)),
});

/**
 * `isPlanned`: it is due on a Monday; without it, the next Monday is still to be found. `wishes` counts who has ever begun to want it.
 * `mailed`: ids of members.
 */
export type DueSummary = { dueAt: string; isPlanned: boolean; wishes: number; mailed: readonly string[] };

/** For the transaction that stores who wants it. What is planned stays. */
export const wantSummaries = (table: Table, account: string, now: string) =>
  update(table, {
    key: summaryKey(account),
    set: { [DUE_PARTITION_KEY]: SUMMARY_SHARD, [DUE_SORT_KEY]: atFirst(now) },
    add: { wishes: 1 },
  });

/** The accounts whose summary is due. */
export async function findDueSummaries(table: Table, now: Date): Promise<{ accounts: string[]; unread: number }> {
  const before = new Date(now.getTime() + 1);
  const { found, unread } = await findOverdue(table, [SUMMARY_SHARD], { before, nameOf: accountOfSummaryKey });
  return { accounts: found, unread };
}

export async function getDueSummary(table: Table, account: string): Promise<DueSummary | undefined> {
  const item = await table.getItem(summaryKey(account));
  return item && toSummary(readItem(item, summary));
}

const toSummary = ({ [DUE_SORT_KEY]: dueAt, isPlanned = false, mailed = [], wishes }: Read<typeof summary>) => ({
  dueAt,
  isPlanned,
  wishes,
  mailed,
});

/** Nobody has begun to want it since, and nobody has got it. */
const asRead = ({ dueAt, wishes, mailed }: DueSummary) =>
  all(
    equals(DUE_SORT_KEY, dueAt),
    equals('wishes', wishes),
    mailed.length === 0 ? notExists('mailed') : equals('mailed', mailed),
  );

/** Says who has it. False if another invocation has written since it was read. */
export const setMailed = (
  table: Table,
  account: string,
  known: DueSummary,
  mailed: readonly string[],
): Promise<boolean> =>
  updateIf(table, {
    key: summaryKey(account),
    ...(mailed.length === 0 ? { remove: ['mailed'] } : { set: { mailed } }),
    when: asRead(known),
  });

/** Without an instant: nobody wants it any more. A summary that somebody else planned since is left as it is. */
export const planSummary = (
  table: Table,
  account: string,
  known: DueSummary,
  next: Date | undefined,
): Promise<boolean> =>
  next === undefined
    ? removeIf(table, { key: summaryKey(account), when: asRead(known) })
    : updateIf(table, {
        key: summaryKey(account),
        set: { [DUE_SORT_KEY]: next.toISOString(), isPlanned: true },
        remove: ['mailed'],
        when: asRead(known),
      });
