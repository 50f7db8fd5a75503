/** What an operator does with accounts and keys; the command line and the local run both come here. */

import { clock } from '#lib/clock.ts';
import { type Account, newAccount } from '#lib/domain/account.ts';
import { type ApiKey, hashApiKey, hintOfApiKey, type Mode, newApiKey } from '#lib/domain/api-key.ts';
import { random } from '#lib/random.ts';
import { createAccount } from '#lib/store/account-directory.ts';
import { saveApiKey } from '#lib/store/api-keys.ts';

export async function openAccount(given: { name: string; mode: Mode; country?: string | undefined }): Promise<Account> {
  const account = newAccount(given, random.bytes, clock.now());
  await createAccount(account);
  return account;
}

/** Makes a key and answers it: the only time it can be seen, for only its hash is stored. */
export async function issueApiKey(
  account: { id: string; mode: Mode },
  expiresAt?: Date,
): Promise<{ apiKey: string; stored: ApiKey }> {
  const apiKey = newApiKey(account.mode, account.id, random.bytes);
  const stored: ApiKey = {
    hash: hashApiKey(apiKey),
    mode: account.mode,
    hint: hintOfApiKey(apiKey),
    createdAt: clock.now().toISOString(),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  };
  await saveApiKey(account.id, stored);
  return { apiKey, stored };
}
