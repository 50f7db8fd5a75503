/** How a key is shown: by an id and a hint, never by itself. */
import { type ApiKey, isLive } from '#lib/domain/api-key.ts';

const ID_LENGTH = 12;

export type KeyView = Pick<ApiKey, 'hint' | 'mode' | 'createdAt' | 'expiresAt' | 'revokedAt'> & {
  id: string;
  state: 'live' | 'revoked' | 'expired';
};

export function keyView(key: ApiKey, now: Date): KeyView {
  const { hash, ...shown } = key;
  const ended = key.revokedAt === undefined ? 'expired' : 'revoked';
  return { id: hash.slice(0, ID_LENGTH), ...shown, state: isLive(key, now) ? 'live' : ended };
}
