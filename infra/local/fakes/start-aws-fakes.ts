/** Starts the fakes of the AWS services that are needed besides DynamoDB. They speak AWS's wire protocols. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { LOCAL_CHANNELS } from '#infra/local/channels/channels.ts';
import { fakeMailbox } from '#infra/local/channels/email.ts';
import { openDatabase } from '#infra/local/data-dir.ts';
import { refuseForeign } from '#infra/local/gateway/refuse-foreign.ts';
import { fakeEnvironment } from './environment.ts';
import { type AwsAnswer, AwsRefusal, type AwsRequest, type Fake, type Faults, openFaults } from './fake.ts';
import { fakeKms, openSeenCredentials, type SeenCredentials } from './fake-kms.ts';
import { fakeLambda, openRunsFeed, type RunsFeed } from './fake-lambda.ts';
import { createScheduleTable, fakeScheduler, openSchedules, type Schedules } from './fake-scheduler.ts';
import { fakeSecrets, keepWebhookKey } from './fake-secrets.ts';
import { fakeSqs, openRunsQueue, type RunsQueue } from './fake-sqs.ts';
import { type Outbox, openOutbox } from './outbox.ts';

const HOST = '127.0.0.1';

/** They hold credentials and messages, and a web page must not reach them, as it must not reach the service. */
const FOREIGN: AwsAnswer = { status: 403, headers: { 'x-amzn-errortype': 'AccessDeniedException' } };

type AwsServer = { url: string; close(): Promise<void> };

async function startAwsServer(fakes: readonly Fake[], faults: Faults): Promise<AwsServer> {
  const server = createServer((incoming, response) => {
    response.on('error', () => {});
    void readRequest(incoming)
      .then((request) => (refuseForeign(incoming, '') ? FOREIGN : answer(request, fakes, faults)))
      .then((answered) => (answered === 'no answer' ? incoming.socket.destroy() : send(response, answered)))
      .catch((error: unknown) => {
        if (incoming.complete) console.error(`${incoming.method} ${incoming.url} could not be answered:`, error);
        incoming.socket.destroy();
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, HOST, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return { url: `http://${HOST}:${port}`, close: () => close(server) };
}

async function readRequest(incoming: IncomingMessage): Promise<AwsRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  const { method = 'GET', headers, url = '/' } = incoming;
  return { method, headers, url: new URL(url, `http://${HOST}`), body: Buffer.concat(chunks) };
}

async function answer(request: AwsRequest, fakes: readonly Fake[], faults: Faults): Promise<AwsAnswer | 'no answer'> {
  const fake = fakes.find((candidate) => candidate.answers(request));
  if (fake === undefined) return { status: 404, headers: { 'x-amzn-errortype': 'UnknownOperationException' } };
  try {
    checkSignature(request, fake.signingName);
    const kind = fake.faults && faults.take(fake.faults.service);
    if (fake.faults && (kind === 'reject' || kind === 'throttle' || kind === 'error')) throw fake.faults.refusals[kind];
    const answered = await fake.answer(request);
    return kind === 'lost-reply' ? 'no answer' : answered;
  } catch (error) {
    if (error instanceof AwsRefusal) return fake.spellError(error.refused);
    throw error;
  }
}

/** Only that a signature is there, and for this service; it is not verified. */
function checkSignature({ headers }: AwsRequest, signingName: string): void {
  const scope = /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/[^/]+\/([^/]+)\/aws4_request/.exec(
    headers.authorization ?? '',
  );
  const type = scope === null ? 'MissingAuthenticationTokenException' : 'InvalidSignatureException';
  if (scope?.[1] !== signingName) throw new AwsRefusal({ status: 403, type, message: 'Not signed for this service' });
}

function send(response: ServerResponse, { status, headers, body, raw }: AwsAnswer): void {
  const requestId = { 'x-amzn-requestid': randomUUID() };
  response.writeHead(status, { 'content-type': 'application/json', ...requestId, ...headers });
  response.end(raw ?? (body === undefined ? undefined : JSON.stringify(body)));
}

function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  return promise;
}

export type AwsFakes = {
  /** The address of all fakes. */
  url: string;
  /** The variables that lead the functions to the fakes. */
  environment: Record<string, string>;
  schedules: Schedules;
  queue: RunsQueue;
  runsFeed: RunsFeed;
  webhooks: RunsQueue;
  outbox: Outbox;
  faults: Faults;
  credentials: SeenCredentials;
  close(): Promise<void>;
};

/** `baseUrl` is the service's: links in messages lead there. `log` gets a line for each message that a channel accepted. */
type Options = { dataDir: string; baseUrl: string; now: () => Date; log?: (line: string) => void };

const TABLES = `
  CREATE TABLE IF NOT EXISTS message (number INTEGER PRIMARY KEY, id TEXT UNIQUE, message TEXT);
  CREATE TABLE IF NOT EXISTS fault (number INTEGER PRIMARY KEY, service TEXT, kind TEXT, times INTEGER);
  CREATE TABLE IF NOT EXISTS secret (
    name TEXT PRIMARY KEY, arn TEXT UNIQUE, value TEXT, version TEXT, createdMs INTEGER, changedMs INTEGER
  );
`;

export async function startAwsFakes({ dataDir, baseUrl, now, log = console.log }: Options): Promise<AwsFakes> {
  const state = openDatabase(join(dataDir, 'aws'));
  state.exec(TABLES);
  createScheduleTable(state);
  const faults = openFaults(state);
  const outbox = openOutbox(state, log);
  const queue = openRunsQueue(state);
  const runsFeed = openRunsFeed(state);
  const webhooks = openRunsQueue(state, 'queuedWebhook');
  keepWebhookKey(state, now());
  const fakes = [
    fakeScheduler(state, now),
    ...Object.values(LOCAL_CHANNELS).map(({ fake }) => fake({ outbox, now, baseUrl })),
    fakeMailbox(),
    fakeSecrets(state, now),
    fakeKms(state),
    fakeLambda(runsFeed),
    fakeSqs({ runs: queue, webhooks }, now),
  ];
  const server = await startAwsServer(fakes, faults);
  return {
    url: server.url,
    environment: fakeEnvironment(server.url),
    schedules: openSchedules(state),
    queue,
    runsFeed,
    webhooks,
    outbox,
    faults,
    credentials: openSeenCredentials(state),
    close: async () => {
      await server.close();
      state.close();
    },
  };
}
