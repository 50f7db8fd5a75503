/**
 * Secrets that are handed out once: API keys, `ck_live_<account><secret><checksum>`, or `ck_live_viewer_…` of a role below administrator, and for members one-time links, `cl_<account><member>…`,
 * and sessions, `cs_…`. The checksum is keyed: who does not have the deployment's checksum key cannot make up a token that would have
 * to be looked up (docs/decisions/0002-key-check-in-the-handler.md).
 */
import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import type { Mode } from './account.ts';
import { ACCOUNT_LENGTH, type MemberRef, memberId, parseMemberId } from './ids.ts';
import type { Role } from './member.ts';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 33 base-62 characters hold 196 random bits. */
const SECRET_LENGTH = 33;
const CHECKSUM_LENGTH = 6;

/** What follows the start of a token, as a part of a regular expression. */
const SECRET_AND_CHECKSUM = `[0-9A-Za-z]{${SECRET_LENGTH + CHECKSUM_LENGTH}}`;

export type RandomBytes = (length: number) => Uint8Array;

/** Skips bytes of 248 and above, because `byte % 62` would make some letters more likely than others. */
function newToken(start: string, checksumKey: string, randomBytes: RandomBytes): string {
  let secret = '';
  while (secret.length < SECRET_LENGTH) {
    for (const byte of randomBytes(SECRET_LENGTH)) {
      if (byte < 248 && secret.length < SECRET_LENGTH) secret += BASE62.charAt(byte % 62);
    }
  }
  return `${start}${secret}${checksum(start + secret, checksumKey)}`;
}

/** Whether one of the keys gives the checksum of a token of the right form. Only the stored hash proves the token. */
function hasOurChecksum(token: string, checksumKeys: readonly string[]): boolean {
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

/** The stored part of a key, which never includes the key itself. Instants are ISO 8601. */
export type ApiKey = {
  hash: string;
  mode: Mode;
  hint: string;
  /** What it is for, in the words of the merchant. */
  name?: string;
  /** Absent: administrator. The key says it, too. */
  role?: Role;
  createdAt: string;
  expiresAt?: string;
  revokedAt?: string;
};

const HINT_LENGTH = 4;
const FORM = new RegExp(`^ck_(?:live|test)_(?:(viewer|agent)_)?([0-9a-z]{${ACCOUNT_LENGTH}})${SECRET_AND_CHECKSUM}$`);

export const newApiKey = (
  { id, mode, role = 'admin' }: { id: string; mode: Mode; role?: Role | undefined },
  checksumKey: string,
  randomBytes: RandomBytes,
): string => newToken(`ck_${mode}_${role === 'admin' ? '' : `${role}_`}${id}`, checksumKey, randomBytes);

/** The account and the role that a key names; undefined if it is malformed or forged. Only the stored hash proves the key. */
export function readApiKey(key: string, checksumKeys: readonly string[]): { account: string; role: Role } | undefined {
  const [, role = 'admin', account] = FORM.exec(key) ?? [];
  return account !== undefined && hasOurChecksum(key, checksumKeys) ? { account, role: role as Role } : undefined;
}

export const hintOfApiKey = (key: string): string => {
  const start = key.lastIndexOf('_') + 1 + ACCOUNT_LENGTH;
  return key.slice(start, start + HINT_LENGTH);
};

export const isLive = (key: ApiKey, now: Date): boolean =>
  key.revokedAt === undefined && (key.expiresAt === undefined || key.expiresAt > now.toISOString());

/** For how long a key that ends by itself can hold: ten years. */
export const MAX_KEY_DAYS = 3650;

const KEY_ID_LENGTH = 12;

/** What a merchant sees of a key, and never the key itself: its id is the start of the hash. */
export function shownKey(key: ApiKey, now: Date) {
  const { hash, name, role = 'admin', ...shown } = key;
  const ended = key.revokedAt === undefined ? ('expired' as const) : ('revoked' as const);
  const state = isLive(key, now) ? ('live' as const) : ended;
  return { id: hash.slice(0, KEY_ID_LENGTH), ...(name !== undefined && { name }), role: role as Role, ...shown, state };
}

const STARTS = { link: 'cl_', session: 'cs_' } as const;

type TokenUse = keyof typeof STARTS;

const ID_START = memberId({ account: '', hash: '' });
const TOKEN = new RegExp(`^(.*)${SECRET_AND_CHECKSUM}$`);

/** `id` is the member's. */
export const newMemberToken = (
  use: TokenUse,
  { id, checksumKey, randomBytes }: { id: string; checksumKey: string; randomBytes: RandomBytes },
): string => newToken(STARTS[use] + id.slice(ID_START.length), checksumKey, randomBytes);

/** The member that a token names; undefined if it is malformed, forged, or made for another use. */
export function memberOfToken(use: TokenUse, token: string, checksumKeys: readonly string[]): MemberRef | undefined {
  const [, start = ''] = TOKEN.exec(token) ?? [];
  if (!start.startsWith(STARTS[use])) return undefined;
  const ref = parseMemberId(ID_START + start.slice(STARTS[use].length));
  return ref !== undefined && hasOurChecksum(token, checksumKeys) ? ref : undefined;
}
