/** How accounts are opened and API keys issued, by an operator's command and by the local run. */

import { clock } from '#lib/clock.ts';
import { type Account, newAccount } from '#lib/domain/account.ts';
import { type ApiKey, hashApiKey, hintOfApiKey, type Mode, newApiKey } from '#lib/domain/checked-token.ts';
import { isCountry } from '#lib/domain/phone.ts';
import { random } from '#lib/random.ts';
import { saveApiKey } from '#lib/store/account/accounts.ts';
import { createAccount } from '#lib/store/account/directory.ts';
import { table } from '#lib/store/table/live-table.ts';
import { newestChecksumKey } from './checksum-key.ts';

const MAX_NAME_LENGTH = 100;

/** The first fault in what is given for a new account; undefined when there is none. */
export function accountFault({ name, country }: { name: unknown; country: unknown }): string | undefined {
  if (typeof name !== 'string' || name.trim() === '' || name.trim().length > MAX_NAME_LENGTH) {
    return `name must be text of 1 to ${MAX_NAME_LENGTH} characters`;
  }
  if (country === undefined || (typeof country === 'string' && isCountry(country))) return undefined;
  return 'country must be a two-letter ISO 3166 code in capitals, such as NG';
}

export async function openAccount(given: { name: string; mode: Mode; country?: string | undefined }): Promise<Account> {
  const account = newAccount(given, random.bytes, clock.now());
  await createAccount(table, account);
  return account;
}

/** Makes a key and returns it. It can be seen only now, because only its hash is stored. */
export async function issueApiKey(
  account: { id: string; mode: Mode },
  expiresAt?: Date,
): Promise<{ apiKey: string; stored: ApiKey }> {
  const apiKey = newApiKey(account, await newestChecksumKey(), random.bytes);
  const stored: ApiKey = {
    hash: hashApiKey(apiKey),
    mode: account.mode,
    hint: hintOfApiKey(apiKey),
    createdAt: clock.now().toISOString(),
    ...(expiresAt && { expiresAt: expiresAt.toISOString() }),
  };
  await saveApiKey(table, account.id, stored);
  return { apiKey, stored };
}
