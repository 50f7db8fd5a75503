/** Parts of DynamoDB expressions that several requests share. */

import { retainedUntil } from '#lib/domain/erasure.ts';
import { PAYABLE_STATUSES } from '#lib/domain/transitions.ts';
import { DUE_PARTITION_KEY, DUE_SORT_KEY, dueShard, erasureShard } from '#lib/store/indexes.ts';
import { PARTITION_KEY } from '#lib/store/keys.ts';
import type { Table } from '#lib/store/table/table.ts';

export const ITEM_IS_NEW = `attribute_not_exists(${PARTITION_KEY})`;
export const ITEM_EXISTS = `attribute_exists(${PARTITION_KEY})`;

/** The key condition of a query for a whole partition; its key is `:pk`. */
export const IN_PARTITION = `${PARTITION_KEY} = :pk`;

export type Condition = { text: string; names: Record<string, string>; values: Record<string, string> };

/** What an update sets: each field under a name of its own, because some are words that DynamoDB reserves. */
export function setFields(fields: object) {
  const assignments: string[] = [];
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(fields)) {
    assignments.push(`#${name} = :${name}`);
    names[`#${name}`] = name;
    values[`:${name}`] = value;
  }
  return { text: assignments.join(', '), names, values };
}

export const statusIn = (statuses: readonly string[]): Condition => ({
  text: `#status IN (${statuses.map((status) => `:${status}`).join(', ')})`,
  names: { '#status': 'status' },
  values: Object.fromEntries(statuses.map((status) => [`:${status}`, status])),
});

/** A collection can still be paid; where its expiry matters, a write adds `expiresAt > :now`. */
export const PAYABLE = statusIn(PAYABLE_STATUSES);

/** The ledger has as many entries as when it was read. */
export const ledgerIsAt = (entryCount: number) =>
  entryCount === 0
    ? { text: 'attribute_not_exists(entryCount)', values: {} }
    : { text: 'entryCount = :entryCount', values: { ':entryCount': entryCount } };

/** The part of an update that ends a collection's runs: without both attributes the item leaves the index. */
const END_RUNS = `REMOVE ${DUE_SORT_KEY}, ${DUE_PARTITION_KEY}`;

export const nextRunUpdate = (hash: string, nextRunAt: string | undefined) =>
  nextRunAt === undefined
    ? { set: '', remove: END_RUNS, values: {} }
    : {
        set: `, ${DUE_SORT_KEY} = :nextRunAt, ${DUE_PARTITION_KEY} = :due`,
        remove: '',
        values: { ':nextRunAt': nextRunAt, ':due': dueShard(hash) },
      };

/** The part of an update after which an ended collection has no run any more: it waits for its erasure, if for anything. */
export function endOfRuns(table: Table, hash: string, endedAt: string) {
  if (table.retention.days === undefined) return nextRunUpdate(hash, undefined);
  const { set, remove, values } = nextRunUpdate(hash, retainedUntil(endedAt, table.retention.days));
  return { set, remove, values: { ...values, ':due': erasureShard(hash) } };
}

/** The part of an update that makes a collection final: its runs end, or its providers are asked at `checkAt`. */
export function finalRuns(
  table: Table,
  hash: string,
  { checkAt, endedAt }: { checkAt?: string | undefined; endedAt: string },
) {
  if (checkAt === undefined) return endOfRuns(table, hash, endedAt);
  const { set, remove, values } = nextRunUpdate(hash, checkAt);
  return { set: `${set}, runNumber = runNumber + :one`, remove, values: { ...values, ':one': 1 } };
}
