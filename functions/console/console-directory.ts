/** /console/directory: POST sends the browser of a member to the company's own directory, and PUT signs in with the code that it brings back. */
import { hashToken, newMemberToken } from '#lib/domain/checked-token.ts';
import { type Directory, directorySecretId, personIn } from '#lib/domain/directory.ts';
import { directoryRefused, noDirectory } from '#lib/domain/errors.ts';
import { memberId } from '#lib/domain/ids.ts';
import { directoryProtocol } from '#lib/endpoints/directory-protocol.ts';
import { answerSignedIn } from '#lib/endpoints/session-endpoint.ts';
import { readJsonBody } from '#lib/http/body.ts';
import { succeed } from '#lib/http/endpoint.ts';
import { checkOrigin } from '#lib/http/identify-member.ts';
import { byRoute, openEndpoint } from '#lib/http/open-endpoint.ts';
import { requestIdOf } from '#lib/http/request.ts';
import { payments } from '#lib/live-payments.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { addMemberOnce, findMembersByEmail, getMember, listMembers, saveAnyMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { signInByDirectory } from '#lib/use-cases/sign-in-by-directory.ts';

const members = { getMember, findMembersByEmail, listMembers, addMemberOnce, saveAnyMember };
const needs = {
  ...service,
  directoryProtocol,
  readCredentials: payments.readCredentials,
  ...storeOf(table, { getAccount, ...members }),
};

type Needs = typeof needs;

export const consoleDirectory = (deps: Needs) =>
  byRoute({
    'POST /console/directory': begin(deps),
    'PUT /console/directory': signIn(deps),
  });

const contract = () => import('#lib/contract/member.ts');

const begin = (deps: Needs) =>
  openEndpoint(deps.log, async (event) => {
    const body = readJsonBody(event);
    checkOrigin(event);
    const { account } = (await contract()).readBeginDirectory(body);
    deps.callerGuard.takeTurn(account, deps.clock.now());
    const { client } = await clientOf(deps, account);
    const data = await (await deps.directoryProtocol()).beginSignIn(client);
    return succeed({ status: 200, message: 'Sign-in begun successfully' }, { data }, requestIdOf(event));
  });

const signIn = (deps: Needs) =>
  openEndpoint(deps.log, async (event) => {
    const { settings, random, callerGuard } = deps;
    const body = readJsonBody(event);
    checkOrigin(event);
    const { account: id, ...answered } = (await contract()).readDirectorySignIn(body);
    const now = deps.clock.now();
    callerGuard.takeTurn(id, now);
    const { account, directory, client } = await clientOf(deps, id);
    const claims = await (await deps.directoryProtocol()).finishSignIn(client, answered);
    const person = personIn(claims, directory);
    if (person === undefined) throw directoryRefused();
    let token = '';
    const { ref, member } = await signInByDirectory(deps, {
      ...{ account, directory, person, now },
      startSession: (of) => {
        const checksumKey = settings.checksumKeys[0] ?? '';
        token = newMemberToken('session', { id: memberId(of), checksumKey, randomBytes: random.bytes });
        return hashToken(token);
      },
    });
    return answerSignedIn(deps, { ref, member, token, now }, requestIdOf(event));
  });

/** An account that there is not has no directory, either. */
async function clientOf(deps: Needs, id: string) {
  const account = await deps.getAccount(id);
  const directory: Directory | undefined = account?.directory;
  if (account === undefined || directory === undefined) throw noDirectory();
  const secret = (await deps.readCredentials(directorySecretId(account)))?.['clientSecret'];
  return { account, directory, client: { directory, secret, returnTo: `${deps.settings.baseUrl}/console` } };
}

export const handler = consoleDirectory(needs);
