/** The directory of all accounts, which lists them without a scan; for operators only. */

import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { ulid } from 'ulid';
import type { Account } from '#lib/domain/account.ts';
import { mode } from '#lib/store/account/accounts.ts';
import { accountKey, directoryKey } from '#lib/store/keys.ts';
import { copyOptOutSecret, getOptOutSecret } from '#lib/store/opt-out/secret.ts';
import { instant, object, text } from '#lib/store/table/checks.ts';
import { ITEM_IS_NEW } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, queryAll } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

export type AccountEntry = Pick<Account, 'id' | 'name' | 'mode' | 'createdAt'>;

const entry = object<AccountEntry>({ id: text, name: text, mode, createdAt: instant });

/** Puts a new account together with its entry in the directory. @throws when the id is taken. */
export async function createAccount(table: Table, account: Account): Promise<void> {
  const { id, name, mode, createdAt } = account;
  const entryItem = { ...directoryKey(ulid(Date.parse(createdAt), table.random.fraction)), id, name, mode, createdAt };
  const write = new TransactWriteCommand({
    TransactItems: [
      { Put: put(table, { item: { ...accountKey(id), ...account }, when: ITEM_IS_NEW }) },
      { Put: put(table, { item: entryItem }) },
    ],
  });
  await table.send(write);
  // After the entry: whoever makes the key meanwhile finds the account in the directory.
  const secret = await getOptOutSecret(table);
  if (secret !== undefined) await copyOptOutSecret(table, id, secret);
}

/** Every account, oldest first. No request of the API calls it. */
export async function listAccounts(table: Table): Promise<AccountEntry[]> {
  const items = await queryAll(table, { partition: directoryKey('').pk });
  return items.map((item) => readItem(item, entry));
}
