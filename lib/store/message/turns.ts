/** When an account's people wrote to customers lately, so that nobody is written to without end. Each row is written on the version that was read. */
import { secondsAfter, TTL_ATTRIBUTE, writtenTurnsKey } from '#lib/store/keys.ts';
import { instant, integer, list, object } from '#lib/store/table/checks.ts';
import { equals, ITEM_IS_NEW } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { putIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

/** Instants, the oldest first. `version`: 0 before the first. */
export type WrittenTurns = { times: readonly string[]; version: number };

const stored = object<WrittenTurns>({ times: list(instant), version: integer });

/** Longer than any limit looks back. */
const KEPT_DAYS = 2;

/** `matchKey`: of a person; undefined for all of the account. */
export async function readWrittenTurns(
  table: Table,
  account: string,
  matchKey: string | undefined,
): Promise<WrittenTurns> {
  const item = await table.getItem(writtenTurnsKey(account, matchKey));
  return item === undefined ? { times: [], version: 0 } : readItem(item, stored);
}

/** False when somebody else has written it since it was read. */
export const saveWrittenTurns = (
  table: Table,
  { account, matchKey }: { account: string; matchKey: string | undefined },
  { times, version }: WrittenTurns,
): Promise<boolean> =>
  putIf(table, {
    item: {
      ...writtenTurnsKey(account, matchKey),
      times,
      version: version + 1,
      [TTL_ATTRIBUTE]: secondsAfter(times.at(-1) ?? '', KEPT_DAYS),
    },
    when: version === 0 ? ITEM_IS_NEW : equals('version', version),
  });
