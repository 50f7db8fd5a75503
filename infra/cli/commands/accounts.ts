/** The commands for accounts and for their API keys, and how other commands find the account they name. */
import { alignColumns, CommandFailure, type Run, textOf, UsageError, type Values } from '#infra/cli/command.ts';
import { accountFault, issueApiKey, openAccount } from '#infra/cli/manage-accounts.ts';
import { clock } from '#lib/clock.ts';
import { hasNoControl } from '#lib/contract/fields.ts';
import type { Account } from '#lib/domain/account.ts';
import { type ApiKey, hashToken, MAX_KEY_DAYS, shownKey } from '#lib/domain/checked-token.ts';
import { ROLES, type Role } from '#lib/domain/member.ts';
import { DAY_MS } from '#lib/domain/time/time-units.ts';
import { type AccountEntry, getAccount, listAccounts as readAccounts } from '#lib/store/account/accounts.ts';
import { listApiKeys, revokeApiKey } from '#lib/store/account/api-keys.ts';
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
  const accounts = await withNames(await readAccounts(table));
  if (accounts.length === 0) return { data: accounts, text: 'There are no accounts yet.' };
  const rows = accounts.map(({ id, mode, createdAt, name }) => [id, mode, createdAt, name]);
  return { data: accounts, text: alignColumns(['ACCOUNT', 'MODE', 'CREATED', 'NAME'], rows) };
};

/** So many accounts are read at once. */
const AT_ONCE = 25;

/** The directory has the names of when accounts were opened; merchants may have changed theirs since. */
async function withNames(entries: readonly AccountEntry[]): Promise<AccountEntry[]> {
  const named: AccountEntry[] = [];
  for (let from = 0; from < entries.length; from += AT_ONCE)
    named.push(...(await Promise.all(entries.slice(from, from + AT_ONCE).map(withName))));
  return named;
}

const withName = async (entry: AccountEntry): Promise<AccountEntry> => ({
  ...entry,
  name: (await getAccount(table, entry.id))?.name ?? entry.name,
});

/** The account that `--account` names. */
export async function findAccount(values: Values): Promise<Account> {
  const id = textOf(values, 'account');
  const account = await getAccount(table, id);
  if (!account) throw new CommandFailure(`There is no account ${id}.`);
  return account;
}

export const createKey: Run = async (values) => {
  const expiresAt = readExpiry(values);
  const role = readRole(values);
  const account = await findAccount(values);
  const { apiKey, stored } = await issueApiKey(account, { name: readName(values), role, expiresAt });
  const { id, hint, mode, createdAt } = shownKey(stored, clock.now());
  const until = stored.expiresAt === undefined ? '' : `, until ${stored.expiresAt}`;
  const text = `${apiKey}\n\nThis is the only time it is shown. It is key ${id} of account ${account.id}, ${role}${until}.`;
  const expiry = stored.expiresAt === undefined ? {} : { expiresAt: stored.expiresAt };
  return { data: { account: account.id, apiKey, id, hint, mode, role, createdAt, ...expiry }, text };
};

const MAX_KEY_NAME = 60;

function readName(values: Values): string | undefined {
  if (values['name'] === undefined) return undefined;
  const name = textOf(values, 'name').trim();
  if (name.length <= MAX_KEY_NAME && hasNoControl(name)) return name;
  throw new UsageError(`--name must be text of 1 to ${MAX_KEY_NAME} characters`);
}

/** What the key may do: the same as a member of this role. */
function readRole(values: Values): Role {
  const role = ROLES.find((each) => each === (values['role'] ?? 'admin'));
  if (role !== undefined) return role;
  throw new UsageError(`--role must be one of ${ROLES.join(', ')}`);
}

function readExpiry(values: Values): Date | undefined {
  if (values['expires-in-days'] === undefined) return undefined;
  const given = textOf(values, 'expires-in-days');
  const days = Number(given);
  if (/^\d+$/.test(given) && days >= 1 && days <= MAX_KEY_DAYS) return new Date(clock.now().getTime() + days * DAY_MS);
  throw new UsageError(`--expires-in-days must be a whole number from 1 to ${MAX_KEY_DAYS}`);
}

const HEADINGS = ['KEY', 'NAME', 'HINT', 'MODE', 'ROLE', 'STATE', 'CREATED', 'EXPIRES', 'REVOKED'];

export const listKeys: Run = async (values) => {
  const { id: account } = await findAccount(values);
  const now = clock.now();
  const keys = (await listApiKeys(table, account)).map((key) => shownKey(key, now));
  if (keys.length === 0) return { data: keys, text: `Account ${account} has no keys yet.` };
  const rows = keys.map(({ id, name = '-', hint, mode, role, state, createdAt, expiresAt = '-', revokedAt = '-' }) => {
    return [id, name, hint, mode, role, state, createdAt, expiresAt, revokedAt];
  });
  return { data: keys, text: alignColumns(HEADINGS, rows) };
};

export const revokeKey: Run = async (values) => {
  const { id: account } = await findAccount(values);
  const given = textOf(values, 'key');
  const matches = (await listApiKeys(table, account)).filter((key) => isNamedBy(key, given));
  const [key, another] = matches;
  if (!key) throw new CommandFailure(`Account ${account} has no key ${given}; keys list shows the keys it has.`);
  if (another) throw new CommandFailure(`${matches.length} keys of account ${account} match; give the key's id.`);
  const now = clock.now();
  await revokeApiKey(table, account, key.hash, now);
  const revoked = shownKey({ ...key, revokedAt: key.revokedAt ?? now.toISOString() }, now);
  return { data: revoked, text: `Key ${revoked.id} of account ${account} is revoked.` };
};

/** A shorter start of a hash could match another key by accident. */
const MIN_HASH_START = 6;

/** By hint, by the start of the hash (the id is one), or by the key itself, so that a leaked key can be revoked. */
const isNamedBy = ({ hash, hint }: ApiKey, given: string): boolean =>
  hint === given || (given.length >= MIN_HASH_START && hash.startsWith(given)) || hash === hashToken(given);
