/** A receiver that is gone is disabled; once a ping passes it can be enabled, and gets what it has missed. */
import type { Call } from '#test/support/api-event.ts';
import { remove, untilSure } from './endpoints.ts';
import { ask, listIn, MAX_ENDPOINTS, MINUTE, type State, type Step, same, urlFor } from './state.ts';

type Delivery = {
  id: string;
  event: { id: string; type: string };
  status: string;
  attempts: { at: string; httpStatus: number }[];
};
type Event = { id: string; type: string };

export const tellAndRefuse: Step = async (state) => {
  const { world, random } = state;
  const url = urlFor(state);
  await untilSure(state);
  if (state.known.length >= MAX_ENDPOINTS) await remove(state);
  const made = await ask(state, 'create-webhook-endpoint', { method: 'POST', body: { url, events: ['*'] } });
  const { id } = made.body.data;
  world.receivers.refused.add(url);
  for (let number = 1; number <= random.between(1, 4); number += 1) {
    const body = {
      reference: `told-${number}`,
      amount: { value: 10, currency: 'NGN' },
      contact: { firstName: 'Told', lastName: 'Once', phone: '+2348055550009', email: 'told@managed.example' },
      followUp: { enabled: false },
    };
    const { body: said } = await ask(state, 'create-collection', { method: 'POST', body });
    const change = { method: 'PATCH', id: said.data.id, body: { status: random.pick(['completed', 'cancelled']) } };
    await ask(state, 'update-collection-status', change);
    await world.kernel.runUntil(world.kernel.now() + MINUTE);
  }
  const gone = (await ask(state, 'get-webhook-endpoint', { id })).body.data;
  same(state, 'an endpoint that is gone', [gone.status, gone.statusReason], ['disabled', 'gone']);
  const enable = { method: 'PATCH', id, body: { status: 'enabled' } };
  const early = await ask(state, 'update-webhook-endpoint', enable);
  same(state, 'enabled without a ping', [early.status, early.body.code], [409, 'webhook_endpoint_disabled']);
  const failed = (await ask(state, 'ping-webhook-endpoint', { method: 'POST', id })).body.data;
  same(state, 'a ping of what is gone', [failed.passed, failed.httpStatus], [false, 410]);
  same(state, 'after it', (await ask(state, 'update-webhook-endpoint', enable)).status, 409);
  world.receivers.refused.delete(url);
  await ask(state, 'ping-webhook-endpoint', { method: 'POST', id });
  const enabled = await ask(state, 'update-webhook-endpoint', enable);
  same(
    state,
    'enabled after a ping',
    [enabled.status, enabled.body.data?.status, enabled.body.data?.statusReason],
    [200, 'enabled', undefined],
  );
  await world.kernel.runUntil(world.kernel.now() + 15 * MINUTE);
  await lookAtDeliveries(state, id);
  await replayAll(state, id);
  await lookAtFeed(state);
};

/** The first was refused for good, all others wait until the endpoint is enabled. */
async function lookAtDeliveries(state: State, id: string): Promise<void> {
  const all = await readAll<Delivery>(state, 'list-deliveries', { id });
  const failed = all.filter(({ status }) => status === 'failed');
  if (failed.length === 0 || all.some(({ status }) => !['failed', 'delivered'].includes(status)))
    state.world.violate(14, `deliveries are ${all.map(({ status }) => status).join()}`);
  for (const status of ['failed', 'delivered', 'waiting'])
    for (const limit of ['1', '100']) {
      const found = await readAll<Delivery>(state, 'list-deliveries', { id, query: { status, limit } });
      const right = all.filter((each) => each.status === status);
      same(state, `deliveries that are ${status}`, found, right);
    }
  const { body } = await ask(state, 'list-deliveries', { id, query: { limit: '1' } });
  const query = { status: 'failed', cursor: body.meta?.nextCursor ?? 'x' };
  same(state, 'a cursor of another filter', (await ask(state, 'list-deliveries', { id, query })).status, 400);
}

/** `all` sends again what was delivered, too; a range leaves out what is not in it. */
async function replayAll(state: State, id: string): Promise<void> {
  const all = (await readAll<Delivery & { createdAt: string }>(state, 'list-deliveries', { id })).toReversed();
  const [first, last] = [all[0]?.createdAt ?? '', all.at(-1)?.createdAt ?? ''];
  const replay = async (body: object) =>
    (await ask(state, 'replay-deliveries', { method: 'POST', id, body })).body.data;
  const until = { since: first, until: first, status: 'all' };
  same(state, 'a replay of nothing', await replay(until), { replayed: 0, nextSince: null });
  const before = all.filter(({ createdAt }) => createdAt < last).length;
  same(state, 'a replay until the last', await replay({ since: first, until: last, status: 'all' }), {
    replayed: before,
    nextSince: null,
  });
  await state.world.kernel.runUntil(state.world.kernel.now() + 5 * MINUTE);
  const failedOnes = await readAll<Delivery>(state, 'list-deliveries', { id, query: { status: 'failed' } });
  const failed = failedOnes.length;
  const askedAt = state.world.kernel.now();
  same(state, 'a replay of what failed', await replay({ since: first }), { replayed: failed, nextSince: null });
  await state.world.kernel.runUntil(state.world.kernel.now() + 5 * MINUTE);
  const after = await readAll<Delivery>(state, 'list-deliveries', { id });
  // By the queue, at once; what is lost there the sweeper finds minutes later.
  const late = after.filter(({ id: one, attempts }) => {
    const isReplayed = failedOnes.some((each) => each.id === one);
    return isReplayed && Date.parse(attempts.at(-1)?.at ?? '') > askedAt + MINUTE;
  });
  if (late.length > 0) state.world.violate(14, `a replay was late for ${late.map((each) => each.id).join()}`);
  same(state, 'after all replays', [...new Set(after.map(({ status }) => status))], ['delivered']);
  const sent = after.map(({ attempts }) => attempts.filter(({ httpStatus }) => httpStatus === 204).length);
  if (sent.some((times) => times < 1 || times > 2)) state.world.violate(14, `sent again ${sent.join()} times`);
}

/** By each type, in pages of each size. */
async function lookAtFeed(state: State): Promise<void> {
  const all = await readAll<Event>(state, 'list-events', { query: { limit: '2' } });
  for (const type of [...new Set(all.map((each) => each.type)), 'payment.received'])
    for (const limit of ['1', '100']) {
      const found = await readAll<Event>(state, 'list-events', { query: { type, limit } });
      same(
        state,
        `the feed of ${type}`,
        found.map(({ id }) => id),
        all.flatMap((each) => (each.type === type ? each.id : [])),
      );
    }
  const { body } = await ask(state, 'list-events', { query: { limit: '1' } });
  const query = { after: body.meta?.nextCursor, type: 'payment.received' };
  const message = 'was answered to a request with another `type`';
  const refused = await ask(state, 'list-events', { query });
  same(state, 'a cursor of another type', [refused.status, refused.body.errors], [400, [{ path: 'after', message }]]);
}

const MAX_PAGES = 60;

async function readAll<T>(
  state: State,
  operation: 'list-deliveries' | 'list-events',
  call: Omit<Call, 'key'>,
): Promise<T[]> {
  const name = operation === 'list-events' ? 'after' : 'cursor';
  const found: T[] = [];
  let query = { ...call.query };
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { status, body } = await ask(state, operation, { ...call, query });
    if (status !== 200) state.world.violate(14, `${operation} ${JSON.stringify(query)}: ${status}`);
    found.push(...listIn<T>(body.data));
    const { nextCursor = null, hasMore = true } = body.meta;
    if (nextCursor === null || !hasMore) return found;
    query = { ...query, [name]: nextCursor };
  }
  state.world.violate(14, `${operation}: it has no end`);
  return found;
}
