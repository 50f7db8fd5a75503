/** What a merchant sets in an account: the settings, and the rules for its follow-ups. */
import type { Directory } from '#lib/domain/directory.ts';
import type { SettingsChange } from '#lib/domain/settings.ts';
import { accountKey } from '#lib/store/keys.ts';
import { all, equals, ITEM_EXISTS, notExists } from '#lib/store/table/conditions.ts';
import { updateIf } from '#lib/store/table/requests.ts';
import { forgetShared } from '#lib/store/table/shared-reads.ts';
import type { Table } from '#lib/store/table/table.ts';

/** Changes what the merchant has set; false when there is no such account. */
export async function saveSettings(table: Table, account: string, change: SettingsChange): Promise<boolean> {
  const isSaved = await updateIf(table, { key: accountKey(account), ...change, when: ITEM_EXISTS });
  forgetShared(account);
  return isSaved;
}

/** Puts the rules in place of those before; false when another change came between. */
export async function saveFollowUpPolicy(
  table: Table,
  account: string,
  { before, after }: { before: string | undefined; after: string },
): Promise<boolean> {
  const isSame = before === undefined ? notExists('followUpPolicy') : equals('followUpPolicy', before);
  const set = { followUpPolicy: after };
  const isSaved = await updateIf(table, { key: accountKey(account), set, when: all(ITEM_EXISTS, isSame) });
  forgetShared(account);
  return isSaved;
}

/** Sets by which directory members sign in, or that they sign in by none. */
export async function saveDirectory(table: Table, account: string, directory: Directory | undefined): Promise<boolean> {
  const change = directory === undefined ? { remove: ['directory'] } : { set: { directory } };
  const isSaved = await updateIf(table, { key: accountKey(account), ...change, when: ITEM_EXISTS });
  forgetShared(account);
  return isSaved;
}
