/** Steps of the tour: the merchant console, and a member of the lowest role at every operation that is not for it. */
import { memberStore } from '#infra/cli/manage-accounts.ts';
import { CONSOLE_ROUTES, ROUTES, type Route } from '#lib/contract/routes.ts';
import { covers, type Role } from '#lib/domain/member.ts';
import { addMember } from '#lib/use-cases/manage-members.ts';
import { service } from '#test/simulation/world/simulated.ts';
import { LINKS, OWN_PAGE } from '#test/support/members.ts';
import { aCollection } from './collections.ts';
import type { Tour } from './open-tour.ts';

type Browser = (route: Pick<Route, 'method' | 'path'>, call?: { id?: string; body?: object }) => Promise<Asked>;
type Asked = Awaited<ReturnType<Tour['visit']>>;

const SESSION = '/console/session';

/** Signs a new member in; answers how the browser calls. */
async function signedIn(tour: Tour, role: Role): Promise<{ id: string; ask: Browser }> {
  const now = new Date(tour.world.kernel.now());
  const links = { ...LINKS, checksumKey: String(service.settings.checksumKeys[0]) };
  const asked = { account: tour.tenant.account.id, name: role, role, links };
  const { member, link } = await addMember(memberStore, asked, { now });
  const headers: Record<string, string> = { ...OWN_PAGE };
  const ask: Browser = ({ method, path }, { id = '', body } = {}) => {
    const { operation } = [...ROUTES, ...CONSOLE_ROUTES].find(
      (route) => route.method === method && route.path === path,
    ) as Route & { operation: (typeof ROUTES | typeof CONSOLE_ROUTES)[number]['operation'] };
    return tour.visit(operation, { id }, { method, resource: path, headers, ...(body && { body }) });
  };
  const body = { token: link.slice(link.lastIndexOf('/') + 1) };
  const answer = expectStatus(200, await ask({ method: 'POST', path: SESSION }, { body }));
  headers['cookie'] = answer.headers['set-cookie']?.split(';')[0] ?? '';
  return { id: member.id, ask };
}

function expectStatus(status: number, answer: Asked): Asked {
  if (answer.status === status) return answer;
  throw new Error(`answered ${answer.status} instead of ${status}: ${answer.text}`);
}

export async function consoleSteps(tour: Tour): Promise<void> {
  const admin = await signedIn(tour, 'admin');
  const viewer = await signedIn(tour, 'viewer');
  for (const path of ['/console/members', '/console/audit'])
    expectStatus(200, await admin.ask({ method: 'GET', path }));
  const email = 'bola@shop.example';
  const body = { name: 'Bola', role: 'admin', email, weeklyEmail: true };
  const added = expectStatus(201, await admin.ask({ method: 'POST', path: '/console/members' }, { body }));
  const { id } = added.body.data.member;
  const member = '/console/members/{id}';
  expectStatus(202, await admin.ask({ method: 'POST', path: '/console/sign-in-links' }, { body: { email } }));
  expectStatus(201, await admin.ask({ method: 'POST', path: `${member}/link` }, { id }));
  expectStatus(200, await admin.ask({ method: 'DELETE', path: `${member}/sessions` }, { id: viewer.id }));
  expectStatus(
    200,
    await admin.ask({ method: 'PATCH', path: member }, { id, body: { role: 'agent', email: `b.${email}` } }),
  );
  expectStatus(409, await admin.ask({ method: 'DELETE', path: member }, { id: admin.id }));
  await deny(tour);
  expectStatus(200, await admin.ask({ method: 'PUT', path: SESSION }));
  expectStatus(200, await admin.ask({ method: 'DELETE', path: SESSION }));
  await weeklySteps(tour, id);
}

/** Given up when nobody wants it, planned when somebody does, and mailed with a collection that is late. */
async function weeklySteps(tour: Tour, id: string): Promise<void> {
  const late = await aCollection(tour, { reference: 'late' });
  await tour.ask('update-collection-status', { method: 'PATCH', id: late, body: { status: 'overdue' } });
  for (const weeklyEmail of [false, true]) {
    const { ask } = await signedIn(tour, 'admin');
    const change = { id, body: { weeklyEmail } };
    expectStatus(200, await ask({ method: 'PATCH', path: '/console/members/{id}' }, change));
    await tour.invoke('mail-summaries', {});
  }
  await tour.wait(WEEK_MS);
  await tour.invoke('mail-summaries', {});
}

const WEEK_MS = 7 * 86_400_000;

async function deny(tour: Tour): Promise<void> {
  const { ask } = await signedIn(tour, 'viewer');
  const guarded: readonly (Route & { role?: Role })[] = [...ROUTES, ...CONSOLE_ROUTES];
  for (const { method, path, role } of guarded) {
    if (role === undefined || covers('viewer', role)) continue;
    expectStatus(403, await ask({ method, path }, { id: 'unknown', ...(method !== 'GET' && { body: {} }) }));
  }
}
