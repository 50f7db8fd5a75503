/** Reads and decrypts a provider's credentials, and caches them in memory. They appear in no log and in no error. */
import { clock } from '#lib/clock.ts';
import { log } from '#lib/log.ts';
import { credentialItems } from './credential-items.ts';
import type { Credentials } from './port.ts';
import { readObject } from './read-answer.ts';
import { unseal } from './seal.ts';

/** A replaced secret may stay in use for this long: docs/decisions/0039-credentials-as-ciphertext.md. */
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
  const sealed = await credentialItems.get(providerId);
  return sealed && unseal(providerId, sealed);
}

/** Invalid credentials count as missing, and the log quotes no part of them. */
function parse(secret: string | undefined, provider: string): Credentials | undefined {
  if (secret === undefined) return undefined;
  const credentials = parseCredentials(secret);
  if (credentials === undefined) log('ERROR', 'credentials_malformed', { provider });
  return credentials;
}

/** A JSON object of strings; undefined for any other text. */
export function parseCredentials(secret: string): Credentials | undefined {
  const json = readObject(secret);
  const isSound = json && Object.values(json).every((value) => typeof value === 'string');
  return isSound ? (json as Credentials) : undefined;
}
