/** The queues, and a fake of SQS: sends messages to them and tells how many wait (AWS JSON 1.0, posted to the root). */
import { createHash, randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import * as z from 'zod/mini';
import { runsQueueUrl, webhooksQueueUrl } from './environment.ts';
import { AwsRefusal, type AwsRequest, type Fake, jsonError, readBody } from './fake.ts';

/** `at` is the ISO instant from which it can be received. */
export type QueuedRun = { id: string; body: string; at: string; receives: number };

export type RunsQueue = {
  /** Returns the id of the message. */
  add(body: string, at: Date): string;
  /** The oldest first, like {@link RunsQueue.earliest}. */
  due(now: Date): QueuedRun[];
  /** All messages that share the earliest instant, unless that is after `until`. */
  earliest(until: Date): QueuedRun[];
  /** Counts that it was received. */
  receive(id: string): void;
  /** Until this instant it cannot be received again. */
  hide(id: string, until: Date): void;
  remove(id: string): void;
  /** Removes what could be received before this instant: a queue keeps nothing for ever. */
  expire(before: Date): void;
};

type Row = { id: string; body: string; atMs: number; receives: number };

type QueueName = 'queuedRun' | 'queuedWebhook';

const tableOf = (name: QueueName): string => `
  CREATE TABLE IF NOT EXISTS ${name} (number INTEGER PRIMARY KEY, id TEXT UNIQUE, body TEXT, atMs INTEGER, receives INTEGER);
  CREATE INDEX IF NOT EXISTS ${name}At ON ${name} (atMs, number);
`;

export function openRunsQueue(state: DatabaseSync, name: QueueName = 'queuedRun'): RunsQueue {
  state.exec(tableOf(name));
  const insert = state.prepare(`INSERT INTO ${name} (id, body, atMs, receives) VALUES (?, ?, ?, 0)`);
  const due = state.prepare(`SELECT * FROM ${name} WHERE atMs <= ? ORDER BY atMs, number`);
  const earliest = state.prepare(`SELECT * FROM ${name}
    WHERE atMs = (SELECT min(atMs) FROM ${name}) AND atMs <= ? ORDER BY number`);
  const receive = state.prepare(`UPDATE ${name} SET receives = receives + 1 WHERE id = ?`);
  const hide = state.prepare(`UPDATE ${name} SET atMs = ? WHERE id = ?`);
  const remove = state.prepare(`DELETE FROM ${name} WHERE id = ?`);
  const expire = state.prepare(`DELETE FROM ${name} WHERE atMs < ?`);
  const read = (rows: unknown[]) => (rows as Row[]).map(queued);
  return {
    add: (body, at) => {
      const id = randomUUID();
      insert.run(id, body, at.getTime());
      return id;
    },
    due: (now) => read(due.all(now.getTime())),
    earliest: (until) => read(earliest.all(until.getTime())),
    receive: (id) => void receive.run(id),
    hide: (id, until) => void hide.run(until.getTime(), id),
    remove: (id) => void remove.run(id),
    expire: (before) => void expire.run(before.getTime()),
  };
}

const queued = ({ id, body, atMs, receives }: Row): QueuedRun => ({
  id,
  body,
  at: new Date(atMs).toISOString(),
  receives,
});

const PREFIX = 'AmazonSQS.';
const MAX_BATCH = 10;
const MAX_BATCH_BYTES = 1_048_576;
const HEADERS = { 'content-type': 'application/x-amz-json-1.0' };

const Message = {
  MessageBody: z.string().check(z.minLength(1)),
  DelaySeconds: z.optional(z.int().check(z.minimum(0), z.maximum(900))),
  MessageGroupId: z.optional(z.string().check(z.regex(/^[\w!-/:-@[-`{-~]{1,128}$/))),
};
const SendMessage = z.object({ QueueUrl: z.string(), ...Message });
const SendMessageBatch = z.object({
  QueueUrl: z.string(),
  Entries: z.array(z.object({ Id: z.string().check(z.regex(/^[\w-]{1,80}$/)), ...Message })),
});
const GetQueueAttributes = z.object({ QueueUrl: z.string(), AttributeNames: z.optional(z.array(z.string())) });

const refusal = (type: string, message: string, status = 400): AwsRefusal => new AwsRefusal({ status, type, message });
const invalid = (message: string): AwsRefusal => refusal('InvalidParameterValue', message);

/** The queues that the fake knows. */
type Queues = { runs: RunsQueue; webhooks: RunsQueue };

export function fakeSqs(queues: Queues, now: () => Date): Fake {
  const operations: Record<string, (request: AwsRequest) => object> = {
    SendMessage: (request) => send(queues, readBody(request, SendMessage, invalid), now()),
    SendMessageBatch: (request) => sendBatch(queues, readBody(request, SendMessageBatch, invalid), now()),
    GetQueueAttributes: (request) => attributes(queues, readBody(request, GetQueueAttributes, invalid), now()),
  };
  return {
    signingName: 'sqs',
    answers: ({ headers }) => String(headers['x-amz-target']).startsWith(PREFIX),
    spellError: jsonError('com.amazonaws.sqs'),
    faults: {
      service: 'queue',
      refusals: {
        reject: refusal('AccessDeniedException', 'Access to the resource is denied.', 403),
        throttle: refusal('RequestThrottled', 'The request was denied due to request throttling.'),
        error: refusal('InternalFailure', 'The request processing has failed.', 500),
      },
    },
    answer: (request) => {
      const target = String(request.headers['x-amz-target']);
      const operation = operations[target.slice(PREFIX.length)];
      if (operation === undefined) throw refusal('UnknownOperationException', target);
      return { status: 200, headers: HEADERS, body: operation(request) };
    },
  };
}

type SentMessage = { MessageBody: string; DelaySeconds?: number | undefined };

function send(queues: Queues, { QueueUrl, ...message }: SentMessage & { QueueUrl: string }, now: Date): object {
  return accept(queueAt(queues, QueueUrl), message, now);
}

function sendBatch(queues: Queues, { QueueUrl, Entries }: z.output<typeof SendMessageBatch>, now: Date): object {
  const queue = queueAt(queues, QueueUrl);
  if (Entries.length === 0) throw refusal('EmptyBatchRequest', 'There should be at least one entry in the request.');
  if (Entries.length > MAX_BATCH) throw refusal('TooManyEntriesInBatchRequest', 'Maximum number of entries is 10.');
  if (new Set(Entries.map(({ Id }) => Id)).size < Entries.length) {
    throw refusal('BatchEntryIdsNotDistinct', 'Two or more entries have the same Id.');
  }
  const bytes = Entries.reduce((sum, { MessageBody }) => sum + Buffer.byteLength(MessageBody), 0);
  if (bytes > MAX_BATCH_BYTES) throw refusal('BatchRequestTooLong', 'The batch is longer than 1,048,576 bytes.');
  return { Successful: Entries.map(({ Id, ...message }) => ({ Id, ...accept(queue, message, now) })) };
}

function accept(queue: RunsQueue, { MessageBody: body, DelaySeconds = 0 }: SentMessage, now: Date): object {
  const MessageId = queue.add(body, new Date(now.getTime() + DelaySeconds * 1000));
  return { MessageId, MD5OfMessageBody: createHash('md5').update(body).digest('hex') };
}

function attributes(queues: Queues, { QueueUrl }: z.output<typeof GetQueueAttributes>, now: Date): object {
  const waiting = queueAt(queues, QueueUrl).due(now).length;
  return { Attributes: { ApproximateNumberOfMessages: String(waiting) } };
}

function queueAt({ runs, webhooks }: Queues, url: string): RunsQueue {
  const path = new URL(url, 'http://none').pathname;
  const pathOf = (address: (base: string) => string) => new URL(address('http://none')).pathname;
  if (path === pathOf(runsQueueUrl)) return runs;
  if (path === pathOf(webhooksQueueUrl)) return webhooks;
  throw refusal('QueueDoesNotExist', 'The specified queue does not exist.');
}
