/**
 * The key with which opt-outs of erased addresses are hashed. It is in the table, so that a restored table has it, and a
 * copy is in each account, which every reader of opt-outs has read before: so it costs no request.
 */
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { accountKey } from '#lib/store/keys.ts';
import { fields, flag, optional, text } from '#lib/store/table/checks.ts';
import { ITEM_EXISTS, ITEM_IS_NEW } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { putIf, update, updateIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';
import { optOutSecretKey } from './keys.ts';

const stored = fields({
  secret: text,
  everywhere: optional(flag),
});

const read = async (table: Table) => {
  const item = await table.getItem(optOutSecretKey);
  return item && readItem(item, stored);
};

export const getOptOutSecret = async (table: Table): Promise<string | undefined> => (await read(table))?.secret;

/** Makes the key if there is none, and answers it when every account has it. `accounts` lists them all. */
export async function shareOptOutSecret(
  table: Table,
  made: string,
  accounts: () => Promise<{ id: string }[]>,
): Promise<string> {
  await putIf(table, { item: { ...optOutSecretKey, secret: made }, when: ITEM_IS_NEW });
  const { secret = made, everywhere } = (await read(table)) ?? {};
  if (everywhere) return secret;
  for (const { id } of await accounts()) await copyOptOutSecret(table, id, secret);
  await table.send(new UpdateCommand(update(table, { key: optOutSecretKey, set: { everywhere: true } })));
  return secret;
}

export const copyOptOutSecret = (table: Table, account: string, secret: string): Promise<boolean> =>
  updateIf(table, { key: accountKey(account), set: { optOutSecret: secret }, when: ITEM_EXISTS });
