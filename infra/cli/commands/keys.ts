/** `keys create`, `keys list` and `keys revoke`. */

import { CommandFailure, type Run, textOf, UsageError, type Values } from '#infra/cli/command.ts';
import { issueApiKey } from '#infra/cli/open-account.ts';
import { alignColumns } from '#infra/cli/text-table.ts';
import { clock } from '#lib/clock.ts';
import { type ApiKey, hashApiKey, isLive } from '#lib/domain/checked-token.ts';
import { listApiKeys, revokeApiKey } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { findAccount } from './accounts.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 3650;

export const createKey: Run = async (values) => {
  const expiresAt = readExpiry(values);
  const account = await findAccount(values);
  const { apiKey, stored } = await issueApiKey(account, expiresAt);
  const { id, hint, mode, createdAt } = showKey(stored, clock.now());
  const until = stored.expiresAt === undefined ? '' : `, until ${stored.expiresAt}`;
  const text = `${apiKey}\n\nThis is the only time it is shown. It is key ${id} of account ${account.id}${until}.`;
  const expiry = stored.expiresAt === undefined ? {} : { expiresAt: stored.expiresAt };
  return { data: { account: account.id, apiKey, id, hint, mode, createdAt, ...expiry }, text };
};

function readExpiry(values: Values): Date | undefined {
  if (values['expires-in-days'] === undefined) return undefined;
  const given = textOf(values, 'expires-in-days');
  const days = Number(given);
  if (/^\d+$/.test(given) && days >= 1 && days <= MAX_DAYS) return new Date(clock.now().getTime() + days * DAY_MS);
  throw new UsageError(`--expires-in-days must be a whole number from 1 to ${MAX_DAYS}`);
}

const HEADINGS = ['KEY', 'HINT', 'MODE', 'STATE', 'CREATED', 'EXPIRES', 'REVOKED'];

export const listKeys: Run = async (values) => {
  const { id: account } = await findAccount(values);
  const now = clock.now();
  const keys = (await listApiKeys(table, account)).map((key) => showKey(key, now));
  if (keys.length === 0) return { data: keys, text: `Account ${account} has no keys yet.` };
  const rows = keys.map(({ id, hint, mode, state, createdAt, expiresAt = '-', revokedAt = '-' }) => {
    return [id, hint, mode, state, createdAt, expiresAt, revokedAt];
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
  const revoked = showKey({ ...key, revokedAt: key.revokedAt ?? now.toISOString() }, now);
  return { data: revoked, text: `Key ${revoked.id} of account ${account} is revoked.` };
};

/** A shorter start of a hash could match another key by accident. */
const MIN_HASH_START = 6;

/** By hint, by the start of the hash (the id is one), or by the key itself, so that a leaked key can be revoked. */
const isNamedBy = ({ hash, hint }: ApiKey, given: string): boolean =>
  hint === given || (given.length >= MIN_HASH_START && hash.startsWith(given)) || hash === hashApiKey(given);

const ID_LENGTH = 12;

/** A key without its hash; the id is the start of the hash. */
function showKey(key: ApiKey, now: Date) {
  const { hash, ...shown } = key;
  const ended = key.revokedAt === undefined ? 'expired' : 'revoked';
  return { id: hash.slice(0, ID_LENGTH), ...shown, state: isLive(key, now) ? 'live' : ended };
}
