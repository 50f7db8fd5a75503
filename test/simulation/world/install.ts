/** Replaces the clock, the clients and all other dependencies of the code under test by those of a world. */

import { checksumKeys } from '#lib/checksum-keys.ts';
import { clock, wallClock } from '#lib/clock.ts';
import { refusedAt } from '#lib/http/refused-keys.ts';
import { paymentParts } from '#lib/live-payments.ts';
import { output } from '#lib/log.ts';
import { random as source } from '#lib/random.ts';
import { runsQueue } from '#lib/schedule/runs-queue.ts';
import { webhookSchedules } from '#lib/schedule/schedule-webhook.ts';
import { schedule } from '#lib/schedule/scheduler.ts';
import { sqs } from '#lib/schedule/sqs.ts';
import { webhooksQueue } from '#lib/schedule/webhooks-queue.ts';
import { site } from '#lib/site.ts';
import { table } from '#lib/store/table/live-table.ts';

import { webhookKey } from '#lib/webhook/secrets.ts';
import { outbound } from '#lib/webhook/send.ts';
import { receivers } from '#lib/webhook/settings.ts';
import { openChannels, SETTINGS } from '#test/simulation/aws/channels.ts';
import { TABLE } from '#test/simulation/aws/dynamodb.ts';
import { RUNS_URL, WEBHOOKS_URL } from '#test/simulation/aws/queues.ts';
import { SCHEDULER, WEBHOOKS_ARN } from '#test/simulation/aws/scheduler.ts';
import { createKms, readSealed, readWebhookKey } from '#test/simulation/aws/secrets.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import type { World } from './world.ts';

const A_PUBLIC_ADDRESS = '93.184.215.14';

export function install(world: World): void {
  const { kernel, clients } = world;
  const random = randomFrom(world.seed, 'product');
  let nonces = 0;
  clock.now = () => new Date(kernel.now() + (kernel.current()?.environment.skew ?? 0));
  clock.sleep = world.sleep;
  source.fraction = random.fraction;
  source.bytes = random.bytes;
  source.nonce = () => {
    nonces += 1;
    return `nonce-${nonces}`;
  };
  Object.assign(table, { client: clients.table, name: TABLE });
  Object.assign(schedule, { client: clients.scheduler, ...SCHEDULER });
  Object.assign(webhookSchedules, { queueArn: WEBHOOKS_ARN });
  Object.assign(sqs, { client: world.queues.client });
  Object.assign(runsQueue, { url: RUNS_URL });
  Object.assign(webhooksQueue, { url: WEBHOOKS_URL });
  Object.assign(webhookKey, { read: () => readWebhookKey(world), reading: undefined });
  Object.assign(outbound, { post: world.receivers.post });
  receivers.resolve = async () => [A_PUBLIC_ADDRESS];
  wallClock.now = () => clock.now();
  Object.assign(process.env, SETTINGS, { TEST_ACCOUNTS_SEND: 'true' });
  checksumKeys.known = ['the-key-of-the-simulator'];
  refusedAt.clear();
  site.baseUrl = 'https://collections.example';
  output.write = (line) => hear(world, line);
  openChannels(world);
  const hosts = { sandbox: { live: 'https://sandbox.example' } };
  Object.assign(paymentParts, { hosts, kms: createKms(world), getSealedCredentials: readSealed(world) });
  Object.assign(globalThis, { fetch: world.providers.fetch });
  AbortSignal.timeout = world.providers.timeout;
}

const EVENT = /"event":"(\w+)"/;

function hear(world: World, line: string): void {
  const event = EVENT.exec(line)?.[1] ?? 'nothing';
  world.note(`logged ${event}`);
  world.kernel.trace.say(`log ${event}`);
  world.oracle.logged(line);
}
