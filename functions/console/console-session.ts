/** /console/session: POST spends a one-time link and signs in, PUT says who is signed in and keeps the session alive, DELETE signs out. */

import middy from '@middy/core';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { checksumKeys } from '#lib/checksum-keys.ts';
import { clock } from '#lib/clock.ts';
import { showSignIn } from '#lib/contract/show-member.ts';
import type { Account } from '#lib/domain/account.ts';
import { newAuditEntry } from '#lib/domain/audit.ts';
import { hashToken } from '#lib/domain/checked-token.ts';
import { invalidLink, invalidSession } from '#lib/domain/console-errors.ts';
import { type MemberRef, memberId, memberRefOf } from '#lib/domain/ids.ts';
import { endSession, liveSession, type Member, renewSession, spendLink } from '#lib/domain/member.ts';
import { memberOfToken, newMemberToken } from '#lib/domain/member-token.ts';
import { takeTurn } from '#lib/http/account-rate.ts';
import { byRoute } from '#lib/http/by-route.ts';
import { checkOrigin } from '#lib/http/check-origin.ts';
import { defineEndpoint, endpoint, succeed } from '#lib/http/endpoint.ts';
import { errorEnvelope } from '#lib/http/error-envelope.ts';
import { jsonBody } from '#lib/http/json-body.ts';
import { type HttpEvent, requestIdOf } from '#lib/http/request.ts';
import { noSessionCookie, sessionCookie, sessionIn } from '#lib/http/session-cookie.ts';
import { logCounted } from '#lib/log.ts';
import { random } from '#lib/random.ts';
import { site } from '#lib/site.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { sessionCallers } from '#lib/store/account/callers.ts';
import { saveMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';

const readSignIn = async (body: unknown) => (await import('#lib/contract/member.ts')).readSignIn(body);

/** Loading the page spends nothing: the link is spent by this call, which is made by a click. */
const signIn = async (event: HttpEvent): Promise<APIGatewayProxyResult> => {
  checkOrigin(event);
  const { token } = await readSignIn(event.body);
  const now = clock.now();
  const ref = memberOfToken('link', token, checksumKeys.known);
  if (ref === undefined) throw invalidLink();
  takeTurn(ref.account, now);
  const checksumKey = checksumKeys.known[0] ?? '';
  const session = newMemberToken('session', { id: memberId(ref), checksumKey, randomBytes: random.bytes });
  const member = await spend(ref, { link: hashToken(token), session: hashToken(session) }, now);
  const { data, expiresAt } = await signedIn(ref.account, { member, session: hashToken(session), now });
  const requestId = requestIdOf(event);
  logCounted('INFO', 'member_signed_in', { requestId, account: ref.account, member: member.id });
  const headers = sessionCookie(session, { expiresAt, now });
  return succeed({ status: 200, message: 'Signed in successfully' }, { data, headers }, requestId);
};

async function spend(ref: MemberRef, hashes: { link: string; session: string }, now: Date): Promise<Member> {
  const saved = await saveMember(table, ref, (stored) => {
    // An earlier try of this call has been saved, although its answer was lost.
    if (Object.hasOwn(stored.sessions, hashes.session)) return undefined;
    const member = spendLink(stored, hashes, now);
    if (member === undefined) throw invalidLink();
    return { member, audit: newAuditEntry('signed_in', { member }, now) };
  });
  if (saved === undefined) throw invalidLink();
  return saved;
}

type SignedIn = { member: Member; session: string; now: Date };

async function signedIn(account: string, of: SignedIn) {
  return view(await getAccount(table, account), of);
}

function view(account: Account | undefined, { member, session: hash, now }: SignedIn) {
  const session = liveSession(member, hash, now);
  if (account === undefined || session === undefined) throw invalidSession();
  return { data: showSignIn({ account, member, session }, site.baseUrl), expiresAt: session.expiresAt };
}

const keepSession = defineEndpoint({
  success: { status: 200, message: 'Session retrieved successfully' },
  load: ({ account }) => getAccount(table, account),
  run: async ({ signedIn: caller, now }, account) => {
    if (caller === undefined) throw invalidSession();
    const { member, session } = caller;
    if (renewSession(member, session, now) !== member) await renew(member, session, now);
    return { data: view(account, { member, session, now }).data };
  },
});

async function renew({ id }: Member, session: string, now: Date): Promise<void> {
  await saveMember(table, memberRefOf(id), (stored) => {
    const member = renewSession(stored, session, now);
    return member === stored ? undefined : { member };
  });
}

/** Answers 200 without a session, too, and for one that has ended. */
const signOut = async (event: HttpEvent): Promise<APIGatewayProxyResult> => {
  const now = clock.now();
  const token = sessionIn(event) ?? '';
  const ref = memberOfToken('session', token, checksumKeys.known);
  if (ref !== undefined) {
    checkOrigin(event);
    takeTurn(ref.account, now);
    await saveMember(table, ref, (stored) => {
      const member = endSession(stored, hashToken(token));
      return member === stored ? undefined : { member, audit: newAuditEntry('signed_out', { member }, now) };
    });
  }
  const message = 'Signed out successfully';
  return succeed({ status: 200, message }, { data: {}, headers: noSessionCookie() }, requestIdOf(event));
};

const open = () => middy<HttpEvent, APIGatewayProxyResult>().use(errorEnvelope());

export const handler = byRoute({
  'POST /console/session': open().use(jsonBody()).handler(signIn),
  'PUT /console/session': endpoint(keepSession, sessionCallers(table)),
  'DELETE /console/session': open().handler(signOut),
});
