/** Starts the whole service on this machine, in the order in which the parts need each other. */
import { randomUUID } from 'node:crypto';
import { sandboxUrl } from '#infra/sandbox/sandbox-url.ts';
import { clock } from '#lib/clock.ts';
import { useLocalAws } from './aws-environment.ts';
import { banner } from './banner.ts';
import { openDomainClock } from './domain-clock.ts';
import { createTable } from './dynamodb/create-table.ts';
import type { DynamoDb } from './dynamodb/engine.ts';
import { startDynamoDb } from './dynamodb/start-dynamodb.ts';
import { type AwsFakes, startAwsFakes } from './fakes/start-aws-fakes.ts';
import { edgeAnswer } from './gateway/edge-answer.ts';
import { type Answer, type LocalServer, startServer } from './gateway/server.ts';
import { type OpenDataDir, openDataDir } from './open-data-dir.ts';
import type { Ready } from './ready-file.ts';
import type { Settings } from './settings.ts';
import { StartFailure } from './start-failure.ts';
import type { Service } from './start-service.ts';
import { removeState, writeState } from './state-file.ts';

export type LocalRun = {
  /** What to tell people. */
  banner: string;
  /** Takes no more requests, ends those at hand, and then what they stand on. */
  stop(): Promise<void>;
  /** Rejects when the run cannot go on. */
  failed: Promise<never>;
};

type Parts = { data?: OpenDataDir; server?: LocalServer; dynamodb?: DynamoDb; aws?: AwsFakes; service?: Service };

export async function startLocalRun(settings: Settings): Promise<LocalRun> {
  const parts: Parts = {};
  try {
    return await startParts(settings, parts);
  } catch (error) {
    await stopParts(parts);
    throw error;
  }
}

async function startParts({ port, dataDir, tableName }: Settings, parts: Parts): Promise<LocalRun> {
  parts.data = await openDataDir(dataDir);
  const { files } = parts.data;
  let answer: Answer = async () => edgeAnswer('starting', randomUUID());
  parts.server = await startServer(port, (request) => answer(request));
  parts.dynamodb = await openDynamoDb(files.database);
  const { endpoint: dynamodbEndpoint, engine } = parts.dynamodb;
  const { baseUrl } = parts.server;
  const domainClock = await openDomainClock(files.clock);
  clock.now = domainClock.now;
  parts.aws = await startAwsFakes({
    dataDir,
    baseUrl,
    now: domainClock.now,
    onInvoke: async (functionName, payload) => parts.service?.run(functionName, payload),
  });
  const environment = { ...parts.aws.environment, SANDBOX_URL: sandboxUrl(baseUrl) };
  useLocalAws({ dynamodbEndpoint, tableName, baseUrl, aws: environment });
  await createTable(dynamodbEndpoint, tableName);
  // Only now, since the store reads the environment when it is loaded.
  const { startService } = await import('./start-service.ts');
  const service = await startService({ baseUrl, dynamodbEndpoint, tableName, files, domainClock, aws: parts.aws });
  parts.service = service;
  answer = service.answer;
  service.sandbox.webhooks.sendPending();
  const ready: Ready = { baseUrl, dynamodbEndpoint, awsEndpoint: parts.aws.url, tableName, ...service.demo };
  await writeState(files.ready, ready);
  return {
    banner: banner({ ...ready, engine, dataDir, demoName: service.demoName }),
    stop: () => stopParts(parts),
    failed: Promise.race([service.relay.failed, endOf(parts.dynamodb)]),
  };
}

async function stopParts({ data, server, dynamodb, aws, service }: Parts): Promise<void> {
  if (data) await removeState(data.files.ready);
  const schedulerStopped = service?.scheduler.stop();
  await server?.close();
  await schedulerStopped;
  await service?.sandbox.close();
  // What still runs may need the relay and the database, and the relay the fakes.
  await aws?.idle();
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
