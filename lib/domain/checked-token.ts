/**
 * Secrets that are handed out once: what they name, random letters, and a checksum. The checksum is keyed: who does not have
 * the deployment's checksum key cannot make up one that would have to be looked up (docs/decisions/0002-key-check-in-the-handler.md).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 33 base-62 characters hold 196 random bits. */
const SECRET_LENGTH = 33;
const CHECKSUM_LENGTH = 6;

/** What follows the start of a token, as a part of a regular expression. */
export const SECRET_AND_CHECKSUM = `[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}`;

export type RandomBytes = (length: number) => Uint8Array;

/** Skips bytes of 248 and above, because `byte % 62` would make some letters more likely than others. */
export function newToken(start: string, checksumKey: string, randomBytes: RandomBytes): string {
  let secret = '';
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      if (byte < 248 && secret.length < SECRET_LENGTH) secret += BASE62.charAt(byte % 62);
    }
  }
  return `${start}${secret}${checksum(start + secret, checksumKey)}`;
}

/** Whether one of the keys gives the checksum of a token of the right form. Only the stored hash proves the token. */
export function hasOurChecksum(token: string, checksumKeys: readonly string[]): boolean {
  const [start, given] = [token.slice(0, -CHECKSUM_LENGTH), Buffer.from(token.slice(-CHECKSUM_LENGTH))];
  return checksumKeys.some((checksumKey) => timingSafeEqual(given, Buffer.from(checksum(start, checksumKey))));
}

/** SHA-256 in hex. A slow hash is not needed, because a random token of this length cannot be guessed. */
export const hashToken = (token: string): string => createHash('sha256').update(token).digest('hex');

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
