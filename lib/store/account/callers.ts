/** How the middleware finds out who calls an operation that every member may ask for. */
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Member } from '#lib/domain/member.ts';
import { getApiKey } from './accounts.ts';

/** What only a session needs is loaded with the first one. */
export const getMember = async (ref: CollectionRef): Promise<Member | undefined> =>
  (await import('#lib/store/member/members.ts')).getMember(ref);

export const callers = { getApiKey, getMember };
