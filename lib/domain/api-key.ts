/** API keys. A key is `ck_live_<account><secret><checksum>`. */
import { hashToken, hasOurChecksum, newToken, type RandomBytes, SECRET_AND_CHECKSUM } from './checked-token.ts';
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

const HINT_LENGTH = 4;
const FORM = new RegExp(`^ck_(?:live|test)_([0-9a-z]{${ACCOUNT_LENGTH}})${SECRET_AND_CHECKSUM}$`);

export const newApiKey = (
  { id, mode }: { id: string; mode: Mode },
  checksumKey: string,
  randomBytes: RandomBytes,
): string => newToken(`ck_${mode}_${id}`, checksumKey, randomBytes);

/** The account that a key names; undefined if it is malformed or forged. Only the stored hash proves the key. */
export function accountOfApiKey(key: string, checksumKeys: readonly string[]): string | undefined {
  const account = FORM.exec(key)?.[1];
  return account !== undefined && hasOurChecksum(key, checksumKeys) ? account : undefined;
}

export const hashApiKey = hashToken;

export const hintOfApiKey = (key: string): string => {
  const start = key.lastIndexOf('_') + 1 + ACCOUNT_LENGTH;
  return key.slice(start, start + HINT_LENGTH);
};

export const isLive = (key: ApiKey, now: Date): boolean =>
  key.revokedAt === undefined && (key.expiresAt === undefined || key.expiresAt > now.toISOString());
