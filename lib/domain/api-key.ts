/** API keys: `ck_live_<account><secret><checksum>`; the account is readable, the rest is 196 random bits and a typo check. */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { ACCOUNT_LENGTH } from './ids.ts';

export type Mode = 'live' | 'test';

/** What is stored of a key: never the key itself. Instants are ISO 8601. */
export type ApiKey = {
  hash: string;
  mode: Mode;
  /** The key's first characters after the account, to recognise it in a list. */
  hint: string;
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
};

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 33 base-62 characters carry 196 bits. */
const SECRET_LENGTH = 33;
const CHECKSUM_LENGTH = 6;
const HINT_LENGTH = 4;
const FORM = new RegExp(
  `^ck_(?:live|test)_([0-9a-z]{${ACCOUNT_LENGTH}})[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}$`,
);

/** A new key of an account from at least 33 random bytes in reserve: bytes ≥ 248 are passed over to keep letters equally likely. */
export function newApiKey(mode: Mode, account: string, randomBytes: (length: number) => Uint8Array): string {
  let secret = '';
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      if (byte < 248 && secret.length < SECRET_LENGTH) secret += BASE62.charAt(byte % 62);
    }
  }
  const key = `ck_${mode}_${account}${secret}`;
  return key + checksum(key);
}

/** The account a key claims, or undefined when it is not a key at all; only its stored hash proves the claim. */
export function accountOfApiKey(key: string): string | undefined {
  const account = FORM.exec(key)?.[1];
  return key.endsWith(checksum(key.slice(0, -CHECKSUM_LENGTH))) ? account : undefined;
}

/** SHA-256 in hex. Enough for random keys of this length: there is nothing to guess, so nothing to slow down. */
export const hashApiKey = (key: string): string => createHash('sha256').update(key).digest('hex');

export const hintOfApiKey = (key: string): string => {
  const start = key.lastIndexOf('_') + 1 + ACCOUNT_LENGTH;
  return key.slice(start, start + HINT_LENGTH);
};

export const isLive = (key: ApiKey, now: Date): boolean =>
  key.revokedAt === undefined && (key.expiresAt === undefined || key.expiresAt > now.toISOString());

function checksum(text: string): string {
  let rest = crc32(text);
  let out = '';
  while (out.length < CHECKSUM_LENGTH) {
    out = BASE62.charAt(rest % 62) + out;
    rest = Math.floor(rest / 62);
  }
  return out;
}
