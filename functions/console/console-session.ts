/** /console/session: POST spends a one-time link and signs in, PUT says who is signed in and keeps the session alive, DELETE signs out. */
import { newAuditEntry } from '#lib/domain/audit.ts';
import { hashToken, memberOfToken, newMemberToken } from '#lib/domain/checked-token.ts';
import { invalidLink, invalidSession } from '#lib/domain/errors.ts';
import { type MemberRef, memberId, memberRefOf } from '#lib/domain/ids.ts';
import type { Member } from '#lib/domain/member.ts';
import { endSession, renewSession, spendLink } from '#lib/domain/member-sign-in.ts';
import { answerSignedIn, viewOfSession } from '#lib/endpoints/session-endpoint.ts';
import { readJsonBody } from '#lib/http/body.ts';
import type { SignedIn } from '#lib/http/callers.ts';
import { endpoint, succeed } from '#lib/http/endpoint.ts';
import { checkOrigin } from '#lib/http/identify-member.ts';
import { byRoute, openEndpoint } from '#lib/http/open-endpoint.ts';
import { requestIdOf } from '#lib/http/request.ts';
import { noSessionCookie, sessionIn } from '#lib/http/session-cookie.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { saveMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...service, ...storeOf(table, { ...guardedCallers, getAccount, saveMember }) };

type Needs = typeof needs;

export const consoleSession = (deps: Needs) =>
  byRoute({
    'POST /console/session': signIn(deps),
    'PUT /console/session': keepSession(deps),
    'DELETE /console/session': signOut(deps),
  });

const readSignIn = async (body: unknown) => (await import('#lib/contract/member.ts')).readSignIn(body);

/** Loading the page spends nothing: the link is spent by this call, which is made by a click. */
const signIn = (deps: Needs) =>
  openEndpoint(deps.log, async (event) => {
    const { settings, callerGuard } = deps;
    const body = readJsonBody(event);
    checkOrigin(event);
    const { token } = await readSignIn(body);
    const now = deps.clock.now();
    const ref = memberOfToken('link', token, settings.checksumKeys);
    if (ref === undefined) throw invalidLink();
    callerGuard.takeTurn(ref.account, now);
    const checksumKey = settings.checksumKeys[0] ?? '';
    const session = newMemberToken('session', { id: memberId(ref), checksumKey, randomBytes: deps.random.bytes });
    const member = await spend(deps, { ref, link: hashToken(token), session: hashToken(session), now });
    return answerSignedIn(deps, { ref, member, token: session, now }, requestIdOf(event));
  });

type SignInLink = { ref: MemberRef; link: string; session: string; now: Date };

async function spend(deps: Needs, { ref, now, ...hashes }: SignInLink): Promise<Member> {
  const saved = await deps.saveMember(ref, (stored) => {
    // An earlier try of this call has been saved, although its answer was lost.
    if (Object.hasOwn(stored.sessions, hashes.session)) return undefined;
    const member = spendLink(stored, hashes, now);
    if (member === undefined) throw invalidLink();
    return { member, audit: newAuditEntry('signed_in', { member }, now) };
  });
  if (saved === undefined) throw invalidLink();
  return saved;
}

const keepSession = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Session retrieved successfully' },
    acceptsKeys: false,
    load: ({ account }) => deps.getAccount(account),
    run: async ({ signedIn: caller, now }, account) => {
      if (caller === undefined) throw invalidSession();
      const { member, session } = caller;
      if (renewSession(member, session, now) !== member) await renew(deps, caller, now);
      return { data: viewOfSession({ account, member, session, now }, deps.settings.baseUrl).data };
    },
  });

async function renew(deps: Needs, { member: { id }, session }: SignedIn, now: Date): Promise<void> {
  await deps.saveMember(memberRefOf(id), (stored) => {
    const member = renewSession(stored, session, now);
    return member === stored ? undefined : { member };
  });
}

/** Answers 200 without a session, too, and for one that has ended. */
const signOut = (deps: Needs) =>
  openEndpoint(deps.log, async (event) => {
    const { settings, callerGuard } = deps;
    const now = deps.clock.now();
    const token = sessionIn(event, settings.baseUrl) ?? '';
    const ref = memberOfToken('session', token, settings.checksumKeys);
    if (ref !== undefined) {
      checkOrigin(event);
      callerGuard.takeTurn(ref.account, now);
      await deps.saveMember(ref, (stored) => {
        const member = endSession(stored, hashToken(token));
        return member === stored ? undefined : { member, audit: newAuditEntry('signed_out', { member }, now) };
      });
    }
    const headers = noSessionCookie(settings.baseUrl);
    return succeed({ status: 200, message: 'Signed out successfully' }, { data: {}, headers }, requestIdOf(event));
  });

export const handler = consoleSession(needs);
