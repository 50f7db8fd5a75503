/** What every way to sign in to the console answers: who is signed in where, and the cookie of the session. */
import { showSignIn } from '#lib/contract/show-member.ts';
import type { Account } from '#lib/domain/account.ts';
import { hashToken } from '#lib/domain/checked-token.ts';
import { invalidSession } from '#lib/domain/errors.ts';
import type { MemberRef } from '#lib/domain/ids.ts';
import type { Member } from '#lib/domain/member.ts';
import { liveSession } from '#lib/domain/member-sign-in.ts';
import { succeed } from '#lib/http/endpoint.ts';
import { sessionCookie } from '#lib/http/session-cookie.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

type SignInPorts = Pick<Service, 'log'> & { settings: { baseUrl: string } } & Pick<Store, 'getAccount'>;

/** `token`: of the session that was just started. */
type Started = { ref: MemberRef; member: Member; token: string; now: Date };

export async function answerSignedIn(
  { log, settings: { baseUrl }, getAccount }: SignInPorts,
  { ref, member, token, now }: Started,
  requestId: string,
) {
  const account = await getAccount(ref.account);
  const { data, expiresAt } = viewOfSession({ account, member, session: hashToken(token), now }, baseUrl);
  log.count('INFO', 'member_signed_in', { requestId, account: ref.account, member: member.id });
  const headers = sessionCookie(baseUrl, { token, expiresAt, now });
  return succeed({ status: 200, message: 'Signed in successfully' }, { data, headers }, requestId);
}

type OpenSession = { account: Account | undefined; member: Member; session: string; now: Date };

/** `session`: its hash. @throws invalid_session */
export function viewOfSession({ account, member, session: hash, now }: OpenSession, baseUrl: string) {
  const session = liveSession(member, hash, now);
  if (account === undefined || session === undefined) throw invalidSession();
  return { data: showSignIn({ account, member, session }, baseUrl), expiresAt: session.expiresAt };
}
