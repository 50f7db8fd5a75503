/** The secrets of a member: of a one-time link, `cl_<account><member><secret><checksum>`, and of a session, `cs_…`. */
import { hasOurChecksum, newToken, type RandomBytes, SECRET_AND_CHECKSUM } from './checked-token.ts';
import { type MemberRef, memberId, parseMemberId } from './ids.ts';

const STARTS = { link: 'cl_', session: 'cs_' } as const;

export type TokenUse = keyof typeof STARTS;

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
