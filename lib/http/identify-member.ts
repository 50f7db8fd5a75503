/** Finds out which member calls with a session, and whether the role and the origin of the call allow it. It is loaded with the first session. */
import { roleFor } from '#lib/contract/routes.ts';
import { newAuditEntry } from '#lib/domain/audit.ts';
import { hashToken, memberOfToken } from '#lib/domain/checked-token.ts';
import { forbidden, invalidSession, requestRefused } from '#lib/domain/errors.ts';
import { byOf, covers, type Member } from '#lib/domain/member.ts';
import { liveSession } from '#lib/domain/member-sign-in.ts';
import type { CallerCheck, Callers, Demand, VerifiedCaller } from './callers.ts';
import { type HttpEvent, header, methodOf } from './request.ts';

type TokenRequest = { event: HttpEvent; token: string; now: Date };

/**
 * Starts the check of a session. Like a key, it names its account: do not answer or write before `verified` has resolved, which
 * rejects for a role that is too low. @throws invalid_session, request_refused, too_many_requests
 */
export function identifyMember(callers: Callers, { event, token, now }: TokenRequest): CallerCheck {
  const { callerGuard, settings } = callers;
  const ref = memberOfToken('session', token, settings.checksumKeys);
  const session = hashToken(token);
  if (ref === undefined || callerGuard.isRefused(session, now)) throw invalidSession();
  checkOrigin(event);
  const turns = callerGuard.takeTurn(ref.account, now);
  const verify = async (): Promise<VerifiedCaller> => {
    const member = await callers.getMember(ref);
    if (member === undefined || liveSession(member, session, now) === undefined) {
      callerGuard.rememberRefused(session, now);
      throw invalidSession();
    }
    const demand = demandOf(member, { event, now, account: ref.account, callers });
    await demand(roleFor(methodOf(event), event.resource));
    return { by: byOf(member), signedIn: { member, session }, demand };
  };
  const verified = verify();
  verified.catch(() => {});
  return { account: ref.account, verified, turns };
}

type Call = { event: HttpEvent; now: Date; account: string; callers: Callers };

const demandOf =
  (member: Member, { event, now, account, callers }: Call): Demand =>
  async (role) => {
    if (covers(member.role, role)) return;
    const detail = `${methodOf(event)} ${event.resource}`;
    await callers.recordDenied?.(account, newAuditEntry('denied', { member, detail }, now));
    throw forbidden();
  };

/** Another page cannot send it without asking first, and no such question is answered with yes. */
const OWN_HEADER = 'x-console';
const JSON_TYPE = /^application\/json\s*(;|$)/i;

/** A GET changes nothing, so it may come from anywhere; what it answers stays unreadable to other pages. @throws request_refused */
export function checkOrigin(event: HttpEvent): void {
  if (methodOf(event) === 'GET') return;
  const hasJson = !event.body || JSON_TYPE.test(header(event, 'content-type') ?? '');
  if (header(event, OWN_HEADER) !== '1' || !hasJson || !isOwnPage(event)) throw requestRefused();
}

function isOwnPage(event: HttpEvent): boolean {
  const from = header(event, 'sec-fetch-site');
  if (from !== undefined) return from === 'same-origin';
  const origin = header(event, 'origin');
  return origin !== undefined && hostOf(origin) === header(event, 'host')?.toLowerCase();
}

const hostOf = (origin: string): string | undefined => (URL.canParse(origin) ? new URL(origin).host : undefined);
