/** Starts the fakes of the AWS services that are needed besides DynamoDB. They speak AWS's wire protocols. */
import { join } from 'node:path';
import { LOCAL_CHANNELS } from '#infra/local/channels/channels.ts';
import { openDatabase } from '#infra/local/open-database.ts';
import { startAwsServer } from './aws-server.ts';
import { fakeEnvironment } from './environment.ts';
import { fakeKms, openSeenCredentials, type SeenCredentials } from './fake-kms.ts';
import { fakeLambda, openRunsFeed, type RunsFeed } from './fake-lambda.ts';
import { fakeScheduler } from './fake-scheduler.ts';
import { fakeSecrets, keepWebhookKey } from './fake-secrets.ts';
import { fakeSqs } from './fake-sqs.ts';
import { type Faults, openFaults } from './faults.ts';
import { type Outbox, openOutbox } from './outbox.ts';
import { openRunsQueue, type RunsQueue } from './runs-queue.ts';
import { createScheduleTable, openSchedules, type Schedules } from './schedules.ts';

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

/** `baseUrl` is the service's: links in messages lead there. */
type Options = { dataDir: string; baseUrl: string; now: () => Date };

const TABLES = `
  CREATE TABLE IF NOT EXISTS message (number INTEGER PRIMARY KEY, id TEXT UNIQUE, message TEXT);
  CREATE TABLE IF NOT EXISTS fault (number INTEGER PRIMARY KEY, service TEXT, kind TEXT, times INTEGER);
  CREATE TABLE IF NOT EXISTS secret (
    name TEXT PRIMARY KEY, arn TEXT UNIQUE, value TEXT, version TEXT, createdMs INTEGER, changedMs INTEGER
  );
`;

export async function startAwsFakes({ dataDir, baseUrl, now }: Options): Promise<AwsFakes> {
  const state = openDatabase(join(dataDir, 'aws'));
  state.exec(TABLES);
  createScheduleTable(state);
  const faults = openFaults(state);
  const outbox = openOutbox(state);
  const queue = openRunsQueue(state);
  const runsFeed = openRunsFeed(state);
  const webhooks = openRunsQueue(state, 'queuedWebhook');
  keepWebhookKey(state, now());
  const fakes = [
    fakeScheduler(state, now),
    ...Object.values(LOCAL_CHANNELS).map(({ fake }) => fake({ outbox, now, baseUrl })),
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
