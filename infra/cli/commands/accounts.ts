/** `accounts create`, `accounts list` and `accounts set-support`, and how other commands find the account they name. */

import { CommandFailure, type Run, textOf, UsageError, type Values } from '#infra/cli/command.ts';
import { accountFault, openAccount } from '#infra/cli/open-account.ts';
import { alignColumns } from '#infra/cli/text-table.ts';
import type { Account, Support } from '#lib/domain/account.ts';
import { isSupportEmail, supportPhone } from '#lib/domain/account.ts';
import { getAccount, setSupport as saveSupport } from '#lib/store/account/accounts.ts';
import { listAccounts as readAccounts } from '#lib/store/account/directory.ts';
import { table } from '#lib/store/table/live-table.ts';

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
  const accounts = await readAccounts(table);
  if (accounts.length === 0) return { data: accounts, text: 'There are no accounts yet.' };
  const rows = accounts.map(({ id, mode, createdAt, name }) => [id, mode, createdAt, name]);
  return { data: accounts, text: alignColumns(['ACCOUNT', 'MODE', 'CREATED', 'NAME'], rows) };
};

export const setSupport: Run = async (values) => {
  const given = readSupport(values);
  const { id } = await findAccount(values);
  if (!(await saveSupport(table, id, given))) throw new CommandFailure(`Account ${id} is gone.`);
  const { supportPhone: phone, supportEmail: email } = await findAccount(values);
  const shown = [phone, email].filter((each) => each !== undefined).join(' or ');
  const text =
    shown === '' ? `Account ${id} shows customers no contact.` : `Customers of account ${id} read: ${shown}.`;
  return { data: { account: id, supportPhone: phone ?? null, supportEmail: email ?? null }, text };
};

function readSupport(values: Values): Support {
  const { phone, email } = values as { phone?: string; email?: string };
  if (phone === undefined && email === undefined) throw new UsageError('Give --phone, --email or both.');
  const number = phone && supportPhone(phone);
  if (phone && !number) throw new UsageError('--phone must be an international number, such as +2348012345678');
  if (email && !isSupportEmail(email))
    throw new UsageError('--email must be a plain address, such as help@shop.example');
  return { ...(number !== undefined && { supportPhone: number }), ...(email !== undefined && { supportEmail: email }) };
}

/** The account that `--account` names. */
export async function findAccount(values: Values): Promise<Account> {
  const id = textOf(values, 'account');
  const account = await getAccount(table, id);
  if (!account) throw new CommandFailure(`There is no account ${id}.`);
  return account;
}
