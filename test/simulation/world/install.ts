/**
 * Replaces the clock, the clients and all other dependencies of the code under test by those of a world.
 * The seams between the code and its dependencies, at which a test can change what is asked or answered.
 */

import type { CreateScheduleCommandInput } from '@aws-sdk/client-scheduler';
import { clock } from '#lib/clock.ts';
import { readSenders } from '#lib/domain/channels/channels.ts';
import { paymentParts } from '#lib/live-payments.ts';
import { output } from '#lib/log.ts';
import { random as source } from '#lib/random.ts';
import { table } from '#lib/store/table/live-table.ts';
import { openChannels, SETTINGS } from '#test/simulation/aws/channels.ts';
import { TABLE } from '#test/simulation/aws/dynamodb.ts';
import type { Provider, ProviderRequest, Reply } from '#test/simulation/aws/provider-http.ts';
import { RUNS_URL, WEBHOOKS_URL } from '#test/simulation/aws/queues.ts';
import { SCHEDULER, WEBHOOKS_ARN } from '#test/simulation/aws/scheduler.ts';
import { createKms, readSealed, readWebhookKey } from '#test/simulation/aws/secrets.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import { randomFrom } from '#test/simulation/kernel/random.ts';
import type { Command } from '#test/simulation/table/execute.ts';
import type { Functions, REAL_FUNCTIONS } from './functions.ts';
import { forgetCallers, forgetWebhookKey, parts } from './simulated.ts';
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
  Object.assign(parts, {
    scheduler: Object.assign(parts.scheduler, { client: clients.scheduler }),
    queues: Object.assign(parts.queues, { client: world.queues.client }),
    readWebhookKey: () => readWebhookKey(world),
    post: world.receivers.post,
    resolve: async () => [A_PUBLIC_ADDRESS],
  });
  const { group, roleArn, deadLetterArn, runsQueueArn } = SCHEDULER;
  Object.assign(parts.settings, {
    schedules: { group, roleArn, deadLetterArn },
    runsQueue: { url: RUNS_URL, arn: runsQueueArn },
    webhooksQueue: { url: WEBHOOKS_URL, arn: WEBHOOKS_ARN },
    senders: readSenders(SETTINGS),
    testAccountsSend: true,
    checksumKeys: ['the-key-of-the-simulator'],
    baseUrl: 'https://collections.example',
  });
  // An operator's commands read it there.
  process.env['API_KEY_CHECKSUM_KEYS'] = 'the-key-of-the-simulator';
  forgetCallers();
  forgetWebhookKey();
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

type Send = (command: Command) => Promise<object>;

export type Seams = {
  /** Sends a command to the table. */
  table: (command: Command, send: Send, by: Invocation | undefined) => Promise<object>;
  schedule: (input: CreateScheduleCommandInput) => CreateScheduleCommandInput;
  /** Sends a message through the client of a channel. */
  channel: (send: () => Promise<object>) => Promise<object>;
  /** A request to the payment provider. */
  provider: (request: ProviderRequest, serve: Provider) => Reply;
  functions: (real: typeof REAL_FUNCTIONS) => Functions;
};

export const NO_SEAMS: Seams = {
  table: (command, send) => send(command),
  schedule: (input) => input,
  channel: (send) => send(),
  provider: (request, serve) => serve(request),
  functions: (real) => real,
};
