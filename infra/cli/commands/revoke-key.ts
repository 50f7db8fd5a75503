/** `keys revoke`. */
import { type Run, textOf } from '#infra/cli/command.ts';
import { CommandFailure } from '#infra/cli/usage-error.ts';
import { clock } from '#lib/clock.ts';
import { type ApiKey, hashApiKey } from '#lib/domain/api-key.ts';
import { listApiKeys, revokeApiKey } from '#lib/store/api-keys.ts';
import { findAccount } from './find-account.ts';
import { keyView } from './key-view.ts';

/** Shorter starts of a hash are too easily met by accident. */
const MIN_START = 6;

export const revokeKey: Run = async (values) => {
  const { id: account } = await findAccount(values);
  const given = textOf(values, 'key');
  const matches = (await listApiKeys(account)).filter((key) => isMeant(key, given));
  const [key, another] = matches;
  if (!key) throw new CommandFailure(`Account ${account} has no key ${given}; keys list shows the keys it has.`);
  if (another) throw new CommandFailure(`${matches.length} keys of account ${account} match; give the key's id.`);
  const now = clock.now();
  await revokeApiKey(account, key.hash, now);
  const revoked = keyView({ ...key, revokedAt: key.revokedAt ?? now.toISOString() }, now);
  return { data: revoked, text: `Key ${revoked.id} of account ${account} is revoked.` };
};

/** By hint, by the start of the hash (the id is one), or by the key itself, as when a leaked one was found. */
const isMeant = ({ hash, hint }: ApiKey, given: string): boolean =>
  hint === given || (given.length >= MIN_START && hash.startsWith(given)) || hash === hashApiKey(given);
