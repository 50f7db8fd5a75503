/** Reads the account a command names. */
import { textOf, type Values } from '#infra/cli/command.ts';
import { CommandFailure } from '#infra/cli/usage-error.ts';
import type { Account } from '#lib/domain/account.ts';
import { getAccount } from '#lib/store/accounts.ts';

export async function findAccount(values: Values): Promise<Account> {
  const id = textOf(values, 'account');
  const account = await getAccount(id);
  if (!account) throw new CommandFailure(`There is no account ${id}.`);
  return account;
}
