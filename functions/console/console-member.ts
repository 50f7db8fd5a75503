/** /console/members/{id}: changes or removes a member, makes a new one-time link, and ends sessions. */
import { showMember } from '#lib/contract/show-member.ts';
import { memberNotFound } from '#lib/domain/errors.ts';
import { type MemberRef, parseMemberId } from '#lib/domain/ids.ts';
import type { Member } from '#lib/domain/member.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { byRoute } from '#lib/http/open-endpoint.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { saveAnyMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { dismissMember, linksFrom, makeLink, signOutEverywhere, updateMember } from '#lib/use-cases/manage-members.ts';

const needs = { ...service, ...storeOf(table, { ...guardedCallers, saveAnyMember }) };

type Needs = typeof needs;

export const consoleMember = (deps: Needs) =>
  byRoute({
    'PATCH /console/members/{id}': update(deps),
    'DELETE /console/members/{id}': remove(deps),
    'POST /console/members/{id}/link': link(deps),
    'DELETE /console/members/{id}/sessions': endMemberSessions(deps),
  });

/** A member of another account is not found. @throws member_not_found */
function memberRefOf({ id, account }: { id: string; account: string }): MemberRef {
  const ref = parseMemberId(id);
  if (ref?.account !== account) throw memberNotFound();
  return ref;
}

const nothing = async () => undefined;

const shown = (member: Member) => ({ data: showMember(member) });

const update = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Member updated successfully' },
    acceptsKeys: false,
    body: async () => (await import('#lib/contract/member.ts')).readUpdateMember,
    load: nothing,
    run: async ({ body, by, now, ...request }) =>
      shown(await updateMember(deps, body, { ref: memberRefOf(request), by, now })),
  });

const remove = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Member removed successfully' },
    acceptsKeys: false,
    load: nothing,
    run: async ({ by, now, requestId, ...request }) => {
      const removed = await dismissMember(deps, { ref: memberRefOf(request), by, now });
      deps.log.count('INFO', 'member_removed', { requestId, account: request.account, member: removed.id });
      return shown(removed);
    },
  });

const link = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 201, message: 'Link made successfully' },
    acceptsKeys: false,
    load: nothing,
    run: async ({ by, now, ...request }) => {
      const { link, linkExpiresAt } = await makeLink(
        deps,
        { ref: memberRefOf(request), links: linksFrom(deps) },
        { by, now },
      );
      return { data: { link, linkExpiresAt } };
    },
  });

/** Members may end their own; the session that asks goes on. */
const endMemberSessions = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Sessions ended successfully' },
    acceptsKeys: false,
    load: nothing,
    run: async ({ by, now, signedIn, demand, ...request }) => {
      const isOwn = request.id === by?.id;
      if (!isOwn) await demand?.('admin');
      const ref = memberRefOf(request);
      const except = isOwn && signedIn ? { except: signedIn.session } : {};
      return shown(await signOutEverywhere(deps, { ref, by, now, ...except }));
    },
  });

export const handler = consoleMember(needs);
