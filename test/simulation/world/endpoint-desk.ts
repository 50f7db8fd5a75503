/** In some worlds a business of its own does all that can be done with webhook endpoints and providers, up to their limits: every field of each answer is what a model says. */
import { isDeepStrictEqual } from 'node:util';
import type { APIGatewayProxyResult } from 'aws-lambda';
import { createAccount } from '#infra/cli/commands/accounts.ts';
import { createKey } from '#infra/cli/commands/keys.ts';
import type { FunctionName } from '#test/simulation/aws/lambda.ts';
import { tellsEvents } from '#test/simulation/aws/stream.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { anApiEvent, type Call } from '#test/support/api-event.ts';
import { USUAL_RECEIVERS } from './odd-receivers.ts';
import type { World } from './world.ts';

export const ENDPOINT_DESK = { name: 'endpoint-desk', share: 0.15 };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const STEPS = { min: 12, max: 30 };
const ENDPOINTS = 10;
const PROVIDERS = 50;
/** More than two clocks differ. */
const CLOCKS = 12 * SECOND;

type Endpoint = {
  id: string;
  url: string;
  events: string[];
  description?: string;
  notifyEmail?: string;
  status: string;
  statusReason?: string;
  oldSecretValidUntil?: string;
  createdAt: string;
  updatedAt: string;
};
type Desk = {
  world: World;
  random: Random;
  key: string;
  known: Endpoint[];
  names: number;
  secrets: Map<string, string>;
};
type Step = (desk: Desk) => Promise<void>;

/** After all else, when nothing is broken any more; not where an operator or a retention period comes after it. */
export async function workAtEndpoints(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, ENDPOINT_DESK.name);
  if (without.has(ENDPOINT_DESK.name) || !random.bool(ENDPOINT_DESK.share)) return;
  // Each field of what a ping says is judged here.
  world.oddReceivers = USUAL_RECEIVERS;
  const { id } = (await createAccount({ name: 'Endpoint Desk', country: 'NG', test: true })).data as { id: string };
  const { apiKey: key } = (await createKey({ account: id })).data as { apiKey: string };
  const desk: Desk = { world, random, key, known: [], names: 0, secrets: new Map() };
  for (let left = random.between(STEPS.min, STEPS.max); left > 0 && !world.kernel.isStopped(); left -= 1) {
    await untilSure(desk);
    await random.pick(ALL)(desk);
    await untilSure(desk);
    await lookAt(desk);
    await world.kernel.runUntil(world.kernel.now() + random.pick([SECOND, MINUTE, 2 * HOUR]));
  }
  if (random.bool(0.3)) await fill(desk);
  if (random.bool(0.2)) await fillProviders(desk);
  if (tellsEvents(world)) await tellAndRefuse(desk);
  world.note('endpoints worked at');
}

/** Of a refusal, and where the world has stopped. */
const NOTHING = { data: {}, meta: {} };
const listIn = <T>(data: unknown): T[] => (Array.isArray(data) ? data : []);

// biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer.
type Answer = { status: number; body: any };

async function ask({ world, key }: Desk, operation: FunctionName, call: Omit<Call, 'key'> = {}): Promise<Answer> {
  const answers: Answer[] = [];
  world.lambda.invoke(operation, anApiEvent({ ...call, key }), (ending) => {
    if (ending.kind !== 'returned') return world.violate(9, `${operation} ${ending.kind}`);
    const { statusCode: status, body } = ending.value as APIGatewayProxyResult;
    answers.push({ status, body: { ...NOTHING, ...JSON.parse(body) } });
  });
  while (answers.length === 0 && !world.kernel.isStopped() && !world.kernel.isEndless())
    await world.kernel.runUntil(world.kernel.now() + SECOND);
  return answers[0] ?? { status: 0, body: NOTHING };
}

function same({ world }: Desk, what: string, found: unknown, right: unknown): void {
  if (!isDeepStrictEqual(found, right))
    world.violate(14, `${what}: ${JSON.stringify(found)} instead of ${JSON.stringify(right)}`);
}

const isNow = ({ world }: Desk, at: string): boolean => Math.abs(Date.parse(at) - world.kernel.now()) < CLOCKS;

const urlFor = (desk: Desk): string => {
  desk.names += 1;
  return `https://desk-${desk.names}.example/hooks?of=${desk.names}`;
};
const someEvents = ({ random }: Desk): string[] =>
  random.pick([['*'], ['collection.created'], ['collection.completed', 'payment.received']]);
const notes = ({ random }: Desk) => ({
  ...(random.bool(0.5) && { description: random.pick(['of the shop', 'é']) }),
  ...(random.bool(0.5) && { notifyEmail: 'ops@desk.example' }),
});

/** Without what only one answer shows. */
const withoutSecret = ({ secret: _secret, ...shown }: Endpoint & { secret?: string }): Endpoint => shown;

const create: Step = async (desk) => {
  if (desk.known.length >= ENDPOINTS) return;
  const body = { url: urlFor(desk), events: someEvents(desk), ...notes(desk) };
  const { status, body: said } = await ask(desk, 'create-webhook-endpoint', { method: 'POST', body });
  const { id, createdAt, secret } = said.data;
  same(
    desk,
    'create',
    [status, said.data],
    [201, { id, ...body, status: 'enabled', createdAt, updatedAt: createdAt, secret }],
  );
  if (!isNow(desk, createdAt)) desk.world.violate(14, `an endpoint is created at ${createdAt}`);
  desk.secrets.set(id, secret);
  desk.known.push(withoutSecret(said.data));
};

const REFUSED_URLS = [
  ['http://plain.example/', 'must begin with https://'],
  ['https://93.184.215.14/', 'must name a host, not an address'],
  ['https://collections.example/', 'must not be an address of this service'],
  ['https://port.example:8443/', 'must use port 443'],
  ['https://user:word@host.example/', 'must not contain a user name or a password'],
  ['https://host.example/#part', 'must not have a fragment'],
  ['nowhere', 'must be an absolute URL'],
] as const;

const refuseUrl: Step = async (desk) => {
  const [url, message] = desk.random.pick(REFUSED_URLS);
  const known = desk.known.at(-1);
  const isNew = known === undefined || desk.random.bool(0.5);
  const answer = isNew
    ? await ask(desk, 'create-webhook-endpoint', { method: 'POST', body: { url, events: ['*'] } })
    : await ask(desk, 'update-webhook-endpoint', { method: 'PATCH', id: known.id, body: { url } });
  same(desk, `an endpoint at ${url}`, [answer.status, answer.body.errors], [400, [{ path: 'url', message }]]);
};

const change: Step = async (desk) => {
  const known = desk.known.length === 0 ? undefined : desk.random.pick(desk.known);
  if (known === undefined) return create(desk);
  const body = desk.random.pick<Partial<Endpoint>>([
    { url: urlFor(desk) },
    { events: someEvents(desk) },
    { description: 'another one', notifyEmail: 'other@desk.example' },
    { status: 'paused' },
    { status: 'paused' },
    { status: 'enabled' },
    // Nothing changes.
    { url: known.url, events: known.events, status: known.status },
  ]);
  const { status, body: said } = await ask(desk, 'update-webhook-endpoint', { method: 'PATCH', id: known.id, body });
  const isPaused = (body.status ?? known.status) === 'paused';
  const { statusReason: _reason, ...rest } = { ...known, ...body };
  const right = { ...rest, ...(isPaused && { statusReason: 'merchant' }), updatedAt: said.data?.updatedAt };
  same(desk, `a change by ${JSON.stringify(body)}`, [status, said.data], [200, right]);
  const isChanged = !isDeepStrictEqual({ ...right, updatedAt: known.updatedAt }, known);
  const { updatedAt = '' } = said.data;
  if (isChanged ? !isNow(desk, updatedAt) : updatedAt !== known.updatedAt)
    desk.world.violate(14, `a change by ${JSON.stringify(body)} is dated ${updatedAt} after ${known.updatedAt}`);
  replace(desk, known, said.data);
};

const replace = (desk: Desk, known: Endpoint, next: Endpoint): void => {
  desk.known = desk.known.map((each) => (each === known ? next : each));
};

const rotate: Step = async (desk) => {
  const known = desk.known.length === 0 ? undefined : desk.random.pick(desk.known);
  if (known === undefined) return create(desk);
  const hours = desk.random.pick([undefined, 0, 1, 168]);
  const body = hours === undefined ? {} : { oldValidHours: hours };
  const { status, body: said } = await ask(desk, 'rotate-webhook-secret', { method: 'POST', id: known.id, body });
  const { oldSecretValidUntil, updatedAt, secret } = said.data;
  const { oldSecretValidUntil: _old, ...rest } = known;
  const until = hours === 0 ? {} : { oldSecretValidUntil };
  same(desk, 'a rotation', [status, said.data], [200, { ...rest, ...until, updatedAt, secret }]);
  const end = desk.world.kernel.now() + (hours ?? 24) * HOUR;
  if (hours !== 0 && Math.abs(Date.parse(oldSecretValidUntil) - end) > CLOCKS)
    desk.world.violate(14, `an old secret is valid until ${oldSecretValidUntil}, and not for ${hours} hours`);
  if (secret === desk.secrets.get(known.id) || !/^whsec_/.test(secret))
    desk.world.violate(14, `a rotation shows ${secret}`);
  desk.secrets.set(known.id, secret);
  replace(desk, known, withoutSecret(said.data));
};

const ping: Step = async (desk) => {
  const known = desk.known.length === 0 ? undefined : desk.random.pick(desk.known);
  if (known === undefined) return create(desk);
  const { status, body } = await ask(desk, 'ping-webhook-endpoint', { method: 'POST', id: known.id });
  const { milliseconds } = body.data;
  same(desk, 'a ping', [status, body.data], [200, { passed: true, httpStatus: 204, milliseconds }]);
};

const remove: Step = async (desk) => {
  const known = desk.known.length < 2 ? undefined : desk.random.pick(desk.known);
  if (known === undefined) return create(desk);
  const { status, body } = await ask(desk, 'delete-webhook-endpoint', { method: 'DELETE', id: known.id });
  same(desk, 'a deletion', [status, body.data], [200, known]);
  desk.known = desk.known.filter((each) => each !== known);
  const again = await ask(desk, 'get-webhook-endpoint', { id: known.id });
  same(desk, 'what was deleted', again.status, 404);
};

/** The end of an old secret is shown until it comes. */
function asSeen({ world }: Desk, known: Endpoint): Endpoint {
  const { oldSecretValidUntil: until, ...rest } = known;
  return until === undefined || Date.parse(until) > world.kernel.now() ? known : rest;
}

/** Waits while an old secret is about to end. */
async function untilSure(desk: Desk): Promise<void> {
  const { kernel } = desk.world;
  const isNear = ({ oldSecretValidUntil: until = '' }: Endpoint) => Math.abs(Date.parse(until) - kernel.now()) < CLOCKS;
  while (desk.known.some(isNear) && !kernel.isStopped()) await kernel.runUntil(kernel.now() + CLOCKS);
  desk.known = desk.known.map((known) => asSeen(desk, known));
}

const lookAt: Step = async (desk) => {
  const { body } = await ask(desk, 'list-webhook-endpoints');
  same(desk, 'the list of endpoints', body.data, desk.known);
  const one = desk.known.length === 0 ? undefined : desk.random.pick(desk.known);
  if (one !== undefined)
    same(desk, 'an endpoint', (await ask(desk, 'get-webhook-endpoint', { id: one.id })).body.data, one);
};

const fill: Step = async (desk) => {
  await untilSure(desk);
  while (desk.known.length < ENDPOINTS) await create(desk);
  const body = { url: urlFor(desk), events: ['*'] };
  const answer = await ask(desk, 'create-webhook-endpoint', { method: 'POST', body });
  same(desk, 'an endpoint too much', [answer.status, answer.body.code], [409, 'webhook_endpoint_limit']);
  await remove(desk);
  await create(desk);
  await untilSure(desk);
  await lookAt(desk);
};

const fillProviders: Step = async (desk) => {
  const made: string[] = [];
  for (let number = 1; number <= PROVIDERS; number += 1) {
    const body = { name: `Provider ${number}`, slug: `p-${number}` };
    const { status, body: said } = await ask(desk, 'create-provider', { method: 'POST', body });
    const { id, createdAt } = said.data;
    same(
      desk,
      'a provider',
      [status, said.data],
      [201, { id, ...body, enabled: true, createdAt, updatedAt: createdAt }],
    );
    made.push(id);
  }
  const { status, body } = await ask(desk, 'create-provider', { method: 'POST', body: { name: 'More', slug: 'p-51' } });
  same(desk, 'a provider too much', [status, body.code], [409, 'provider_limit']);
  const taken = await ask(desk, 'create-provider', { method: 'POST', body: { name: 'Again', slug: 'p-7' } });
  same(desk, 'a provider again', [taken.status, taken.body.code], [409, 'provider_slug_taken']);
  const id = desk.random.pick(made);
  const before = (await ask(desk, 'get-provider', { id })).body.data;
  const call = { method: 'PATCH', id, body: { name: before.name, enabled: true } };
  same(desk, 'a provider that stays', (await ask(desk, 'update-provider', call)).body.data, before);
  const all = listIn<{ id: string }>((await ask(desk, 'list-providers')).body.data);
  same(desk, 'all providers', all.map((each) => each.id).toSorted(), made.toSorted());
};

type Delivery = { id: string; event: { id: string; type: string }; status: string; attempts: { httpStatus: number }[] };
type Event = { id: string; type: string };

/** A receiver that is gone is disabled; once a ping passes it can be enabled, and gets what it has missed. */
const tellAndRefuse: Step = async (desk) => {
  const { world, random } = desk;
  const url = urlFor(desk);
  await untilSure(desk);
  if (desk.known.length >= ENDPOINTS) await remove(desk);
  const made = await ask(desk, 'create-webhook-endpoint', { method: 'POST', body: { url, events: ['*'] } });
  const { id } = made.body.data;
  world.receivers.refused.add(url);
  for (let number = 1; number <= random.between(1, 4); number += 1) {
    const body = {
      reference: `told-${number}`,
      amount: { value: 10, currency: 'NGN' },
      contact: { firstName: 'Told', lastName: 'Once', phone: '+2348055550009', email: 'told@desk.example' },
      followUp: { enabled: false },
    };
    const { body: said } = await ask(desk, 'create-collection', { method: 'POST', body });
    const change = { method: 'PATCH', id: said.data.id, body: { status: random.pick(['completed', 'cancelled']) } };
    await ask(desk, 'update-collection-status', change);
    await world.kernel.runUntil(world.kernel.now() + MINUTE);
  }
  const gone = (await ask(desk, 'get-webhook-endpoint', { id })).body.data;
  same(desk, 'an endpoint that is gone', [gone.status, gone.statusReason], ['disabled', 'gone']);
  const enable = { method: 'PATCH', id, body: { status: 'enabled' } };
  const early = await ask(desk, 'update-webhook-endpoint', enable);
  same(desk, 'enabled without a ping', [early.status, early.body.code], [409, 'webhook_endpoint_disabled']);
  const failed = (await ask(desk, 'ping-webhook-endpoint', { method: 'POST', id })).body.data;
  same(desk, 'a ping of what is gone', [failed.passed, failed.httpStatus], [false, 410]);
  same(desk, 'after it', (await ask(desk, 'update-webhook-endpoint', enable)).status, 409);
  world.receivers.refused.delete(url);
  await ask(desk, 'ping-webhook-endpoint', { method: 'POST', id });
  const enabled = await ask(desk, 'update-webhook-endpoint', enable);
  same(
    desk,
    'enabled after a ping',
    [enabled.status, enabled.body.data?.status, enabled.body.data?.statusReason],
    [200, 'enabled', undefined],
  );
  await world.kernel.runUntil(world.kernel.now() + 15 * MINUTE);
  await lookAtDeliveries(desk, id);
  await replayAll(desk, id);
  await lookAtFeed(desk);
};

/** The first was refused for good, all others wait until the endpoint is enabled. */
async function lookAtDeliveries(desk: Desk, id: string): Promise<void> {
  const all = await readAll<Delivery>(desk, 'list-deliveries', { id });
  const failed = all.filter(({ status }) => status === 'failed');
  if (failed.length === 0 || all.some(({ status }) => !['failed', 'delivered'].includes(status)))
    desk.world.violate(14, `deliveries are ${all.map(({ status }) => status).join()}`);
  for (const status of ['failed', 'delivered', 'waiting'])
    for (const limit of ['1', '100']) {
      const found = await readAll<Delivery>(desk, 'list-deliveries', { id, query: { status, limit } });
      const right = all.filter((each) => each.status === status);
      same(desk, `deliveries that are ${status}`, found, right);
    }
  const { body } = await ask(desk, 'list-deliveries', { id, query: { limit: '1' } });
  const query = { status: 'failed', cursor: body.meta?.nextCursor ?? 'x' };
  same(desk, 'a cursor of another filter', (await ask(desk, 'list-deliveries', { id, query })).status, 400);
}

/** `all` sends again what was delivered, too; a range leaves out what is not in it. */
async function replayAll(desk: Desk, id: string): Promise<void> {
  const all = (await readAll<Delivery & { createdAt: string }>(desk, 'list-deliveries', { id })).toReversed();
  const [first, last] = [all[0]?.createdAt ?? '', all.at(-1)?.createdAt ?? ''];
  const replay = async (body: object) => (await ask(desk, 'replay-deliveries', { method: 'POST', id, body })).body.data;
  const until = { since: first, until: first, status: 'all' };
  same(desk, 'a replay of nothing', await replay(until), { replayed: 0, nextSince: null });
  const before = all.filter(({ createdAt }) => createdAt < last).length;
  same(desk, 'a replay until the last', await replay({ since: first, until: last, status: 'all' }), {
    replayed: before,
    nextSince: null,
  });
  await desk.world.kernel.runUntil(desk.world.kernel.now() + 5 * MINUTE);
  const failed = (await readAll<Delivery>(desk, 'list-deliveries', { id, query: { status: 'failed' } })).length;
  same(desk, 'a replay of what failed', await replay({ since: first }), { replayed: failed, nextSince: null });
  await desk.world.kernel.runUntil(desk.world.kernel.now() + 5 * MINUTE);
  const after = await readAll<Delivery>(desk, 'list-deliveries', { id });
  same(desk, 'after all replays', [...new Set(after.map(({ status }) => status))], ['delivered']);
  const sent = after.map(({ attempts }) => attempts.filter(({ httpStatus }) => httpStatus === 204).length);
  if (sent.some((times) => times < 1 || times > 2)) desk.world.violate(14, `sent again ${sent.join()} times`);
}

/** By each type, in pages of each size. */
async function lookAtFeed(desk: Desk): Promise<void> {
  const all = await readAll<Event>(desk, 'list-events', { query: { limit: '2' } });
  for (const type of [...new Set(all.map((each) => each.type)), 'payment.received'])
    for (const limit of ['1', '100']) {
      const found = await readAll<Event>(desk, 'list-events', { query: { type, limit } });
      same(
        desk,
        `the feed of ${type}`,
        found.map(({ id }) => id),
        all.flatMap((each) => (each.type === type ? each.id : [])),
      );
    }
  const { body } = await ask(desk, 'list-events', { query: { limit: '1' } });
  const query = { after: body.meta?.nextCursor, type: 'payment.received' };
  const message = 'was answered to a request with another `type`';
  const refused = await ask(desk, 'list-events', { query });
  same(desk, 'a cursor of another type', [refused.status, refused.body.errors], [400, [{ path: 'after', message }]]);
}

const MAX_PAGES = 60;

async function readAll<T>(
  desk: Desk,
  operation: 'list-deliveries' | 'list-events',
  call: Omit<Call, 'key'>,
): Promise<T[]> {
  const name = operation === 'list-events' ? 'after' : 'cursor';
  const found: T[] = [];
  let query = { ...call.query };
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { status, body } = await ask(desk, operation, { ...call, query });
    if (status !== 200) desk.world.violate(14, `${operation} ${JSON.stringify(query)}: ${status}`);
    found.push(...listIn<T>(body.data));
    const { nextCursor = null, hasMore = true } = body.meta;
    if (nextCursor === null || !hasMore) return found;
    query = { ...query, [name]: nextCursor };
  }
  desk.world.violate(14, `${operation}: it has no end`);
  return found;
}

const ALL: readonly Step[] = [create, create, create, refuseUrl, change, change, change, rotate, ping, remove];
