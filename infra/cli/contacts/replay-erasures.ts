/** Repeats the erasures of the log on a table that was restored: what they were about is there again. */

import type { Account } from '#lib/domain/account.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { listAccounts } from '#lib/store/account/directory.ts';
import { copyOptOutSecret, getOptOutSecret } from '#lib/store/opt-out/secret.ts';
import { type Erasure, listErasures } from '#lib/store/person/erasures.ts';
import { table } from '#lib/store/table/live-table.ts';
import { erasePerson } from './erase-person.ts';
import { findCollectionsOf, type Progress } from './find-person.ts';

/**
 * Only what was created before its erasure. A collection that can be paid again had ended before it was erased: it is
 * cancelled. Collections are read once for each account, however many of its persons were erased.
 */
export async function replayErasures({ isMeant, progress }: { isMeant: boolean; progress: Progress }) {
  if (isMeant) await shareAgain();
  const byAccount = Map.groupBy(await listErasures(table), ({ account }) => account);
  const data = { erasures: [...byAccount.values()].flat().length, collections: 0, left: 0 };
  for (const [id, erasures] of byAccount) {
    const account = await getAccount(table, id);
    if (account === undefined) continue;
    const done = await replayAccount(account, erasures, { isMeant, progress });
    data.collections += done.collections;
    data.left += done.left;
  }
  const counted = `Erasures in the log: ${data.erasures}. Collections of theirs that are not erased: ${data.collections}.`;
  if (!isMeant) return { data, text: `${counted} Say --yes to erase them again.` };
  if (data.left === 0) return { data, text: `${counted} They are erased again.` };
  return { data, text: `${counted} ${data.left} of them are not erased yet: run it again.`, isBad: true };
}

async function replayAccount(
  account: Account,
  erasures: readonly Erasure[],
  { isMeant, progress }: { isMeant: boolean; progress: Progress },
): Promise<{ collections: number; left: number }> {
  const subjects = erasures.map(({ by, value, at }) => ({ by, value, until: at }));
  const all = await findCollectionsOf(account, subjects, progress);
  const collections = all.filter(({ erasedAt }) => erasedAt === undefined);
  if (!isMeant || collections.length === 0) return { collections: collections.length, left: 0 };
  const hashes = collections.map(({ ref }) => ref.hash);
  const left = await erasePerson({ account, subjects, hashes, given: {} }, progress);
  return { collections: collections.length, left: left.length };
}

/** The key of hashed opt-outs may have come back without its copies in the accounts. */
async function shareAgain(): Promise<void> {
  const secret = await getOptOutSecret(table);
  if (secret === undefined) return;
  for (const { id } of await listAccounts(table)) await copyOptOutSecret(table, id, secret);
}
