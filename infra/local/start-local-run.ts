/** Starts the whole service on this machine, in the order in which the parts need each other. */
import { randomUUID } from 'node:crypto';
import { clock } from '#lib/clock.ts';
import { useLocalAws } from './aws-environment.ts';
import { banner } from './banner.ts';
import type { Ready } from './data-dir.ts';
import { createTable } from './dynamodb/create-table.ts';
import type { DynamoDb } from './dynamodb/engine.ts';
import { startDynamoDb } from './dynamodb/start-dynamodb.ts';
import { type AwsFakes, startAwsFakes } from './fakes/start-aws-fakes.ts';
import { type Answer, edgeAnswer, type LocalServer, startServer } from './gateway/server.ts';
import { type OpenDataDir, openDataDir } from './open-data-dir.ts';
import { openDomainClock } from './scheduler/domain-clock.ts';
import { type Settings, StartFailure } from './settings.ts';
import type { Service } from './start-service.ts';
import { removeState, writeState } from './state-file.ts';

export type LocalRun = {
  /** To be printed. */
  banner: string;
  /** Accepts no more requests, waits for those in progress, and stops everything. */
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
  parts.aws = await startAwsFakes({ dataDir, baseUrl, now: domainClock.now });
  useLocalAws({ dynamodbEndpoint, tableName, baseUrl, aws: parts.aws.environment });
  await createTable(dynamodbEndpoint, tableName);
  // Not before: the store reads the environment when it is imported.
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
