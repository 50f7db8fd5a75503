/** Signing in by a company's own directory, a real OpenID provider on this machine: who gets in, as which member, with which role. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { consoleDirectory } from '#functions/console/console-directory.ts';
import { consoleMember } from '#functions/console/console-member.ts';
import { directorySecretId } from '#lib/domain/directory.ts';
import { tooManyRequests } from '#lib/domain/errors.ts';
import { memberRefOf } from '#lib/domain/ids.ts';
import { changeMember, MEMBER_LIMIT, type Role } from '#lib/domain/member.ts';
import { saveDirectory } from '#lib/store/account/settings.ts';
import { listMembers, saveAnyMember } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { CLIENT, startDirectory, type TestDirectory } from '#test/support/directory.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Answer, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aSignedIn, askSession, cookieOf, OWN_PAGE } from '#test/support/members.ts';
import { expectRefusal } from '#test/support/refusal.ts';

useTable();
captureLogs();
useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const secrets = new Map<string, { clientSecret: string }>();
const handler = consoleDirectory({ ...service, readCredentials: async (id) => secrets.get(id) });
const RETURN_TO = `${service.settings.baseUrl}/console`;

let directory: TestDirectory;
let tenant: Tenant;
let nth = 0;
beforeAll(async () => {
  directory = await startDirectory(RETURN_TO);
});
afterAll(() => directory.stop());
beforeEach(async () => {
  tenant = await aTenant();
  nth += 1;
  await setDirectory();
});

async function setDirectory(given: object = {}, secret: string | undefined = CLIENT.clientSecret): Promise<void> {
  const { account } = tenant;
  const { issuer } = directory;
  const roles = { bosses: 'admin', staff: 'agent', guests: 'viewer' } as const;
  await saveDirectory(table, account.id, { issuer, clientId: CLIENT.clientId, roleClaim: 'groups', roles, ...given });
  secrets.clear();
  if (secret !== undefined) secrets.set(directorySecretId(account), { clientSecret: secret });
}

const ask = (method: 'POST' | 'PUT', body: object) =>
  invoke(handler, { method, resource: '/console/directory', headers: OWN_PAGE, body });

/** Somebody new in the directory; answers the subject. */
function person(claims: object): string {
  const subject = `person-${nth}-${Object.keys(directory.people).length}`;
  directory.people[subject] = { name: 'Chi Eze', ...claims };
  return subject;
}

const begun = async () => {
  const answer = await ask('POST', { account: tenant.account.id });
  expect(answer.status, answer.text).toBe(200);
  return answer.body.data as { url: string; state: string; nonce: string; verifier: string };
};

async function brought(subject: string) {
  const { url, ...kept } = await begun();
  const { code = '', iss = '', state } = await directory.visit(url, subject);
  expect(state).toBe(kept.state);
  return { account: tenant.account.id, ...kept, code, iss };
}

const memberIn = ({ body }: Answer) => (body.data as { member: { id: string; name: string; role: Role } }).member;

const signIn = async (subject: string) => ask('PUT', await brought(subject));
const members = () => listMembers(table, tenant.account.id);
const rolesNow = async () => (await members()).map(({ name, role }) => [name, role]);

const REFUSED = {
  status: 401,
  code: 'directory_refused',
  message: 'Your company’s directory does not let you in here',
};

describe('who has a role', () => {
  it('becomes a member with that role, is the same member ever after, and has the role that the directory says', async () => {
    const chi = person({ groups: ['guests', 'staff', 'others'] });
    const answer = await signIn(chi);
    expect([answer.status, memberIn(answer)]).toEqual([
      200,
      expect.objectContaining({ name: 'Chi Eze', role: 'agent' }),
    ]);
    const session = await askSession({ ...OWN_PAGE, cookie: cookieOf(answer) });
    expect(memberIn(session).role).toBe('agent');
    clock.now = new Date(clock.now.getTime() + 60_000);
    Object.assign(directory.people[chi] ?? {}, { groups: 'bosses', name: 'Chichi' });
    expect((await signIn(chi)).status).toBe(200);
    expect(await rolesNow()).toEqual([['Chi Eze', 'admin']]);
  });

  it('and whose address an administrator has added is that member; an address that is not proven finds nobody', async () => {
    const added = await aSignedIn(tenant.account.id, 'viewer', 'Ada');
    const ref = memberRefOf(added.member.id);
    await saveAnyMember(table, ref, (stored) => ({
      member: changeMember(stored, { email: 'ada@shop.example' }, clock.now),
    }));
    const email = 'Ada@Shop.example';
    const proven = await signIn(person({ groups: ['staff'], email, email_verified: true }));
    expect(memberIn(proven)).toMatchObject({ id: added.member.id, name: 'Ada', role: 'agent' });
    const other = await signIn(person({ groups: ['bosses'], email, email_verified: false }));
    expect(memberIn(other)).not.toMatchObject({ id: added.member.id });
    expect((await members()).flatMap(({ email: known }) => known ?? [])).toEqual(['ada@shop.example']);
  });

  it('is one member, however many tabs sign in at once', async () => {
    const chi = person({ groups: ['staff'] });
    const tabs = [await brought(chi), await brought(chi), await brought(chi)];
    const answers = await Promise.all(tabs.map((each) => ask('PUT', each)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(await rolesNow()).toEqual([['Chi Eze', 'agent']]);
    for (const answer of answers)
      expect((await askSession({ ...OWN_PAGE, cookie: cookieOf(answer) })).status).toBe(200);
  });
});

describe('nobody gets in', () => {
  it.each<[string, object]>([
    ['without a role', { groups: ['others'] }],
    ['without the claim', {}],
    ['with a role that every object has', { groups: ['constructor', '__proto__', 'toString'] }],
  ])('%s', async (_why, claims) => {
    expectRefusal(await signIn(person(claims)), REFUSED);
    expect(await members()).toEqual([]);
  });

  it('who was removed', async () => {
    const chi = person({ groups: ['staff'] });
    const member = memberIn(await signIn(chi));
    const boss = await aSignedIn(tenant.account.id, 'admin', 'Boss');
    const path = { method: 'DELETE', resource: '/console/members/{id}', id: member.id, headers: boss.headers };
    expect((await invoke(consoleMember(service), path)).status).toBe(200);
    expectRefusal(await signIn(chi), REFUSED);
  });

  it('who would be one too many', async () => {
    const { member } = await aSignedIn(tenant.account.id, 'viewer', 'Ada');
    const full = consoleDirectory({
      ...service,
      readCredentials: async (id) => secrets.get(id),
      listMembers: async () => Array(MEMBER_LIMIT).fill(member),
    });
    const body = await brought(person({ groups: ['staff'] }));
    const answer = await invoke(full, { method: 'PUT', resource: '/console/directory', headers: OWN_PAGE, body });
    expectRefusal(answer, { status: 409, code: 'member_limit' });
    expect(await rolesNow()).toEqual([['Ada', 'viewer']]);
  });

  it('with less than the last administrator must have', async () => {
    const chi = person({ groups: ['bosses'] });
    expect((await signIn(chi)).status).toBe(200);
    Object.assign(directory.people[chi] ?? {}, { groups: ['staff'] });
    expectRefusal(await signIn(chi), { status: 409, code: 'last_admin' });
    expect(await rolesNow()).toEqual([['Chi Eze', 'admin']]);
    await aSignedIn(tenant.account.id, 'admin', 'Boss');
    expect((await signIn(chi)).status).toBe(200);
  });

  it.each(['code', 'nonce', 'verifier', 'iss'] as const)('with another %s', async (name) => {
    const own = await brought(person({ groups: ['staff'] }));
    expectRefusal(await ask('PUT', { ...own, [name]: `${own[name].slice(0, -1)}~` }), REFUSED);
  });

  it('a second time with one code, or with the code of somebody’s other browser', async () => {
    const chi = person({ groups: ['staff'] });
    const own = await brought(chi);
    const { code } = await brought(chi);
    expectRefusal(await ask('PUT', { ...own, code }), REFUSED);
    expect((await ask('PUT', own)).status).toBe(200);
    expectRefusal(await ask('PUT', own), REFUSED);
  });

  it('with another secret', async () => {
    const own = await brought(person({ groups: ['staff'] }));
    await setDirectory({}, 'another');
    expectRefusal(await ask('PUT', own), REFUSED);
  });
});

it('an account without a directory, and one that is none, have none', async () => {
  await saveDirectory(table, tenant.account.id, undefined);
  for (const account of [tenant.account.id, '0000000000'])
    expectRefusal(await ask('POST', { account }), { status: 404, code: 'no_directory' });
  expectRefusal(await ask('POST', { account: 'x' }), { status: 400, code: 'validation_failed', paths: ['account'] });
});

it('a directory that does not answer is one to try again', async () => {
  const own = await brought(person({ groups: ['staff'] }));
  await setDirectory({ issuer: 'http://127.0.0.1:9' });
  for (const answer of [await ask('POST', { account: tenant.account.id }), await ask('PUT', own)])
    expectRefusal(answer, { status: 503, code: 'service_unavailable' });
});

it('who asks too often is told so, before the directory is asked', async () => {
  const takeTurn = () => {
    throw tooManyRequests();
  };
  const directoryProtocol = () => Promise.reject(new Error('asked'));
  const busy = consoleDirectory({ ...service, directoryProtocol, callerGuard: { ...service.callerGuard, takeTurn } });
  const { account, ...kept } = { account: tenant.account.id, code: 'c', state: 's', nonce: 'n', verifier: 'v' };
  for (const [method, body] of [
    ['POST', { account }],
    ['PUT', { account, ...kept }],
  ] as const) {
    const answer = await invoke(busy, { method, resource: '/console/directory', headers: OWN_PAGE, body });
    expectRefusal(answer, { status: 429, code: 'too_many_requests' });
  }
});

it('another page cannot begin it', async () => {
  const call = { method: 'POST', resource: '/console/directory', body: { account: tenant.account.id } };
  expectRefusal(await invoke(handler, call), { status: 403, code: 'request_refused' });
});

it('a member keeps what the directory does not say', async () => {
  const chi = person({ groups: ['staff'], email: 'chi@shop.example', email_verified: true });
  const member = memberIn(await signIn(chi));
  await saveAnyMember(table, memberRefOf(member.id), (stored) => ({ member: { ...stored, name: 'Chi, sales' } }));
  expect((await signIn(chi)).status).toBe(200);
  const [stored] = await members();
  expect(stored).toMatchObject({ name: 'Chi, sales', role: 'agent', email: 'chi@shop.example' });
});
