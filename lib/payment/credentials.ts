/** Reads and decrypts a provider's credentials, and caches them in memory. They appear in no log and in no error. */
import type { Log } from '#lib/log.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import type { Credentials } from './port.ts';
import { readObject } from './read-answer.ts';
import type { Sealer } from './seal.ts';

/** A replaced secret may stay in use for this long: docs/decisions/0039-credentials-as-ciphertext.md. */
const CACHED_MS = 5 * 60_000;

type Reading = { credentials: Promise<Credentials | undefined>; at: number };

export type CredentialsCache = {
  /** Undefined when no valid secret is stored. Reads a cached copy older than `maxAgeMs` again. @throws when that fails */
  read: (provider: string, maxAgeMs?: number) => Promise<Credentials | undefined>;
  forget: (provider: string) => void;
};

export function credentialsCache(parts: PaymentNeeds, { unseal }: Sealer): CredentialsCache {
  const readings = new Map<string, Reading>();

  /** Removes a failed reading from the cache, unless a newer reading has replaced it. */
  const drop = (provider: string, { credentials }: Reading): void => {
    if (readings.get(provider)?.credentials === credentials) readings.delete(provider);
  };

  async function readSecret(provider: string): Promise<string | undefined> {
    const sealed = await parts.getSealedCredentials(provider);
    return sealed && unseal(provider, sealed);
  }

  return {
    read: async (provider, maxAgeMs = CACHED_MS) => {
      const at = parts.clock.now().getTime();
      const known = readings.get(provider);
      if (known && Math.abs(at - known.at) < Math.min(maxAgeMs, CACHED_MS)) return known.credentials;
      const reading = { credentials: readSecret(provider).then((text) => parse(parts.log, text, provider)), at };
      readings.set(provider, reading);
      try {
        const credentials = await reading.credentials;
        if (credentials === undefined) drop(provider, reading);
        return credentials;
      } catch (error) {
        drop(provider, reading);
        throw error;
      }
    },
    forget: (provider) => void readings.delete(provider),
  };
}

/** Invalid credentials count as missing, and the log quotes no part of them. */
function parse(log: Log, secret: string | undefined, provider: string): Credentials | undefined {
  if (secret === undefined) return undefined;
  const credentials = parseCredentials(secret);
  if (credentials === undefined) log.write('ERROR', 'credentials_malformed', { provider });
  return credentials;
}

/** A JSON object of strings; undefined for any other text. */
export function parseCredentials(secret: string): Credentials | undefined {
  const json = readObject(secret);
  const isSound = json && Object.values(json).every((value) => typeof value === 'string');
  return isSound ? (json as Credentials) : undefined;
}
