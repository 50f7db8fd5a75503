/**
 * An API key is `ck_live_<account><secret><checksum>`. The checksum is keyed: who does not have the deployment's checksum key
 * cannot make up a key that would have to be looked up (docs/decisions/0040-forged-keys.md).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { ACCOUNT_LENGTH } from './ids.ts';

export type Mode = 'live' | 'test';

/** The stored part of a key, which never includes the key itself. Instants are ISO 8601. */
export type ApiKey = {
  hash: string;
  mode: Mode;
  hint: string;
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
};

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 33 base-62 characters hold 196 random bits. */
const SECRET_LENGTH = 33;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 4;
const FORM = new RegExp(
  `^ck_(?:live|test)_([0-9a-z]{${ACCOUNT_LENGTH}})[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
);

/** Skips bytes of 248 and above, because `byte % 62` would make some letters more likely than others. */
export function newApiKey(
  { id, mode }: { id: string; mode: Mode },
  checksumKey: string,
  randomBytes: (length: number) => Uint8Array,
): string {
  let secret = '';
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      if (byte < 248 && secret.length < SECRET_LENGTH) secret += BASE62.charAt(byte % 62);
    }
  }
  const key = `ck_${mode}_${id}${secret}`;
  return key + checksum(key, checksumKey);
}

/** The account that a key names; undefined if it is malformed or forged. Only the stored hash proves the key. */
export function accountOfApiKey(key: string, checksumKeys: readonly string[]): string | undefined {
  const account = FORM.exec(key)?.[1];
  if (account === undefined) return undefined;
  const [start, given] = [key.slice(0, -CHECKSUM_LENGTH), Buffer.from(key.slice(-CHECKSUM_LENGTH))];
  const isOurs = checksumKeys.some((checksumKey) => timingSafeEqual(given, Buffer.from(checksum(start, checksumKey))));
  return isOurs ? account : undefined;
}

/** SHA-256 in hex. A slow hash is not needed, because a random key of this length cannot be guessed. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export const hintOfApiKey = (key: string): string => {
  const start = key.lastIndexOf('_') + 1 + ACCOUNT_LENGTH;
  return key.slice(start, start + HINT_LENGTH);
};

export const isLive = (key: ApiKey, now: Date): boolean =>
  key.revokedAt === undefined && (key.expiresAt === undefined || key.expiresAt > now.toISOString());

/** HMAC-SHA-256, cut to six characters of base 62: one guess in 57 thousand million fits. */
function checksum(text: string, checksumKey: string): string {
  let rest = createHmac('sha256', checksumKey).update(text).digest().readUIntBE(0, 6) % 62 ** CHECKSUM_LENGTH;
  let out = '';
  while (out.length < CHECKSUM_LENGTH) {
    out = BASE62.charAt(rest % 62) + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}
