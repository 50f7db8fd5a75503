/** Reads a provider's credentials and caches them in memory. They appear in no log and in no error. */
import { GetSecretValueCommand, ResourceNotFoundException } from '@aws-sdk/client-secrets-manager';
import { clock } from '#lib/clock.ts';
import { log } from '#lib/log.ts';
import type { Credentials } from './port.ts';
import { readObject } from './read-answer.ts';
import { secretName, secrets } from './secrets.ts';

/** A replaced secret may stay in use for this long: docs/decisions/0019-providers-and-their-secrets.md. */
const KEPT_MS = 5 * 60_000;

type Known = { reading: Promise<Credentials | undefined>; at: number };

const kept = new Map<string, Known>();

/** Undefined when no valid secret is stored. Reads a cached copy older than `maxAgeMs` again. @throws when that fails */
export async function readCredentials(providerId: string, maxAgeMs = KEPT_MS): Promise<Credentials | undefined> {
  const at = clock.now().getTime();
  const known = kept.get(providerId);
  if (known && Math.abs(at - known.at) < Math.min(maxAgeMs, KEPT_MS)) return known.reading;
  const reading = readSecret(providerId).then((secret) => parse(secret, providerId));
  kept.set(providerId, { reading, at });
  try {
    const credentials = await reading;
    if (credentials === undefined) drop(providerId, reading);
    return credentials;
  } catch (error) {
    drop(providerId, reading);
    throw error;
  }
}

/** Removes a failed reading from the cache, unless a newer reading has replaced it. */
function drop(providerId: string, reading: Known['reading']): void {
  if (kept.get(providerId)?.reading === reading) kept.delete(providerId);
}

export const forgetCredentials = (providerId: string): void => void kept.delete(providerId);

async function readSecret(providerId: string): Promise<string | undefined> {
  try {
    const command = new GetSecretValueCommand({ SecretId: secretName(providerId) });
    return (await secrets.client.send(command)).SecretString;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined;
    throw error;
  }
}

/** A secret must be a JSON object of strings. An invalid one counts as missing, and the log quotes no part of it. */
function parse(secret: string | undefined, provider: string): Credentials | undefined {
  if (secret === undefined) return undefined;
  const json = readObject(secret);
  if (json && Object.values(json).every((value) => typeof value === 'string')) return json as Credentials;
  log('ERROR', 'credentials_malformed', { provider });
  return undefined;
}
