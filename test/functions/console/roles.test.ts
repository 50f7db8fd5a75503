/** Every operation of the API and of the console, called by a member of each role: allowed, or exactly 403. */
import { beforeAll, describe, expect, it } from 'vitest';
import { type Handlers, loadHandlers } from '#infra/local/gateway/match-route.ts';
import { CONSOLE_ROUTES, ROUTES } from '#lib/contract/routes.ts';
import { ROLES, type Role } from '#lib/domain/member.ts';
import { listAudit } from '#lib/store/member/audit.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aCreatedCollection } from '#test/functions/created.ts';
import { aService } from '#test/support/a-service.ts';
import { aStoredKey, useTenants } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Handler, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aSignedIn, type SignedIn } from '#test/support/members.ts';
import { expectRefusal } from '#test/support/refusal.ts';

useTable();
captureLogs();
const tenants = useTenants();

/** Written a second time, from the contract, so that a wrong role in the table of routes is found. */
const VIEWER = [
  'GET /public/collections',
  'GET /public/collections/{id}',
  'GET /public/collections/{id}/payments',
  'GET /public/collections/{id}/follow-ups',
  'POST /public/collections/{id}/follow-ups/send/preview',
  'POST /public/follow-ups/preview',
  'GET /public/providers',
  'GET /public/providers/{id}',
  'GET /public/webhook-endpoints',
  'GET /public/webhook-endpoints/{id}',
  'GET /public/webhook-endpoints/{id}/deliveries',
  'GET /public/events',
  'GET /public/attention',
  'GET /public/customers',
  'GET /public/customers/{id}',
  'PUT /console/session',
  'POST /console/passkeys/options',
  'POST /console/passkeys',
  'DELETE /console/passkeys/{id}',
  'GET /public/journal',
  'GET /public/payments',
  'GET /public/account',
  'GET /public/follow-up-policy',
  'GET /public/follow-up-policy/rehearsal',
  'GET /public/follow-ups',
  'GET /public/follow-ups/agenda',
  'GET /public/texts',
  'GET /public/texts/{language}/{channel}/{kind}',
  'POST /public/texts/{language}/{channel}/{kind}/preview',
  'GET /public/customers/{id}/statement',
  'GET /public/insights/book',
  'GET /public/insights/flow',
  'GET /public/insights/recovery',
  'GET /public/insights/experiment',
  'GET /console/members',
];

const AGENT = [
  ...VIEWER,
  'POST /public/collections',
  'PATCH /public/collections/{id}',
  'PATCH /public/collections/{id}/status',
  'POST /public/collections/{id}/payments',
  'POST /public/collections/{id}/payments/{paymentId}/move',
  'POST /public/collections/{id}/follow-ups/pause',
  'POST /public/collections/{id}/follow-ups/resume',
  'POST /public/collections/{id}/follow-ups/send',
  'POST /public/collections/{id}/promise',
  'DELETE /public/collections/{id}/promise',
  'POST /public/collections/{id}/reopen',
  'POST /public/collections/{id}/messages',
  'POST /public/collections/{id}/claims/{claimId}',
  'POST /public/collections/{id}/disputes/{disputeId}',
  'PATCH /public/attention/{id}',
  'PATCH /public/customers/{id}',
  'POST /public/customers/{id}/follow-ups/pause',
  'POST /public/customers/{id}/follow-ups/resume',
];

/** Each judges further by what is asked: a test below has them. */
const OPEN = [
  'POST /console/sign-in-links',
  'GET /openapi.json',
  'POST /console/session',
  'DELETE /console/session',
  'POST /console/passkeys/challenge',
  'POST /console/passkeys/session',
  'POST /console/directory',
  'PUT /console/directory',
];
const BY_MEMBER = 'DELETE /console/members/{id}/sessions';

const nameOf = ({ method, path }: { method: string; path: string }): string => `${method} ${path}`;
const routes = [...ROUTES, ...CONSOLE_ROUTES].filter((route) => ![...OPEN, BY_MEMBER].includes(nameOf(route)));
const all = routes.map(nameOf);
const ALLOWED: Record<Role, readonly string[]> = { viewer: VIEWER, agent: AGENT, admin: all };

const members = {} as Record<Role, SignedIn>;
let handlers: Handlers;
const handlerOf = (operation: string): Handler => handlers.get(operation as never) as Handler;

beforeAll(async () => {
  handlers = await loadHandlers(aService());
  for (const role of ROLES) members[role] = await aSignedIn(tenants.mine.account.id, role, role);
});

const FORBIDDEN = { status: 403, code: 'forbidden', message: 'Your role does not allow this' };

describe.each(ROLES)('a member who is %s', (role) => {
  it.each(routes.map((route) => [nameOf(route), route] as const))(
    'is allowed or refused %s by the role',
    async (name, route) => {
      const { headers, member } = members[role];
      const asked = { method: route.method, resource: route.path, id: 'unknown', headers };
      const answer = await invoke(handlerOf(route.operation), route.method === 'GET' ? asked : { ...asked, body: {} });
      const { entries } = await listAudit(table, tenants.mine.account.id, { limit: 1 });
      const denied = { at: expect.any(String), what: 'denied', member: { id: member.id, name: role }, detail: name };
      if (ALLOWED[role].includes(name)) {
        expect([401, 403, 500], answer.text).not.toContain(answer.status);
        expect(entries).not.toEqual([denied]);
      } else {
        expectRefusal(answer, FORBIDDEN);
        expect(entries).toEqual([denied]);
      }
    },
  );

  it('may cancel a collection only as an administrator, and give it any other status as an agent', async () => {
    const { headers } = members[role];
    const { id } = await aCreatedCollection(tenants.mine);
    const change = (status: string) => {
      const resource = '/public/collections/{id}/status';
      return invoke(handlerOf('update-collection-status'), {
        method: 'PATCH',
        resource,
        id,
        headers,
        body: { status },
      });
    };
    const cancelled = await change('cancelled');
    if (role === 'admin') expect(cancelled.status).toBe(200);
    else expectRefusal(cancelled, FORBIDDEN);
    const completed = await change('completed');
    expect([completed.status, completed.body.code]).toEqual(
      { viewer: [403, 'forbidden'], agent: [200, undefined], admin: [409, 'invalid_transition'] }[role],
    );
  });

  it('may end his or her own sessions, and those of others only as an administrator', async () => {
    const end = (id: string) => {
      const call = { method: 'DELETE', resource: '/console/members/{id}/sessions', id, headers: members[role].headers };
      return invoke(handlerOf('console-member'), call);
    };
    expect((await end(members[role].member.id)).status).toBe(200);
    const other = await aSignedIn(tenants.mine.account.id, 'viewer', 'other');
    const answer = await end(other.member.id);
    if (role === 'admin') expect(answer.status).toBe(200);
    else expectRefusal(answer, FORBIDDEN);
    const nobody = { status: 404, code: 'member_not_found' };
    expectRefusal(await end('mem_nobody'), role === 'admin' ? nobody : FORBIDDEN);
    expect((await invoke(handlerOf('list-collections'), { headers: members[role].headers })).status).toBe(200);
  });
});

describe.each(ROLES)('a key whose role is %s', (role) => {
  const guarded = ROUTES.filter((route) => !OPEN.includes(nameOf(route)));
  let key: string;
  beforeAll(async () => {
    key = await aStoredKey(tenants.mine.account, { role });
  });

  it.each(guarded.map((route) => [nameOf(route), route] as const))(
    'may do what a member of the role may: %s',
    async (name, route) => {
      const asked = { method: route.method, resource: route.path, id: 'unknown', key };
      const answer = await invoke(handlerOf(route.operation), route.method === 'GET' ? asked : { ...asked, body: {} });
      if (ALLOWED[role].includes(name)) expect([401, 403, 500], answer.text).not.toContain(answer.status);
      else expectRefusal(answer, FORBIDDEN);
    },
  );

  it('may cancel a collection only as an administrator', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    const call = {
      method: 'PATCH',
      resource: '/public/collections/{id}/status',
      id,
      key,
      body: { status: 'cancelled' },
    };
    const answer = await invoke(handlerOf('update-collection-status'), call);
    if (role === 'admin') expect(answer.status).toBe(200);
    else expectRefusal(answer, FORBIDDEN);
  });
});

it.each(
  CONSOLE_ROUTES.filter((route) => !OPEN.includes(nameOf(route))).map((route) => [nameOf(route), route] as const),
)('a key, even of an administrator, is no session of the console: %s', async (_name, { operation, method, path }) => {
  const asked = { method, resource: path, id: 'unknown', key: tenants.mine.key };
  const answer = await invoke(handlerOf(operation), method === 'GET' ? asked : { ...asked, body: {} });
  expectRefusal(answer, { status: 401, code: 'invalid_session' });
});

it('a role that is too low is refused before the faults of the request are', async () => {
  const call = {
    method: 'POST',
    resource: '/public/providers',
    headers: members.viewer.headers,
    body: { nonsense: 1 },
  };
  expectRefusal(await invoke(handlerOf('create-provider'), call), FORBIDDEN);
});

it('what no route names is for administrators only', async () => {
  const call = { method: 'POST', resource: '/public/elsewhere', headers: members.agent.headers, body: {} };
  expectRefusal(await invoke(handlerOf('create-collection'), call), FORBIDDEN);
});
