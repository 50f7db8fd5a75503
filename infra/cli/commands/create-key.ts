/** `keys create`. */
import { type Run, textOf, type Values } from '#infra/cli/command.ts';
import { issueApiKey } from '#infra/cli/open-account.ts';
import { UsageError } from '#infra/cli/usage-error.ts';
import { clock } from '#lib/clock.ts';
import { findAccount } from './find-account.ts';
import { keyView } from './key-view.ts';

const DAY_MS = 24 * 60 * 60 * 1000;
const MAX_DAYS = 3650;

export const createKey: Run = async (values) => {
  const expiresAt = readExpiry(values);
  const account = await findAccount(values);
  const { apiKey, stored } = await issueApiKey(account, expiresAt);
  const { id, hint, mode, createdAt } = keyView(stored, clock.now());
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
