/** Makes API keys: for the console and for operators. */
import type { Account } from '#lib/domain/account.ts';
import { type ApiKey, hashToken, hintOfApiKey, newApiKey, type RandomBytes } from '#lib/domain/checked-token.ts';
import type { Role } from '#lib/domain/member.ts';
import type { Store } from '#lib/store/store.ts';

/** `name`: what it is for, in the words of the merchant. */
export type GivenKey = { name?: string | undefined; role?: Role | undefined; expiresAt?: Date | undefined };

type Making = { checksumKey: string; randomBytes: RandomBytes; now: Date };

/** The key can be seen only now, because only its hash is stored. */
export async function makeKey(
  ports: Pick<Store, 'saveApiKey'>,
  { id, mode, name, role, expiresAt }: Pick<Account, 'id' | 'mode'> & GivenKey,
  { checksumKey, randomBytes, now }: Making,
): Promise<{ apiKey: string; stored: ApiKey }> {
  const apiKey = newApiKey({ id, mode, role }, checksumKey, randomBytes);
  const stored: ApiKey = {
    hash: hashToken(apiKey),
    mode,
    hint: hintOfApiKey(apiKey),
    ...(name !== undefined && { name }),
    ...(role !== undefined && role !== 'admin' && { role }),
    createdAt: now.toISOString(),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  };
  await ports.saveApiKey(id, stored);
  return { apiKey, stored };
}
