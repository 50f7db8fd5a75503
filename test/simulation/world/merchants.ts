/** What merchants do with their webhook endpoints: add them, pause and enable them, and repair what was disabled. */

import type { APIGatewayProxyResult } from 'aws-lambda';
import { safeParse } from 'zod/mini';
import { OPERATIONS } from '#infra/openapi/operations.ts';
import { clock } from '#lib/clock.ts';
import type { Operation } from '#lib/contract/routes.ts';
import { newEndpoint, newEndpointId, type WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { random } from '#lib/random.ts';
import { table as liveTable } from '#lib/store/table/live-table.ts';
import { changeWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { webhooksKey } from '#lib/store/webhook/keys.ts';
import type { FunctionName } from '#test/simulation/aws/lambda.ts';
import { tellsEvents } from '#test/simulation/aws/stream.ts';
import { storedDeliveries } from '#test/simulation/invariants/stored.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import { anEventOf, type Call } from '#test/support/api-event.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** All, and the ones that most merchants want. */
const WANTED = [['*'], ['payment.received', 'collection.completed', 'collection.expired']];
/** After the faults: what was under way is over. */
const REPAIR_AFTER = HOUR;
/** Longer than the ladder's longest wait. */
const MAX_BUSY = 4 * 24 * HOUR;

/** In every eighth world: webhooks are half of its requests. */
export const hasReceivers = (world: World): boolean => tellsEvents(world) && world.seed % 8 === 0;

export const endpointsOf = ({ table }: World, { account }: Tenant): WebhookEndpoint[] =>
  (table.items.get(webhooksKey(account.id))?.['endpoints'] ?? []) as unknown as WebhookEndpoint[];

/** Before the world begins. */
export async function openEndpoints(world: World): Promise<void> {
  if (!hasReceivers(world)) return;
  for (const tenant of world.tenants) {
    const made = WANTED.map((events, index) => {
      const id = newEndpointId(tenant.account.id, random.bytes(16));
      const url = `https://${tenant.mark}.example/${index}`.toLowerCase();
      return newEndpoint(id, { url, events }, clock.now());
    });
    await changeWebhookEndpoints(liveTable, tenant.account.id, () => made);
    for (const each of made) world.endpointLives.opened.push({ ...each, mark: tenant.mark });
  }
  planPauses(world);
}

/** Some merchants pause an endpoint for some time. */
function planPauses(world: World): void {
  const habits = randomFrom(world.seed, 'merchants');
  for (const by of world.tenants) {
    for (const { id } of endpointsOf(world, by)) {
      if (habits.bool(0.5)) continue;
      const from = habits.between(0, 4 * HOUR);
      const until = from + habits.between(1, 6 * HOUR);
      world.receivers.busyUntil = Math.max(world.receivers.busyUntil, world.kernel.now() + until + MINUTE);
      world.kernel.after(from, () => setStatus(world, { by, id, status: 'paused' }));
      world.kernel.after(until, () => setStatus(world, { by, id, status: 'enabled' }));
    }
  }
}

type Change = { by: Tenant; id: string; status: 'enabled' | 'paused' };

const setStatus = (world: World, { by, id, status }: Change): void =>
  ask(world, by, { operation: 'update-webhook-endpoint', call: { method: 'PATCH', id, body: { status } } });

type Asked = { operation: FunctionName; call: Call };

// biome-ignore lint/suspicious/noExplicitAny: the JSON of an answer.
type Then = (data: any) => void;

/** Busy, gone already, or to be pinged first. */
const MAY_FAIL = [503, 404, 409];

/** `then` gets the data; `failed` gets the status, if there was an answer. */
export function ask(
  world: World,
  by: Tenant,
  asked: Asked,
  then: Then = () => {},
  failed: (status?: number) => void = () => {},
): void {
  askWhole(world, by, asked, ({ data }) => then(data), failed);
}

export function askWhole(
  world: World,
  by: Tenant,
  { operation, call }: Asked,
  then: Then,
  failed: (status?: number) => void = () => {},
): void {
  world.lambda.invoke(operation, anEventOf(operation, { ...call, key: by.apiKey }), (ending) => {
    if (ending.kind !== 'returned') return failed();
    const { statusCode, body } = ending.value as APIGatewayProxyResult;
    if (!MAY_FAIL.includes(statusCode) && statusCode >= 300)
      world.violate(9, `${operation} answered ${statusCode}: ${body}`);
    if (statusCode >= 300) return failed(statusCode);
    const answer = JSON.parse(body);
    if (!safeParse(OPERATIONS[operation as Operation].success.schema, answer).success)
      world.violate(9, `${operation} answered ${body}`);
    if (operation === 'list-webhook-endpoints')
      for (const fault of world.endpointLives.listFaults(by, answer.data)) world.violate(13, fault);
    then(answer);
  });
}

/** Once nothing fails any more: what the merchant paused or a 410 disabled is enabled, and what failed is sent again. */
export function repairEndpoints(world: World): void {
  if (!hasReceivers(world)) return;
  const { kernel, receivers } = world;
  const since = new Date(kernel.now() - 29 * 24 * HOUR).toISOString();
  const at = Math.max(kernel.now() + REPAIR_AFTER, receivers.busyUntil);
  receivers.busyUntil = at + REPAIR_AFTER;
  kernel.after(at - kernel.now(), () => {
    for (const by of world.tenants) {
      ask(world, by, { operation: 'list-webhook-endpoints', call: {} }, (all: WebhookEndpoint[]) => {
        for (const { id } of all) {
          ask(world, by, { operation: 'ping-webhook-endpoint', call: { method: 'POST', id } }, () => {
            setStatus(world, { by, id, status: 'enabled' });
            kernel.after(MINUTE, () => replay(world, { by, id, since }));
          });
        }
      });
    }
  });
}

function replay(world: World, { by, id, since }: { by: Tenant; id: string; since: string }): void {
  const call = { method: 'POST', id, body: { since, status: 'failed' } };
  const rounds = () => storedDeliveries(world, id).reduce((sum, { round }) => sum + Number(round), 0);
  const before = rounds();
  type Replayed = { replayed: number; nextSince: string | null };
  ask(world, by, { operation: 'replay-deliveries', call }, ({ replayed, nextSince }: Replayed) => {
    // Nothing is broken any more, and nobody else replays.
    if (replayed !== rounds() - before)
      world.violate(13, `${id}: ${replayed} deliveries are said to be replayed, and ${rounds() - before} are`);
    if (nextSince !== null) replay(world, { by, id, since: nextSince });
  });
}

const OPEN = ['waiting', 'sending', 'held'];

/** Whether webhooks are still on their way. What is forgotten does not keep a world from ending. */
export function isDelivering(world: World): boolean {
  const { table, kernel, healedAt, receivers } = world;
  if (!hasReceivers(world) || kernel.now() > healedAt + MAX_BUSY) return false;
  if (kernel.now() < receivers.busyUntil) return true;
  return table.items
    .all()
    .some(({ sk, status }) => String(sk).startsWith('DELIVERY#') && OPEN.includes(String(status)));
}
