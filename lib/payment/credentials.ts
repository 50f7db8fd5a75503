/** The credentials of providers: encrypted and decrypted by the deployment's key in KMS, and cached in memory. They appear in no log and in no error. */
import { DecryptCommand, EncryptCommand, KMSClient } from '@aws-sdk/client-kms';
import { parseProviderId } from '#lib/domain/ids.ts';
import type { Log } from '#lib/log.ts';
import type { PaymentNeeds } from './payment-needs.ts';
import type { Credentials } from './port.ts';
import { readObject } from './read-answer.ts';

/** The policies of the functions require it too, so that they can decrypt nothing else. */
export const PURPOSE = 'provider-credentials';

/** Not the table's name: a restore gives the table another. The key itself belongs to one deployment. */
export function encryptionContext(provider: string): Record<string, string> {
  const ref = parseProviderId(provider);
  if (ref === undefined) throw new Error('not the id of a provider');
  return { purpose: PURPOSE, account: ref.account, provider };
}

export const CLIENT_SETTINGS = {
  maxAttempts: 2,
  // Short, because the time limit of a provider's request includes decrypting its credentials.
  requestHandler: { connectionTimeout: 500, requestTimeout: 1_000, throwOnRequestTimeout: true },
};

/** KMS encrypts no more at once. */
const MAX_BYTES = 4096;

export class CredentialsTooLong extends Error {
  constructor() {
    super(`All credentials of a provider together can have ${MAX_BYTES} bytes at most, as JSON`);
    this.name = 'CredentialsTooLong';
  }
}

type Sealer = {
  /** @throws {CredentialsTooLong} */
  seal: (provider: string, text: string) => Promise<Uint8Array>;
  /** @throws when it was encrypted for another provider, or by another key, or when KMS does not answer */
  unseal: (provider: string, ciphertext: Uint8Array) => Promise<string>;
};

export function sealerFrom(parts: Pick<PaymentNeeds, 'credentialsKey' | 'kms'>): Sealer {
  const own = new KMSClient(CLIENT_SETTINGS);
  const client = () => parts.kms ?? own;
  return {
    seal: async (provider, text) => {
      const Plaintext = Buffer.from(text);
      if (Plaintext.length > MAX_BYTES) throw new CredentialsTooLong();
      const EncryptionContext = encryptionContext(provider);
      const command = new EncryptCommand({ KeyId: parts.credentialsKey, Plaintext, EncryptionContext });
      const { CiphertextBlob } = await client().send(command);
      if (CiphertextBlob === undefined) throw new Error('KMS answered no ciphertext');
      return CiphertextBlob;
    },
    unseal: async (provider, CiphertextBlob) => {
      const EncryptionContext = encryptionContext(provider);
      // The key is named, so that a ciphertext of anybody else's key is refused.
      const command = new DecryptCommand({ KeyId: parts.credentialsKey, CiphertextBlob, EncryptionContext });
      const { Plaintext } = await client().send(command);
      return Buffer.from(Plaintext ?? []).toString();
    },
  };
}

/** A replaced secret may stay in use for this long: docs/decisions/0039-credentials-as-ciphertext.md. */
const CACHED_MS = 5 * 60_000;

type Reading = { credentials: Promise<Credentials | undefined>; at: number };

type CredentialsCache = {
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
