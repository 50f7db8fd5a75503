/** `accounts create` and `accounts list`, and how other commands find the account they name. */
import { CommandFailure, type Run, textOf, UsageError, type Values } from '#infra/cli/command.ts';
import { accountFault, openAccount } from '#infra/cli/open-account.ts';
import { alignColumns } from '#infra/cli/text-table.ts';
import type { Account } from '#lib/domain/account.ts';
import { listAccounts as readAccounts } from '#lib/store/account-directory.ts';
import { getAccount } from '#lib/store/accounts.ts';

export const createAccount: Run = async (values) => {
  const name = textOf(values, 'name').trim();
  const country = values['country'] === undefined ? undefined : textOf(values, 'country');
  const fault = accountFault({ name, country });
  if (fault !== undefined) throw new UsageError(`--${fault}`);
  const { id, mode, createdAt } = await openAccount({ name, country, mode: values['test'] === true ? 'test' : 'live' });
  const text = `Account ${id} (${name}, ${mode}) is open. Make a key for it: keys create --account ${id}`;
  return { data: { id, name, mode, ...(country && { country }), createdAt }, text };
};

export const listAccounts: Run = async () => {
  const accounts = await readAccounts();
  if (accounts.length === 0) return { data: accounts, text: 'There are no accounts yet.' };
  const rows = accounts.map(({ id, mode, createdAt, name }) => [id, mode, createdAt, name]);
  return { data: accounts, text: alignColumns(['ACCOUNT', 'MODE', 'CREATED', 'NAME'], rows) };
};

/** The account that `--account` names. */
export async function findAccount(values: Values): Promise<Account> {
  const id = textOf(values, 'account');
  const account = await getAccount(id);
  if (!account) throw new CommandFailure(`There is no account ${id}.`);
  return account;
}
