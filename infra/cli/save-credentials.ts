/** Encrypts a provider's credentials and saves them where the functions read them. */

import { clock } from '#lib/clock.ts';
import { paymentParts, payments } from '#lib/live-payments.ts';
import type { Credentials } from '#lib/payment/port.ts';
import { saveSealedCredentials } from '#lib/store/account/credentials.ts';
import { table } from '#lib/store/table/live-table.ts';
import { UsageError } from './command.ts';

/** Replaces earlier credentials; running functions may use those for up to five minutes more. */
export async function saveCredentials(provider: string, credentials: Credentials): Promise<'created' | 'replaced'> {
  const ciphertext = await payments.seal(provider, JSON.stringify(credentials));
  const saved = await saveSealedCredentials(table, { provider, ciphertext, now: clock.now() });
  payments.forgetCredentials(provider);
  return saved;
}

/** @throws {UsageError} when nothing says which key it is */
export function requireKey(): void {
  if (paymentParts.credentialsKey !== '') return;
  throw new UsageError(
    'Give --stage, or set CREDENTIALS_KEY to the output CredentialsKeyArn: the key encrypts credentials.',
  );
}
