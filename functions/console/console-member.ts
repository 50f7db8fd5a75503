/** /console/members/{id}: changes or removes a member, makes a new one-time link, and ends sessions. */

import { checksumKeys } from '#lib/checksum-keys.ts';
import { showMember } from '#lib/contract/show-member.ts';
import { memberNotFound } from '#lib/domain/console-errors.ts';
import { type MemberRef, parseMemberId } from '#lib/domain/ids.ts';
import type { Member } from '#lib/domain/member.ts';
import { byRoute } from '#lib/http/by-route.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { logCounted } from '#lib/log.ts';
import { random } from '#lib/random.ts';
import { site } from '#lib/site.ts';
import { sessionCallers } from '#lib/store/account/callers.ts';
import { saveAnyMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { dismissMember, makeLink, signOutEverywhere, updateMember } from '#lib/use-cases/manage-members.ts';

const store = storeOf(table, { saveMember: saveAnyMember });

/** A member of another account is not found. @throws member_not_found */
function memberOf({ id, account }: { id: string; account: string }): MemberRef {
  const ref = parseMemberId(id);
  if (ref?.account !== account) throw memberNotFound();
  return ref;
}

const nothing = async () => undefined;

const shown = (member: Member) => ({ data: showMember(member) });

const update = defineEndpoint({
  success: { status: 200, message: 'Member updated successfully' },
  body: async () => (await import('#lib/contract/member.ts')).readUpdateMember,
  load: nothing,
  run: async ({ body, by, now, ...asked }) => shown(await updateMember(store, body, { ref: memberOf(asked), by, now })),
});

const remove = defineEndpoint({
  success: { status: 200, message: 'Member removed successfully' },
  load: nothing,
  run: async ({ by, now, requestId, ...asked }) => {
    const removed = await dismissMember(store, { ref: memberOf(asked), by, now });
    logCounted('INFO', 'member_removed', { requestId, account: asked.account, member: removed.id });
    return shown(removed);
  },
});

const link = defineEndpoint({
  success: { status: 201, message: 'Link made successfully' },
  load: nothing,
  run: async ({ by, now, ...asked }) => {
    const links = { checksumKey: checksumKeys.known[0] ?? '', randomBytes: random.bytes, baseUrl: site.baseUrl };
    const { link, linkExpiresAt } = await makeLink(store, { ref: memberOf(asked), links }, { by, now });
    return { data: { link, linkExpiresAt } };
  },
});

/** Members may end their own; the session that asks goes on. */
const endSessions = defineEndpoint({
  success: { status: 200, message: 'Sessions ended successfully' },
  load: nothing,
  run: async ({ by, now, signedIn, ...asked }) => {
    const isOwn = asked.id === by?.id;
    if (!isOwn) await signedIn?.demand('admin');
    const ref = memberOf(asked);
    const except = isOwn && signedIn ? { except: signedIn.session } : {};
    return shown(await signOutEverywhere(store, { ref, by, now, ...except }));
  },
});

export const handler = byRoute({
  'PATCH /console/members/{id}': endpoint(update, sessionCallers(table)),
  'DELETE /console/members/{id}': endpoint(remove, sessionCallers(table)),
  'POST /console/members/{id}/link': endpoint(link, sessionCallers(table)),
  'DELETE /console/members/{id}/sessions': endpoint(endSessions, sessionCallers(table)),
});
