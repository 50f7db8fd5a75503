/** A business creates, changes, rotates, pings and deletes endpoints, up to their limit; each answer is judged in every field. */
import { isDeepStrictEqual } from 'node:util';
import { CLOCKS } from '#test/simulation/world/own-business.ts';
import { ask, type Endpoint, HOUR, isNow, MAX_ENDPOINTS, type State, type Step, same, urlFor } from './state.ts';

const someEvents = ({ random }: State): string[] =>
  random.pick([['*'], ['collection.created'], ['collection.completed', 'payment.received']]);
const notes = ({ random }: State) => ({
  ...(random.bool(0.5) && { description: random.pick(['of the shop', 'é']) }),
  ...(random.bool(0.5) && { notifyEmail: 'ops@managed.example' }),
});

/** Without what only one answer shows. */
const withoutSecret = ({ secret: _secret, ...shown }: Endpoint & { secret?: string }): Endpoint => shown;

const create: Step = async (state) => {
  if (state.known.length >= MAX_ENDPOINTS) return;
  const body = { url: urlFor(state), events: someEvents(state), ...notes(state) };
  const { status, body: said } = await ask(state, 'create-webhook-endpoint', { method: 'POST', body });
  const { id, createdAt, secret } = said.data;
  same(
    state,
    'create',
    [status, said.data],
    [201, { id, ...body, status: 'enabled', createdAt, updatedAt: createdAt, secret }],
  );
  if (!isNow(state, createdAt)) state.world.violate(14, `an endpoint is created at ${createdAt}`);
  state.secrets.set(id, secret);
  state.known.push(withoutSecret(said.data));
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

const refuseUrl: Step = async (state) => {
  const [url, message] = state.random.pick(REFUSED_URLS);
  const known = state.known.at(-1);
  const isNew = known === undefined || state.random.bool(0.5);
  const answer = isNew
    ? await ask(state, 'create-webhook-endpoint', { method: 'POST', body: { url, events: ['*'] } })
    : await ask(state, 'update-webhook-endpoint', { method: 'PATCH', id: known.id, body: { url } });
  same(state, `an endpoint at ${url}`, [answer.status, answer.body.errors], [400, [{ path: 'url', message }]]);
};

const change: Step = async (state) => {
  const known = state.known.length === 0 ? undefined : state.random.pick(state.known);
  if (known === undefined) return create(state);
  const body = state.random.pick<Partial<Endpoint>>([
    { url: urlFor(state) },
    { events: someEvents(state) },
    { description: 'another one', notifyEmail: 'other@managed.example' },
    { status: 'paused' },
    { status: 'paused' },
    { status: 'enabled' },
    // Nothing changes.
    { url: known.url, events: known.events, status: known.status },
  ]);
  const { status, body: said } = await ask(state, 'update-webhook-endpoint', { method: 'PATCH', id: known.id, body });
  const isPaused = (body.status ?? known.status) === 'paused';
  const { statusReason: _reason, ...rest } = { ...known, ...body };
  const right = { ...rest, ...(isPaused && { statusReason: 'merchant' }), updatedAt: said.data?.updatedAt };
  same(state, `a change by ${JSON.stringify(body)}`, [status, said.data], [200, right]);
  const isChanged = !isDeepStrictEqual({ ...right, updatedAt: known.updatedAt }, known);
  const { updatedAt = '' } = said.data;
  if (isChanged ? !isNow(state, updatedAt) : updatedAt !== known.updatedAt)
    state.world.violate(14, `a change by ${JSON.stringify(body)} is dated ${updatedAt} after ${known.updatedAt}`);
  replace(state, known, said.data);
};

const replace = (state: State, known: Endpoint, next: Endpoint): void => {
  state.known = state.known.map((each) => (each === known ? next : each));
};

const rotate: Step = async (state) => {
  const known = state.known.length === 0 ? undefined : state.random.pick(state.known);
  if (known === undefined) return create(state);
  const hours = state.random.pick([undefined, 0, 1, 168]);
  const body = hours === undefined ? {} : { oldValidHours: hours };
  const { status, body: said } = await ask(state, 'rotate-webhook-secret', { method: 'POST', id: known.id, body });
  const { oldSecretValidUntil, updatedAt, secret } = said.data;
  const { oldSecretValidUntil: _old, ...rest } = known;
  const until = hours === 0 ? {} : { oldSecretValidUntil };
  same(state, 'a rotation', [status, said.data], [200, { ...rest, ...until, updatedAt, secret }]);
  const end = state.world.kernel.now() + (hours ?? 24) * HOUR;
  if (hours !== 0 && Math.abs(Date.parse(oldSecretValidUntil) - end) > CLOCKS)
    state.world.violate(14, `an old secret is valid until ${oldSecretValidUntil}, and not for ${hours} hours`);
  if (secret === state.secrets.get(known.id) || !/^whsec_/.test(secret))
    state.world.violate(14, `a rotation shows ${secret}`);
  state.secrets.set(known.id, secret);
  replace(state, known, withoutSecret(said.data));
};

const ping: Step = async (state) => {
  const known = state.known.length === 0 ? undefined : state.random.pick(state.known);
  if (known === undefined) return create(state);
  const { status, body } = await ask(state, 'ping-webhook-endpoint', { method: 'POST', id: known.id });
  const { milliseconds } = body.data;
  same(state, 'a ping', [status, body.data], [200, { passed: true, httpStatus: 204, milliseconds }]);
};

export const remove: Step = async (state) => {
  const known = state.known.length < 2 ? undefined : state.random.pick(state.known);
  if (known === undefined) return create(state);
  const { status, body } = await ask(state, 'delete-webhook-endpoint', { method: 'DELETE', id: known.id });
  same(state, 'a deletion', [status, body.data], [200, known]);
  state.known = state.known.filter((each) => each !== known);
  const again = await ask(state, 'get-webhook-endpoint', { id: known.id });
  same(state, 'what was deleted', again.status, 404);
};

/** The end of an old secret is shown until it comes. */
function asSeen({ world }: State, known: Endpoint): Endpoint {
  const { oldSecretValidUntil: until, ...rest } = known;
  return until === undefined || Date.parse(until) > world.kernel.now() ? known : rest;
}

/** Waits while an old secret is about to end. */
export async function untilSure(state: State): Promise<void> {
  const { kernel } = state.world;
  const isNear = ({ oldSecretValidUntil: until = '' }: Endpoint) => Math.abs(Date.parse(until) - kernel.now()) < CLOCKS;
  while (state.known.some(isNear) && !kernel.isStopped()) await kernel.runUntil(kernel.now() + CLOCKS);
  state.known = state.known.map((known) => asSeen(state, known));
}

export const lookAt: Step = async (state) => {
  const { body } = await ask(state, 'list-webhook-endpoints');
  same(state, 'the list of endpoints', body.data, state.known);
  const one = state.known.length === 0 ? undefined : state.random.pick(state.known);
  if (one !== undefined)
    same(state, 'an endpoint', (await ask(state, 'get-webhook-endpoint', { id: one.id })).body.data, one);
};

export const fill: Step = async (state) => {
  await untilSure(state);
  while (state.known.length < MAX_ENDPOINTS) await create(state);
  const body = { url: urlFor(state), events: ['*'] };
  const answer = await ask(state, 'create-webhook-endpoint', { method: 'POST', body });
  same(state, 'an endpoint too much', [answer.status, answer.body.code], [409, 'webhook_endpoint_limit']);
  await remove(state);
  await create(state);
  await untilSure(state);
  await lookAt(state);
};

export const STEPS_OF_ALL: readonly Step[] = [
  create,
  create,
  create,
  refuseUrl,
  change,
  change,
  change,
  rotate,
  ping,
  remove,
];
