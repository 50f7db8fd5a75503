/** Starts the whole service on this machine, in the order in which the parts need each other. */
import { randomBytes, randomUUID } from 'node:crypto';
import { clock } from '#lib/clock.ts';
import { useLocalAws } from './aws-environment.ts';
import { type OpenDataDir, openDataDir, type Ready, removeState, writeState } from './data-dir.ts';
import { createTable } from './dynamodb/create-table.ts';
import type { DynamoDb } from './dynamodb/run-engine.ts';
import { startDynamoDb } from './dynamodb/start-dynamodb.ts';
import { type AwsFakes, startAwsFakes } from './fakes/start-aws-fakes.ts';
import { type Answer, edgeAnswer, type LocalServer, startServer } from './gateway/server.ts';
import { openDomainClock } from './scheduler/domain-clock.ts';
import { type Settings, StartFailure } from './settings.ts';
import type { Service } from './start-service.ts';

const ENGINES = {
  external: 'the one of DYNAMODB_ENDPOINT',
  'dynamodb-local': 'DynamoDB Local',
  emulator: 'the embedded emulator',
} as const;

type StartedRun = Ready & { engine: keyof typeof ENGINES; dataDir: string; demoName: string };

function banner({ baseUrl, apiKey, account, engine, dynamodbEndpoint, dataDir, demoName }: StartedRun): string {
  // New at every start, because a reference that was used before is refused as a duplicate.
  const reference = `demo-${randomBytes(4).toString('hex')}`;
  return `
Collections runs at ${baseUrl}

  Workbench ${baseUrl}/      phone, clock, webhooks and faults, in your browser
  Console   ${baseUrl}/_local/console-link  payments and reminders, as a merchant sees them
  Docs      ${baseUrl}/docs  every call, with this address and key
  Account   ${account} (${demoName})
  API key   ${apiKey}
  DynamoDB  ${ENGINES[engine]}, at ${dynamodbEndpoint}
  Data      ${dataDir}

Create a collection:

${curlLine(`${baseUrl}/public/collections`, { ...COLLECTION, reference }, apiKey)}

Pay it: open the link it answers with and click, or

${curlLine(`${baseUrl}/_local/sandbox/payments`, { account, reference, amount: COLLECTION.amount })}

Ctrl-C stops it; the data stays. npm run reset wipes it.
`;
}

const COLLECTION = {
  reference: '',
  amount: { value: 45000, currency: 'NGN' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
  metadata: { description: 'Two pairs of shoes' },
  payable: { enabled: true, methods: ['payment_link'] },
};

/** One line for a shell. */
function curlLine(url: string, body: object, apiKey?: string): string {
  const headers = `-H 'content-type: application/json'${apiKey === undefined ? '' : ` -H 'x-api-key: ${apiKey}'`}`;
  return `curl -i -X POST ${url} ${headers} -d '${JSON.stringify(body)}'`;
}

export type LocalRun = {
  /** To be printed. */
  banner: string;
  /** Accepts no more requests, waits for those in progress, and stops everything. */
  stop(): Promise<void>;
  /** Rejects when the run cannot go on. */
  failed: Promise<never>;
};

type StartedServers = {
  data?: OpenDataDir;
  server?: LocalServer;
  dynamodb?: DynamoDb;
  aws?: AwsFakes;
  service?: Service;
};

export async function startLocalRun(settings: Settings): Promise<LocalRun> {
  const parts: StartedServers = {};
  try {
    return await startParts(settings, parts);
  } catch (error) {
    await stopParts(parts);
    throw error;
  }
}

async function startParts({ port, dataDir, tableName }: Settings, parts: StartedServers): Promise<LocalRun> {
  parts.data = await openDataDir(dataDir);
  const { files } = parts.data;
  let answer: Answer = async () => edgeAnswer('starting', randomUUID());
  parts.server = await startServer(port, (request) => answer(request));
  parts.dynamodb = await openDynamoDb(files.database);
  const { endpoint: dynamodbEndpoint, accessKeyId: dynamodbAccessKey, engine } = parts.dynamodb;
  const { baseUrl } = parts.server;
  const domainClock = await openDomainClock(files.clock);
  clock.now = domainClock.now;
  parts.aws = await startAwsFakes({ dataDir, baseUrl, now: domainClock.now });
  useLocalAws({ dynamodbEndpoint, dynamodbAccessKey, tableName, baseUrl, aws: parts.aws.environment });
  await createTable(parts.dynamodb, tableName);
  // Not before: the store reads the environment when it is imported.
  const { startService } = await import('./start-service.ts');
  const service = await startService({
    baseUrl,
    database: parts.dynamodb,
    tableName,
    files,
    domainClock,
    aws: parts.aws,
  });
  parts.service = service;
  answer = service.answer;
  service.sandbox.webhooks.sendPending();
  const database = { dynamodbEndpoint, dynamodbAccessKey, tableName };
  const ready: Ready = { baseUrl, ...database, awsEndpoint: parts.aws.url, ...service.demo };
  await writeState(files.ready, ready);
  return {
    banner: banner({ ...ready, engine, dataDir, demoName: service.demoName }),
    stop: () => stopParts(parts),
    failed: Promise.race([service.relay.failed, endOf(parts.dynamodb)]),
  };
}

async function stopParts({ data, server, dynamodb, aws, service }: StartedServers): Promise<void> {
  if (data) await removeState(data.files.ready);
  const schedulerStopped = service?.scheduler.stop();
  await server?.close();
  await schedulerStopped;
  await service?.sandbox.close();
  // The relay may need the fakes.
  await service?.relay.stop();
  await aws?.close();
  await dynamodb?.stop();
  await data?.close();
}

const openDynamoDb = (dataDir: string): Promise<DynamoDb> =>
  startDynamoDb({ dataDir, log: (line) => console.log(line) }).catch((error: Error) => {
    throw new StartFailure(error.message);
  });

async function endOf({ exited }: DynamoDb): Promise<never> {
  await exited;
  throw new Error('DynamoDB ended by itself. The data is kept: start again.');
}
