/** /console/members: GET lists who works for the merchant, POST adds a member and answers the one-time link. */

import { checksumKeys } from '#lib/checksum-keys.ts';
import { showMember, showMemberToAdmin } from '#lib/contract/show-member.ts';
import { isPresent } from '#lib/domain/member.ts';
import { covers } from '#lib/domain/role.ts';
import { byRoute } from '#lib/http/by-route.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { logCounted } from '#lib/log.ts';
import { random } from '#lib/random.ts';
import { site } from '#lib/site.ts';
import { sessionCallers } from '#lib/store/account/callers.ts';
import { createMember, listMembers } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { addMember } from '#lib/use-cases/manage-members.ts';

const list = defineEndpoint({
  success: { status: 200, message: 'Members retrieved successfully' },
  load: ({ account }) => listMembers(table, account),
  run: ({ signedIn, now }, members) => {
    const isAdmin = signedIn !== undefined && covers(signedIn.member.role, 'admin');
    const show = isAdmin ? showMemberToAdmin : showMember;
    const current = signedIn?.session ?? '';
    return { data: members.filter(isPresent).map((member) => show(member, { current, now })) };
  },
});

const add = defineEndpoint({
  success: { status: 201, message: 'Member added successfully' },
  body: async () => (await import('#lib/contract/member.ts')).readAddMember,
  load: async () => undefined,
  run: async ({ account, body, by, now, requestId }) => {
    const links = { checksumKey: checksumKeys.known[0] ?? '', randomBytes: random.bytes, baseUrl: site.baseUrl };
    const added = await addMember(
      storeOf(table, { listMembers, createMember }),
      { ...body, account, links },
      { by, now },
    );
    logCounted('INFO', 'member_added', { requestId, account, member: added.member.id });
    return { data: { ...added, member: showMember(added.member) } };
  },
});

export const handler = byRoute({
  'GET /console/members': endpoint(list, sessionCallers(table)),
  'POST /console/members': endpoint(add, sessionCallers(table)),
});
