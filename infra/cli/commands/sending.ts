/** `sending pause`, `sending resume` and `sending status`: no reminder leaves until sending goes on. */

import {
  type EventSourceMappingConfiguration,
  GetEventSourceMappingCommand,
  LambdaClient,
  ListEventSourceMappingsCommand,
  UpdateEventSourceMappingCommand,
} from '@aws-sdk/client-lambda';
import { CommandFailure, type Run, UsageError, type Values } from '#infra/cli/command.ts';
import { connect } from '#infra/cli/connect.ts';

/** `Disabling` and `Enabling` last some seconds. */
type FeedState = 'Enabled' | 'Enabling' | 'Disabled' | 'Disabling' | (string & {});

type RunsFeed = { id: string; state(): Promise<FeedState>; set(isEnabled: boolean): Promise<void> };

async function openRunsFeed(values: Values): Promise<RunsFeed> {
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

const PAUSED =
  'Sending is paused: no reminder leaves, and no collection is run. What becomes due waits, and nothing is lost.';
const SENDS = 'Sending goes on. Of what became due meanwhile, each collection sends its latest slot at most.';

const settle =
  (wanted: boolean, text: string): Run =>
  async (values) => {
    const feed = await feedOf(values);
    const isSet = (state: FeedState) => state === (wanted ? 'Enabled' : 'Disabled');
    if (!isSet(await feed.state())) await change(feed, wanted, isSet);
    return { data: { feed: feed.id, sending: wanted }, text };
  };

const POLL_MS = 1_000;
const MAX_POLLS = 120;

/** A change that AWS is still making refuses another one, and the same again changes nothing. */
async function change(feed: RunsFeed, wanted: boolean, isSet: (state: FeedState) => boolean): Promise<void> {
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    await feed.set(wanted).catch(unlessBusy);
    if (isSet(await feed.state())) return;
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  throw new CommandFailure(`The event source ${feed.id} is not ${wanted ? 'enabled' : 'disabled'} yet; look again.`);
}

function unlessBusy(error: Error): void {
  if (error.name !== 'ResourceInUseException') throw error;
}

export const pause: Run = settle(false, PAUSED);
export const resume: Run = settle(true, SENDS);

export const status: Run = async (values) => {
  const feed = await feedOf(values);
  const state = await feed.state();
  const sending = state === 'Enabled';
  const text = sending ? 'Sending goes on.' : `Sending is paused (the event source is ${state}).`;
  return { data: { feed: feed.id, state, sending }, text };
};

async function feedOf(values: Parameters<Run>[0]): Promise<RunsFeed> {
  if (values['local']) await connect(values);
  return openRunsFeed(values);
}
