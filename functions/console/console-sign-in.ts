/** POST /console/sign-in-links: mails a one-time link to a member. The answer says nothing about who is one. */
import { channelsFrom } from '#lib/channels/channels.ts';
import { readJsonBody } from '#lib/http/body.ts';
import { succeed } from '#lib/http/endpoint.ts';
import { checkOrigin } from '#lib/http/identify-member.ts';
import { openEndpoint } from '#lib/http/open-endpoint.ts';
import { requestIdOf } from '#lib/http/request.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { findMembersByEmail, saveMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { mailSignInLinks } from '#lib/use-cases/mail-links.ts';
import { linksFrom } from '#lib/use-cases/manage-members.ts';

const needs = {
  ...service,
  ...channelsFrom(service.settings, service),
  ...storeOf(table, { getAccount, findMembersByEmail, saveMember }),
};

type Needs = typeof needs;

/** All answers take as long: an email that is sent would be seen by the time. */
const ANSWERED_AFTER_MS = 1500;

/** Of all that ask, in this process: there is no account yet. */
const ALL = 'sign-in';

const readAskLink = async (body: unknown) => (await import('#lib/contract/member.ts')).readAskLink(body);

export const consoleSignIn = (deps: Needs) =>
  openEndpoint(deps.log, async (event) => {
    const body = readJsonBody(event);
    checkOrigin(event);
    const asked = await readAskLink(body);
    const now = deps.clock.now();
    deps.callerGuard.takeTurn(ALL, now);
    const requestId = requestIdOf(event);
    await Promise.all([mail(deps, { ...asked, now }, requestId), deps.clock.sleep(ANSWERED_AFTER_MS)]);
    return succeed({ status: 202, message: 'A link is on its way if the address is known' }, { data: {} }, requestId);
  });

type LinksRequest = Omit<Parameters<typeof mailSignInLinks>[1], 'links'>;

/** Never fails: a failure would say that there is somebody to mail to. */
async function mail(deps: Needs, asked: LinksRequest, requestId: string): Promise<void> {
  try {
    const links = await mailSignInLinks(deps, { ...asked, links: linksFrom(deps) });
    deps.log.count('INFO', 'sign_in_link_asked', { requestId, links });
  } catch (error) {
    deps.log.count('ERROR', 'sign_in_link_not_sent', { requestId, reason: String(error) });
  }
}

export const handler = consoleSignIn(needs);
