/** The event source mapping that feeds due runs to the follow-up function: while it is disabled, no message leaves. */
import {
  type EventSourceMappingConfiguration,
  GetEventSourceMappingCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { CommandFailure, UsageError, type Values } from './command.ts';

/** `Disabling` and `Enabling` last some seconds. */
export type FeedState = 'Enabled' | 'Enabling' | 'Disabled' | 'Disabling' | (string & {});

export type RunsFeed = { id: string; state(): Promise<FeedState>; set(isEnabled: boolean): Promise<void> };

export async function openRunsFeed(values: Values): Promise<RunsFeed> {
  const client = new LambdaClient();
  const id = await findId(client, values);
  return {
    id,
    state: async () => (await client.send(new GetEventSourceMappingCommand({ UUID: id }))).State ?? 'unknown',
    set: async (Enabled) => void (await client.send(new UpdateEventSourceMappingCommand({ UUID: id, Enabled }))),
  };
}

async function findId(client: LambdaClient, { stage, feed = process.env['RUNS_FEED'] }: Values): Promise<string> {
  if (feed !== undefined) return String(feed);
  if (stage === undefined) {
    throw new UsageError('Whose sending? Give --stage, or --feed (the output RunsFeed), or --local for the local run.');
  }
  const found = (await list(client)).filter(({ EventSourceArn }) => isRunsOf(String(stage), EventSourceArn));
  const [one, another] = found;
  if (one?.UUID === undefined || another !== undefined) {
    const number = found.length === 0 ? 'no queue' : `${found.length} queues`;
    throw new CommandFailure(`The stage "${stage}" has ${number} of runs here; give --feed, its output RunsFeed.`);
  }
  return one.UUID;
}

async function list(client: LambdaClient): Promise<EventSourceMappingConfiguration[]> {
  const all: EventSourceMappingConfiguration[] = [];
  let Marker: string | undefined;
  do {
    const { EventSourceMappings = [], NextMarker } = await client.send(new ListEventSourceMappingsCommand({ Marker }));
    all.push(...EventSourceMappings);
    Marker = NextMarker;
  } while (Marker);
  return all;
}

/** CloudFormation names a queue by its stack and its place there. */
const isRunsOf = (stage: string, arn = ''): boolean =>
  arn.includes(`:collections-${stage}-background-FollowUpsRunsQueue`);
