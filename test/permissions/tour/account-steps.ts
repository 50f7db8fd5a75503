/**
 * Steps of the tour: an account's providers, and what needs no account.
 * Steps of the tour: the merchant console, and a member of the lowest role at every operation that is not for it.
 * Steps of the tour: webhook endpoints, and what is told, delivered, refused, looked up and sent again.
 */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { FunctionName } from '#infra/cdk/functions.ts';
import { memberStore } from '#infra/cli/manage-accounts.ts';
import { asLambdaGets } from '#infra/local/stream/as-lambda-gets.ts';
import { clock } from '#lib/clock.ts';
import { CONSOLE_ROUTES, ROUTES, type Route } from '#lib/contract/routes.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { type CollectionRef, HASH_LENGTH, notifyToken, parseCollectionId } from '#lib/domain/ids.ts';
import { covers, type Role } from '#lib/domain/member.ts';
import { notifyRefOf } from '#lib/domain/webhook/notify-address.ts';
import { relyingParty } from '#lib/endpoints/judge-passkey.ts';
import { saveDirectory } from '#lib/store/account/settings.ts';
import { feedItem } from '#lib/store/event/feed.ts';
import { feedKey, toldKey } from '#lib/store/event/keys.ts';
import { positionKey } from '#lib/store/insights/keys.ts';
import { accountKey } from '#lib/store/keys.ts';
import { table } from '#lib/store/table/live-table.ts';
import { addMember } from '#lib/use-cases/manage-members.ts';
import { aPng } from '#test/domain/logo/images.ts';
import { parts, service } from '#test/simulation/world/simulated.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { anAuthenticator } from '#test/support/authenticator.ts';
import { LINKS, OWN_PAGE } from '#test/support/members.ts';
import { aCollection, changeOf } from './collections.ts';
import { rehearsedBy, type Tour } from './open-tour.ts';

export async function accountSteps(tour: Tour): Promise<void> {
  const { ask } = tour;
  await ask('get-openapi');
  await ask('not-found', {}, 405);
  await ask('create-provider', { method: 'POST', body: { name: 'Desk', slug: 'desk' } });
  const [{ id }] = (await ask('list-providers')).body.data;
  await ask('get-provider', { id });
  await ask('update-provider', { method: 'PATCH', id, body: { name: 'Front desk' } });
  await ask('get-account');
  await ask('update-account', { method: 'PATCH', body: { promiseDays: 7, defaultProvider: 'desk' } });
  await ask('update-account', { method: 'PATCH', body: { promiseDays: null, defaultProvider: 'sandbox' } });
  await ask('get-follow-up-policy');
  const rules = [{ name: 'All', when: {}, followUp: {} }];
  await ask('set-follow-up-policy', { method: 'PUT', body: { rules } });
  await ask('set-follow-up-policy', { method: 'PUT', body: { rules: [] } });
  await logoSteps(tour);
  await textSteps(tour);
  await scheduleReconciliation(tour);
  // Before a release gets traffic.
  const hook = { DeploymentId: 'd-1', LifecycleEventHookExecutionId: 'e-1' };
  await tour.invoke('rehearse', hook);
  for (const channels of [[], ['sms']] satisfies Channel[][]) {
    rehearsedBy.channels = channels;
    await tour.invoke('rehearse-runs', hook);
  }
}

async function logoSteps(tour: Tour): Promise<void> {
  const image = aPng();
  const { logo } = (await tour.ask('set-logo', { method: 'PUT', body: { image } })).body.data;
  const { status } = await tour.visit('show-logo', { file: logo.url.split('/').at(-1) });
  if (status !== 200) throw new Error(`a logo answered ${status}`);
}

/** One text, of which a collection has the preview. */
async function textSteps(tour: Tour): Promise<void> {
  const collection = await aCollection(tour, { reference: 'worded' });
  const place = { language: 'en', channel: 'sms', kind: 'gentle' };
  const resource = '/public/texts/{language}/{channel}/{kind}';
  const words = { body: 'Dear {{firstName}}, please pay {{amount}}: {{payLink}} {{optOut}}' };
  const visit = async (name: FunctionName, method: string, given?: object, path = resource) => {
    const call = { key: tour.tenant.apiKey, method, resource: path, ...(given && { body: given }) };
    expectStatus(200, await tour.visit(name, place, call));
  };
  await visit('set-text', 'PUT', words);
  await visit('get-text', 'GET');
  await visit('preview-text', 'POST', { collection }, `${resource}/preview`);
  await tour.ask('get-follow-ups', { id: collection });
  await tour.ask('list-reminders', { query: { collections: collection } });
  await tour.ask('list-texts');
  await visit('delete-text', 'DELETE');
  const rules = [{ name: 'All', when: {}, followUp: { cadence: 'daily' } }];
  await tour.invoke('relay', { Records: [changeOf(tour, collection)] });
  const started = await tour.ask('rehearse-policy', { method: 'POST', body: { rules } });
  await tour.ask('get-rehearsal');
  await tour.ask('get-agenda');
  // As for an account that is too large to be counted at once.
  const { id: account } = tour.tenant.account;
  const { id } = started.body.data.rehearsal;
  const forecast = await service.getForecast(account, 'rehearsal');
  if (forecast === undefined) throw new Error('no forecast');
  await service.putForecast(account, 'rehearsal', { ...forecast, place: { currencies: ['NGN'], nth: 0 } });
  const body = JSON.stringify({ collection: '', forecast: { account, kind: 'rehearsal', id } });
  await tour.invoke('follow-up', { Records: [{ messageId: 'step', body }] });
}

/** Its sums and what was told of the collection: the next count makes them anew. */
function ofEarlierVersion({ world: { table }, tenant }: Tour, id: string): void {
  const ref = parseCollectionId(id);
  const key = positionKey(tenant.account.id);
  const { rules: _rules, ...position } = table.items.get(key) ?? {};
  table.items.set(key, position);
  for (const row of ref === undefined ? [] : table.items.partition(toldKey(ref, 1).pk))
    table.items.set(row as never, { ...row, facts: '{}' });
}

/** So many events of one second that the account is spread. */
async function aRush({ world: { table }, tenant, invoke, wait }: Tour): Promise<void> {
  const ref = { account: tenant.account.id, hash: 'r'.repeat(HASH_LENGTH) };
  const toldAt = clock.now().toISOString();
  for (let sequence = 1; sequence <= 10_000; sequence += 1) {
    const item = feedItem({ ref, id: `evt_${sequence}`, type: 'rush', sequence, toldAt, body: '{"data":{}}' });
    table.items.set(item, item as never);
  }
  const position = positionKey(ref.account);
  table.items.set(position, { ...table.items.get(position), asOf: toldAt } as never);
  await service.markNews(ref.account, clock.now());
  await wait(SETTLED_MS);
  await invoke('count-insights', {});
  const account = await service.getAccount(ref.account);
  if (account?.spreadFrom === undefined) throw new Error('the account is not spread');
}

/** An experiment, in which customers count by their first collections. */
export async function insightsSteps(tour: Tour): Promise<void> {
  const { ask, invoke, wait } = tour;
  await ask('set-experiment', { method: 'PUT', body: { holdOut: 0.5 } });
  const id = await aCollection(tour, {
    reference: 'counted',
    contact: aContactBody({ phone: '+2348031230009', email: 'counted@example.com' }),
  });
  await invoke('publish-events', { Records: [changeOf(tour, id)] });
  await wait(SETTLED_MS);
  await invoke('count-insights', {});
  await ask('update-collection-status', { method: 'PATCH', id, body: { status: 'cancelled' } });
  await invoke('publish-events', { Records: [changeOf(tour, id)] });
  await wait(SETTLED_MS);
  await invoke('count-insights', {});
  ofEarlierVersion(tour, id);
  await ask('reopen-collection', { method: 'POST', id, body: {} });
  await invoke('publish-events', { Records: [changeOf(tour, id)] });
  await wait(SETTLED_MS);
  await invoke('count-insights', {});
  for (const operation of [
    'list-journal',
    'list-account-payments',
    'get-book',
    'get-flow',
    'get-recovery',
    'get-experiment',
  ] as const)
    await ask(operation);
  await ask('get-book', { query: { by: 'customer' } });
  await ask('set-experiment', { method: 'PUT', body: { holdOut: 0 } });
  await aRush(tour);
}

const SETTLED_MS = 7 * 60_000;

/** The stream shows an account whose provider has got credentials. */
async function scheduleReconciliation({ world, tenant, invoke }: Tour): Promise<void> {
  const key = accountKey(tenant.account.id);
  const before = world.table.items.get(key) as unknown as { providers: Record<string, object> };
  const providers = { ...before.providers, sandbox: { ...before.providers['sandbox'], reconciles: true } };
  const image = (item: object) => asLambdaGets(marshall(item, { removeUndefinedValues: true }));
  const dynamodb = { Keys: image(key), OldImage: image(before), NewImage: image({ ...before, providers }) };
  await invoke('relay', { Records: [{ eventName: 'MODIFY', dynamodb: { ...dynamodb, SequenceNumber: '1' } }] });
}

type Browser = (
  route: Pick<Route, 'method' | 'path'>,
  call?: { id?: string; place?: Record<string, string>; body?: object },
) => Promise<Asked>;
type Asked = Awaited<ReturnType<Tour['visit']>>;

const SESSION = '/console/session';

/** Signs a new member in; answers how the browser calls. */
async function signedIn(tour: Tour, role: Role): Promise<{ id: string; ask: Browser }> {
  const now = new Date(tour.world.kernel.now());
  const links = { ...LINKS, checksumKey: String(service.settings.checksumKeys[0]) };
  const asked = { account: tour.tenant.account.id, name: role, role, email: `${role}@shop.example`, links };
  const { member, link } = await addMember(memberStore, asked, { now });
  const headers: Record<string, string> = { ...OWN_PAGE };
  const ask: Browser = ({ method, path }, { id = '', place = {}, body } = {}) => {
    const { operation } = [...ROUTES, ...CONSOLE_ROUTES].find(
      (route) => route.method === method && route.path === path,
    ) as Route & { operation: (typeof ROUTES | typeof CONSOLE_ROUTES)[number]['operation'] };
    return tour.visit(operation, { id, ...place }, { method, resource: path, headers, ...(body && { body }) });
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

async function passkeySteps({ id: user, ask }: Awaited<ReturnType<typeof signedIn>>): Promise<void> {
  const { id: rpId, origin } = relyingParty(service.settings.baseUrl);
  const key = anAuthenticator({ rpId, origin });
  const challengeAt = async (path: string) => {
    const { data } = expectStatus(200, await ask({ method: 'POST', path: `/console/passkeys/${path}` })).body;
    return data.challenge as string;
  };
  const added = { name: 'Phone', response: key.create(await challengeAt('options')) };
  expectStatus(201, await ask({ method: 'POST', path: '/console/passkeys' }, { body: added }));
  const signed = { response: key.get(await challengeAt('challenge'), user) };
  expectStatus(200, await ask({ method: 'POST', path: '/console/passkeys/session' }, { body: signed }));
  expectStatus(200, await ask({ method: 'DELETE', path: '/console/passkeys/{id}' }, { id: key.id }));
}

/** As a new member, as one whom the directory knows by now, and as one who was added by address. */
async function directorySteps(tour: Tour, { ask }: Awaited<ReturnType<typeof signedIn>>): Promise<void> {
  const { id: account } = tour.tenant.account;
  const directory = {
    issuer: 'https://directory.example',
    clientId: 'c',
    roleClaim: 'groups',
    roles: { staff: 'agent' },
  };
  await saveDirectory(table, account, directory as never);
  const path = '/console/directory';
  const begun = expectStatus(200, await ask({ method: 'POST', path }, { body: { account } })).body.data;
  const { url: _url, ...kept } = begun;
  const added = { name: 'Chi', role: 'agent', email: 'added@shop.example' };
  expectStatus(201, await ask({ method: 'POST', path: '/console/members' }, { body: added }));
  for (const code of ['new', 'new', 'added'])
    expectStatus(200, await ask({ method: 'PUT', path }, { body: { account, code, ...kept } }));
}

export async function consoleSteps(tour: Tour): Promise<void> {
  const admin = await signedIn(tour, 'admin');
  await directorySteps(tour, admin);
  const viewer = await signedIn(tour, 'viewer');
  const key = { body: { name: 'Shop', role: 'viewer' } };
  const made = expectStatus(201, await admin.ask({ method: 'POST', path: '/console/keys' }, key));
  expectStatus(200, await admin.ask({ method: 'DELETE', path: '/console/keys/{id}' }, { id: made.body.data.key.id }));
  await passkeySteps(admin);
  const place = { language: 'en', channel: 'sms', kind: 'gentle' };
  const words = { body: 'Dear {{firstName}}, please pay {{amount}}: {{payLink}} {{optOut}}' };
  const trial = '/console/texts/{language}/{channel}/{kind}/trial';
  expectStatus(202, await admin.ask({ method: 'POST', path: trial }, { place, body: words }));
  for (const path of ['/console/members', '/console/audit', '/console/keys'])
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

const MINUTE = 60_000;
const NOTIFY_EMAIL = 'shop@example.com';

export async function webhookSteps(tour: Tour): Promise<void> {
  const { ask, wait, world } = tour;
  const since = new Date(world.kernel.now()).toISOString();
  const body = { url: 'https://receiver.example/hook', events: ['*'], notifyEmail: NOTIFY_EMAIL };
  const { id } = (await ask('create-webhook-endpoint', { method: 'POST', body })).body.data;
  await wait(MINUTE);
  await answered(tour, 'confirm');
  await ask('list-webhook-endpoints');
  await ask('get-webhook-endpoint', { id });
  await ask('rotate-webhook-secret', { method: 'POST', id, body: {} });
  const told = { url: 'https://receiver.example/other', events: ['webhook_endpoint.disabled'] };
  await ask('create-webhook-endpoint', { method: 'POST', body: told });
  // The endpoint is gone, which disables it, and the other one is told.
  answerWebhooks(410);
  await toldInPart(tour);
  await wait(MINUTE);
  await ask('list-deliveries', { id });
  answerWebhooks(204);
  await ask('ping-webhook-endpoint', { method: 'POST', id });
  await ask('update-webhook-endpoint', { method: 'PATCH', id, body: { status: 'enabled' } });
  await ask('replay-deliveries', { method: 'POST', id, body: { since, status: 'failed' } });
  await wait(MINUTE);
  await tour.invoke('sweep-webhooks', {});
  await ask('list-events');
  await answered(tour, 'refuse');
  await ask('delete-webhook-endpoint', { method: 'DELETE', id });
}

/** By publishers that died after they had put one of two events into the feed, and then none. */
async function toldInPart(tour: Tour): Promise<void> {
  const { items } = tour.world.table;
  const id = await aCollection(tour, { reference: 'told' });
  await tour.ask('update-collection-status', { method: 'PATCH', id, body: { status: 'cancelled' } });
  const ref = parseCollectionId(id) as CollectionRef;
  for (const left of [2, 1, 0]) {
    await tour.invoke('publish-events', { Records: [changeOf(tour, id)] });
    await tour.wait(MINUTE);
    const told = await service.getTold(ref);
    for (const each of left === 0 ? [] : told.slice(2 - left))
      items.set(feedKey({ ref, spread: undefined, ...each }), undefined);
  }
}

/** By the link in the email. */
async function answered({ tenant: { account }, visit }: Tour, answer: string): Promise<void> {
  const token = notifyToken(notifyRefOf(account, NOTIFY_EMAIL));
  const { status } = await visit('notify-address', { token }, { method: 'POST', body: `answer=${answer}` });
  if (status !== 200) throw new Error(`the link for notices answered ${status}`);
}

function answerWebhooks(status: number): void {
  parts.post = async () => ({ status, milliseconds: 1 });
}
