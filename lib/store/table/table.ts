/** Access to the table: one client, and one rule for what happens when DynamoDB is busy. */
import {
  ConditionalCheckFailedException,
  DynamoDBClient,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  type DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  type PutCommand,
  type UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { clock } from '#lib/clock.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import { random } from '#lib/random.ts';
import type { Key } from '#lib/store/keys.ts';
import type { Item } from './read-item.ts';

const dynamoDb = new DynamoDBClient({
  maxAttempts: 4,
  // All attempts together stay inside a function's time limit, so that a silent database becomes a 503 of our own.
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_000, throwOnRequestTimeout: true },
});
// It copies each request and each answer for a logger that does nothing: a tenth of the processor time of a list.
dynamoDb.middlewareStack.remove('loggerMiddleware');

/** The client and the table's name; tests and the simulator replace them. */
export const table = {
  client: DynamoDBDocumentClient.from(dynamoDb, { marshallOptions: { removeUndefinedValues: true } }),
  name: process.env['TABLE_NAME'] ?? '',
};

/** Another write holds the item for a moment. The SDK does not retry these, although plain writes can meet them too. */
const CONTENTION = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ReplicatedWriteConflictException',
]);

/** The SDK has given up on these after its own retries: the caller should try again later. */
const BUSY = new Set([
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'LimitExceededException',
  'InternalServerError',
  'InternalServerException',
  'ServiceUnavailable',
  'ServiceUnavailableException',
  'TimeoutError',
]);

/** Tries before a request that stays busy becomes a 503. */
export const MAX_TRIES = 8;
const BACKOFF_MS = { first: 10, max: 400 };

/** Sends one request; waits out contention with full jitter. @throws service_unavailable when it stays busy. */
export const sendWithin = (tries: number) =>
  (async (command) => {
    for (let tried = 1; ; tried += 1) {
      try {
        return await sendUnlessHeld(command);
      } catch (error) {
        if (!isContention(error)) throw error;
        if (tried === tries) throw serviceUnavailable();
        await backOff(tried);
      }
    }
  }) as typeof table.client.send;

export const send = sendWithin(MAX_TRIES);

/** Sends one request once, for callers that do something else when another write holds the item: {@link isContention}. */
export const sendUnlessHeld = (async (command) => {
  try {
    return await table.client.send(command);
  } catch (error) {
    throw !isContention(error) && isBusy(error) ? serviceUnavailable() : error;
  }
}) as typeof table.client.send;

/** Reads one item strongly. */
export async function getItem(key: Key): Promise<(Item & Key) | undefined> {
  const { Item } = await send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
  return Item as (Item & Key) | undefined;
}

/** Like {@link send}, for a write with a condition: false when the condition does not hold. */
export async function writeIf(write: PutCommand | UpdateCommand | DeleteCommand): Promise<boolean> {
  try {
    await send(write as PutCommand);
    return true;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return false;
    throw error;
  }
}

/** The item for which a write's condition failed, where the write asks for it (ALL_OLD). @throws any other error. */
export function refusingItem(error: unknown): Item & Key {
  if (!(error instanceof ConditionalCheckFailedException) || error.Item === undefined) throw error;
  return unmarshall(error.Item) as Item & Key;
}

/** Reads up to 100 items strongly, in no order; those that do not exist are left out. One request, unless DynamoDB leaves keys for later. */
export async function batchGet(keys: readonly Key[]): Promise<(Item & Key)[]> {
  const items: (Item & Key)[] = [];
  let left = keys;
  for (let tried = 0; left.length > 0; tried += 1) {
    if (tried === MAX_TRIES) throw serviceUnavailable();
    if (tried > 0) await backOff(tried);
    const request = { [table.name]: { Keys: [...left], ConsistentRead: true } };
    const answer = await send(new BatchGetCommand({ RequestItems: request }));
    items.push(...((answer.Responses?.[table.name] ?? []) as (Item & Key)[]));
    left = (answer.UnprocessedKeys?.[table.name]?.Keys ?? []) as Key[];
  }
  return items;
}

/** With full jitter. */
export const backOff = (tried: number): Promise<void> =>
  clock.sleep(random.fraction() * Math.min(BACKOFF_MS.max, BACKOFF_MS.first * 2 ** (tried - 1)));

/** Whether a condition of a transaction did not hold, so that nothing of it was written. */
export const isRefused = (error: unknown): error is TransactionCanceledException =>
  error instanceof TransactionCanceledException &&
  error.CancellationReasons?.some(({ Code }) => Code === 'ConditionalCheckFailed') === true;

type Cancelled = { CancellationReasons?: { Code?: string }[] };

export function isContention(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (CONTENTION.has(error.name)) return true;
  const reasons = (error as Cancelled).CancellationReasons ?? [];
  const refused = reasons.some((reason) => reason.Code === 'ConditionalCheckFailed');
  return !refused && reasons.some((reason) => reason.Code === 'TransactionConflict');
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } };
  const reasons = (error as Cancelled).CancellationReasons ?? [];
  return (
    BUSY.has(error.name) ||
    ($metadata?.httpStatusCode ?? 0) >= 500 ||
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EPROTO)/.test(code ?? '') ||
    reasons.some((reason) => reason.Code === 'ThrottlingError' || reason.Code === 'ProvisionedThroughputExceeded')
  );
}
