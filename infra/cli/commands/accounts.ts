/** `accounts create` and `accounts list`. */
import { faultOfAccount } from '#infra/cli/check-account.ts';
import { type Run, textOf } from '#infra/cli/command.ts';
import { openAccount } from '#infra/cli/open-account.ts';
import { alignColumns } from '#infra/cli/text-table.ts';
import { UsageError } from '#infra/cli/usage-error.ts';
import { listAccounts as readAccounts } from '#lib/store/account-directory.ts';

export const createAccount: Run = async (values) => {
  const name = textOf(values, 'name').trim();
  const country = values['country'] === undefined ? undefined : textOf(values, 'country');
  const fault = faultOfAccount({ name, country });
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
