/** `keys list`. */
import type { Run } from '#infra/cli/command.ts';
import { alignColumns } from '#infra/cli/text-table.ts';
import { clock } from '#lib/clock.ts';
import { listApiKeys } from '#lib/store/api-keys.ts';
import { findAccount } from './find-account.ts';
import { keyView } from './key-view.ts';

const HEADINGS = ['KEY', 'HINT', 'MODE', 'STATE', 'CREATED', 'EXPIRES', 'REVOKED'];

export const listKeys: Run = async (values) => {
  const { id: account } = await findAccount(values);
  const now = clock.now();
  const keys = (await listApiKeys(account)).map((key) => keyView(key, now));
  if (keys.length === 0) return { data: keys, text: `Account ${account} has no keys yet.` };
  const rows = keys.map(({ id, hint, mode, state, createdAt, expiresAt = '-', revokedAt = '-' }) => {
    return [id, hint, mode, state, createdAt, expiresAt, revokedAt];
  });
  return { data: keys, text: alignColumns(HEADINGS, rows) };
};
