/** /console/members: GET lists who works for the merchant, POST adds a member and answers the one-time link. */
import { channelsFrom } from '#lib/channels/channels.ts';
import { showMember, showMemberToAdmin } from '#lib/contract/show-member.ts';
import { covers, isPresent } from '#lib/domain/member.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { byRoute } from '#lib/http/open-endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { createMember, listMembers } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { mailInvitation } from '#lib/use-cases/mail-links.ts';
import { addMember, linksFrom } from '#lib/use-cases/manage-members.ts';

const needs = {
  ...service,
  ...channelsFrom(service.settings, service),
  ...storeOf(table, { ...guardedCallers, getAccount, listMembers, createMember }),
};

type Needs = typeof needs;

export const consoleMembers = (deps: Needs) =>
  byRoute({ 'GET /console/members': list(deps), 'POST /console/members': add(deps) });

const list = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Members retrieved successfully' },
    acceptsKeys: false,
    load: ({ account }) => deps.listMembers(account),
    run: ({ signedIn, now }, members) => {
      const isAdmin = signedIn !== undefined && covers(signedIn.member.role, 'admin');
      const show = isAdmin ? showMemberToAdmin : showMember;
      const current = signedIn?.session ?? '';
      return { data: members.filter(isPresent).map((member) => show(member, { current, now })) };
    },
  });

const add = (deps: Needs) =>
  endpoint(deps, {
    success: { status: 201, message: 'Member added successfully' },
    acceptsKeys: false,
    body: async () => (await import('#lib/contract/member.ts')).readAddMember,
    load: async () => undefined,
    run: async ({ account, body, by, now, requestId }) => {
      const added = await addMember(deps, { ...body, account, links: linksFrom(deps) }, { by, now });
      deps.log.count('INFO', 'member_added', { requestId, account, member: added.member.id });
      const { email } = body;
      const mailed =
        email === undefined ? {} : { mailed: await mailInvitation(deps, { account, email, link: added.link }) };
      return { data: { ...added, member: showMember(added.member), ...mailed } };
    },
  });

export const handler = consoleMembers(needs);
