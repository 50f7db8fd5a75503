/** A fake of Lambda's event source mapping between the queue of runs and its function: shows, lists, disables and enables it. */
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { KNOWN, REGION_AND_ACCOUNT } from './environment.ts';
import { AwsRefusal, type Fake, readBody, restError } from './fake.ts';

/** Whether the queue of runs feeds its function. */
export type RunsFeed = { isEnabled(): boolean; set(isEnabled: boolean): void };

const TABLE = 'CREATE TABLE IF NOT EXISTS disabledFeed (uuid TEXT PRIMARY KEY)';

export function openRunsFeed(state: DatabaseSync): RunsFeed {
  state.exec(TABLE);
  const find = state.prepare('SELECT 1 FROM disabledFeed WHERE uuid = ?');
  const disable = state.prepare('INSERT OR IGNORE INTO disabledFeed VALUES (?)');
  const enable = state.prepare('DELETE FROM disabledFeed WHERE uuid = ?');
  return {
    isEnabled: () => find.get(KNOWN.RUNS_FEED) === undefined,
    set: (isEnabled) => void (isEnabled ? enable : disable).run(KNOWN.RUNS_FEED),
  };
}

const PATH = /^\/2015-03-31\/event-source-mappings(?:\/([^/]*))?\/?$/;
const Update = z.object({ Enabled: z.optional(z.boolean()) });

const refusal = (status: number, type: string, message: string): AwsRefusal =>
  new AwsRefusal({ status, type, message });

export const fakeLambda = (feed: RunsFeed): Fake => ({
  signingName: 'lambda',
  answers: ({ url }) => PATH.test(url.pathname),
  spellError: restError('Message'),
  answer: (request) => {
    const uuid = PATH.exec(request.url.pathname)?.[1];
    if (uuid === undefined) return { status: 200, body: { EventSourceMappings: [shown(feed)] } };
    if (uuid !== KNOWN.RUNS_FEED) {
      throw refusal(404, 'ResourceNotFoundException', 'The resource you requested does not exist.');
    }
    if (request.method === 'PUT') {
      const invalid = (message: string) => refusal(400, 'InvalidParameterValueException', message);
      const { Enabled } = readBody(request, Update, invalid);
      if (Enabled !== undefined) feed.set(Enabled);
    }
    return { status: request.method === 'PUT' ? 202 : 200, body: shown(feed) };
  },
});

/** AWS takes some seconds for a change, and says `Disabling` or `Enabling` meanwhile. */
const shown = (feed: RunsFeed): object => ({
  UUID: KNOWN.RUNS_FEED,
  BatchSize: 10,
  EventSourceArn: KNOWN.RUNS_QUEUE_ARN,
  FunctionArn: `arn:aws:lambda:${REGION_AND_ACCOUNT}:function:follow-up`,
  State: feed.isEnabled() ? 'Enabled' : 'Disabled',
});
