/** Invariant 13: every event reaches every endpoint that wants it, with one id and one body, and not again once it is known to be accepted. */

import { PING } from '#lib/domain/webhook/delivery.ts';
import { wants } from '#lib/domain/webhook/endpoint.ts';
import { unpackText } from '#lib/store/table/read-item.ts';
import { webhookOfKey } from '#lib/store/webhook/keys.ts';
import type { SentWebhook } from '#test/simulation/aws/receivers.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { endpointsOf, hasReceivers } from '#test/simulation/world/merchants.ts';
import type { Tenant } from '#test/simulation/world/tenants.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Invariant } from './invariant.ts';
import { type StoredEvent, storedDeliveries, storedFeed } from './stored.ts';

/** The claim of an attempt, less twice the most that clocks differ. */
const MIN_GAP_MS = 50_000;
const MAX_ATTEMPTS = 10;

export const webhooksDelivered: Invariant = {
  number: 13,
  name: 'every event reaches every endpoint that wants it, as it is in the feed, one attempt at a time',
  watch(world, violate) {
    const claims = new Map<string, number>();
    const posts = new Map<string, number>();
    const lastPost = new Map<string, number>();
    return {
      changed({ key, before, after }) {
        const { pk, sk } = key;
        if (!sk.startsWith('DELIVERY#') || after === undefined) return;
        if (after['status'] === 'failed' && !mayFail(after) && !isDeleted(world, key))
          violate(`${pk} ${sk}: given up early`);
        if (after['status'] !== 'sending') return;
        if (before?.['status'] !== 'sending' || before['claimed'] !== after['claimed']) count(claims, `${pk} ${sk}`);
      },
      posted(webhook) {
        for (const what of world.endpointLives.faultsOf(webhook)) violate(what);
        if (world.endpointLives.lifeOf(webhook.url)?.goneAt !== undefined) return;
        const row = deliveryFor(world, webhook, violate);
        if (row === undefined) return;
        const name = `${row['pk']} ${row['sk']}`;
        if (count(posts, name) > (claims.get(name) ?? 0)) violate(`${name}: sent more often than it was claimed`);
        const round = `${name} ${row['round']}`;
        const gap = world.kernel.now() - (lastPost.get(round) ?? Number.NEGATIVE_INFINITY);
        if (gap < MIN_GAP_MS) violate(`${name}: sent again after ${gap} ms`);
        lastPost.set(round, world.kernel.now());
      },
      ended() {
        if (!hasReceivers(world)) return;
        for (const tenant of world.tenants) judge(world, tenant, violate);
      },
    };
  },
};

/** Only after ten attempts, or when the receiver is gone. */
function mayFail({ claimed, attempts }: Item): boolean {
  const last = (attempts as unknown as { status?: number }[]).at(-1);
  return Number(claimed) >= MAX_ATTEMPTS || last?.status === 410;
}

/** Nothing more is sent to an endpoint that was deleted. */
function isDeleted(world: World, key: Change['key']): boolean {
  const endpoint = webhookOfKey(key)?.endpoint;
  return !world.tenants.some((tenant) => endpointsOf(world, tenant).some(({ id }) => id === endpoint));
}

function count(counts: Map<string, number>, name: string): number {
  counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts.get(name) ?? 0;
}

type Violate = (what: string) => void;

/** The delivery that a webhook is an attempt of: undefined for a ping. */
function deliveryFor(world: World, { url, headers, body }: SentWebhook, violate: Violate): Item | undefined {
  const event = JSON.parse(body) as { id: string; type: string };
  if (event.type === PING) return undefined;
  const owner = world.tenants.find((tenant) => endpointsOf(world, tenant).some((known) => known.url === url));
  const endpoint = owner && endpointsOf(world, owner).find((known) => known.url === url);
  const rows = endpoint === undefined ? [] : storedDeliveries(world, endpoint.id);
  const row = rows.find((each) => each['event'] === event.id);
  if (headers['webhook-id'] !== event.id) violate(`${url}: the header of ${event.id} has another id`);
  if (world.tenants.some((tenant) => tenant !== owner && body.includes(tenant.mark)))
    violate(`${url}: a body of another account`);
  if (row?.['status'] !== 'sending') violate(`${url}: ${event.id} is sent while it is ${row?.['status']}`);
  if (row !== undefined && unpackText(row['body']) !== body) violate(`${url}: ${event.id} is sent with another body`);
  return row;
}

/** An event of an endpoint is told to the others. */
type Fed = StoredEvent & { id: string; type: string; data: { endpoint?: { id: string } } };

function judge(world: World, tenant: Tenant, violate: Violate): void {
  const fed = feedOf(world, tenant);
  for (const endpoint of endpointsOf(world, tenant)) {
    const { id, url, status } = endpoint;
    if (status !== 'enabled') violate(`${id}: it is still ${status}`);
    const accepted = world.receivers.accepted.get(url);
    const since = world.endpointLives.lifeOf(url)?.since ?? Number.NEGATIVE_INFINITY;
    const wanted = fed.filter(
      ({ type, toldAt, data }) => wants(endpoint, type) && toldAt > since && data.endpoint?.id !== id,
    );
    for (const { id: event, type, body } of wanted) {
      if (accepted?.get(event) !== body) violate(`${id}: ${type} ${event} did not arrive as it is in the feed`);
    }
    for (const row of storedDeliveries(world, id))
      if (row['status'] !== 'delivered') violate(`${row['sk']}: it ends as ${row['status']}`);
  }
}

const feedOf = (world: World, { account }: Tenant): Fed[] =>
  storedFeed(world, account.id).map((told) => ({ ...(JSON.parse(told.body) as Fed), ...told }));
