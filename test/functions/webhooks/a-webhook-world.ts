/** Webhooks on a real table, with a queue and schedules in memory that follow a clock which the test moves. */
import { randomUUID } from 'node:crypto';
import type { CreateScheduleCommand } from '@aws-sdk/client-scheduler';
import type { SendMessageBatchCommand } from '@aws-sdk/client-sqs';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { beforeEach } from 'vitest';
import { createWebhookEndpoint } from '#functions/api/create-webhook-endpoint.ts';
import { deliver as makeDeliver } from '#functions/webhooks/deliver.ts';
import { sweepWebhooks } from '#functions/webhooks/sweep-webhooks.ts';
import type { ServiceReplacements } from '#infra/local/whole-service.ts';
import { WebhookEndpointWithSecret } from '#lib/contract/webhook-endpoint.ts';
import { random } from '#lib/random.ts';
import { table } from '#lib/store/table/live-table.ts';
import { deliveryItem } from '#lib/store/webhook/deliveries.ts';
import { getWebhookEndpoints } from '#lib/store/webhook/endpoints.ts';
import { tellEndpoints } from '#lib/use-cases/publish-events.ts';
import { aService } from '#test/support/a-service.ts';
import type { Tenant } from '#test/support/accounts.ts';
import type { TestClock } from '#test/support/clock.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';

type Scheduled = { name: string; at: Date; input: string };

export type WebhookWorld = {
  messages: string[];
  /** The group of each message that was queued. */
  groups: string[];
  schedules: Map<string, Scheduled>;
  /** The instants at which something ran because of a schedule. */
  ran: Date[];
  /** Delivers what is queued; answers how many messages failed. */
  drain(): Promise<number>;
  /** Moves the clock, and runs what falls due on the way. */
  advanceTo(target: Date): Promise<void>;
  sweep(): Promise<unknown>;
};

const KEY = 'a key of the deployment, for tests';

/** That of the running test file. */
let running: WebhookWorld;

/** The service of the running world, whose receivers may be on this machine. */
export const webhookService = (given: ServiceReplacements = {}) =>
  aService({
    queues: { send: async (command: SendMessageBatchCommand) => enqueue(running, command) } as never,
    scheduler: { send: async (command: CreateScheduleCommand) => keep(running, command) } as never,
    readWebhookKey: async () => KEY,
    random: { ...random, fraction: () => 0 },
    ...given,
    receivers: {
      rules: { ownHost: 'collections.example', allowsLoopback: true },
      limits: { connectMs: 2_000, totalMs: 3_000 },
      ...given.receivers,
    },
  });

const service = webhookService();
const createEndpoint = createWebhookEndpoint(service);
const deliver = makeDeliver(service);
const sweep = sweepWebhooks(service);

/** To be called at the top level of a test file, with its clock. */
export function useWebhookWorld(clock: TestClock): WebhookWorld {
  const world: WebhookWorld = {
    messages: [],
    groups: [],
    schedules: new Map(),
    ran: [],
    drain: () => drain(world),
    advanceTo: (target) => advanceTo(world, clock, target),
    sweep: () => sweep(),
  };
  beforeEach(() => {
    world.messages.length = 0;
    world.groups.length = 0;
    world.schedules.clear();
    world.ran.length = 0;
    running = world;
  });
  return world;
}

function enqueue(world: WebhookWorld, { input }: SendMessageBatchCommand): object {
  for (const { MessageBody = '', MessageGroupId = '' } of input.Entries ?? []) {
    world.messages.push(MessageBody);
    world.groups.push(MessageGroupId);
  }
  return {};
}

function keep(world: WebhookWorld, { input }: CreateScheduleCommand): object {
  const [, local] = /^at\((.*)\)$/.exec(input.ScheduleExpression ?? '') ?? [];
  const name = input.Name ?? '';
  if (!world.schedules.has(name)) {
    world.schedules.set(name, { name, at: new Date(`${local}Z`), input: input.Target?.Input ?? '' });
  }
  return {};
}

export async function deliverMessage(body: string): Promise<boolean> {
  const event = { Records: [{ messageId: randomUUID(), body }] } as never;
  return (await deliver(event)).batchItemFailures.length === 0;
}

async function drain(world: WebhookWorld): Promise<number> {
  let failed = 0;
  while (world.messages.length > 0) {
    const bodies = world.messages.splice(0, 10);
    const outcomes = await Promise.all(bodies.map(deliverMessage));
    failed += outcomes.filter((isWell) => !isWell).length;
  }
  return failed;
}

async function advanceTo(world: WebhookWorld, clock: TestClock, target: Date): Promise<void> {
  await world.drain();
  for (;;) {
    const [next] = [...world.schedules.values()].toSorted((one, other) => one.at.getTime() - other.at.getTime());
    if (next === undefined || next.at > target) break;
    world.schedules.delete(next.name);
    clock.now = next.at > clock.now ? next.at : clock.now;
    world.ran.push(clock.now);
    world.messages.push(next.input);
    await world.drain();
  }
  clock.now = target;
}

export async function anEndpoint({ key }: Tenant, url: string, given: object = {}) {
  const answer = await invoke(createEndpoint, { method: 'POST', key, body: { url, events: ['*'], ...given } });
  if (answer.status !== 201) throw new Error(answer.text);
  return dataOf(answer, WebhookEndpointWithSecret);
}

const telling = tellEndpoints({ deliveryItem, queueWebhooks: service.queueWebhooks, findUnstored: async () => [] });

/** An event as the publisher tells it: its deliveries are stored, and queued unless `isLost`. */
export async function tell({ account }: Tenant, clock: TestClock, { type = 'payment.received', isLost = false } = {}) {
  const id = `evt_${randomUUID().replaceAll('-', '').slice(0, 25)}`;
  const toldAt = clock.now.toISOString();
  const body = JSON.stringify({ id, type, timestamp: toldAt, sequence: 1, data: { text: 'naïve ✓' } });
  const ref = { account: account.id, hash: '0'.repeat(25) };
  const endpoints = await getWebhookEndpoints(table, account.id);
  const items = telling.deliveriesOf(endpoints, { ref, id, type, sequence: 1, toldAt, body });
  for (const Item of items) await table.client.send(new PutCommand({ TableName: table.name, Item }));
  if (!isLost) await telling.queueDeliveries(items);
  return { id, body, items };
}

export const secretOf = async (endpoint: string, version = 1): Promise<string> =>
  (await service.secretsOf(endpoint, [version]))[0] ?? '';
