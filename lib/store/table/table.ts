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
import { concurrentChange, MAX_TRIES, serviceUnavailable, waitAfter } from '#lib/domain/errors.ts';
import { requestHandler } from '#lib/request-handler.ts';
import type { Service } from '#lib/service.ts';
import type { Key } from '#lib/store/keys.ts';
import type { Item } from './read-item.ts';

/** In Lambda a silent database becomes a 503 of our own: all tries together stay inside a function's time limit. */
function connect({ settings }: Source): DynamoDBDocumentClient {
  const limits = { connectionTimeout: 1_000, requestTimeout: 2_000 };
  const dynamoDb = new DynamoDBClient({ maxAttempts: 4, requestHandler: requestHandler(settings, limits) });
  // It copies each request and each answer for a logger that does nothing: a tenth of the processor time of a list.
  dynamoDb.middlewareStack.remove('loggerMiddleware');
  return DynamoDBDocumentClient.from(dynamoDb, { marshallOptions: { removeUndefinedValues: true } });
}

type Source = Pick<Service, 'clock' | 'random' | 'log' | 'settings'>;

type Send = DynamoDBDocumentClient['send'];

/** The first argument of every function that reads or writes the table. */
export type Table = Pick<Service, 'clock' | 'random' | 'log'> & {
  client: DynamoDBDocumentClient;
  name: string;
  /** How long the personal data of a collection that has ended is kept; undefined: until somebody asks for its erasure. */
  retentionDays: number | undefined;
  /** Sends one request; waits out contention with full jitter. @throws concurrent_change when it lasts, service_unavailable. */
  send: Send;
  /** Sends one request once, for callers that do something else when another write holds the item: {@link isContention}. */
  sendUnlessHeld: Send;
  /** Reads one item strongly. */
  getItem: (key: Key) => Promise<(Item & Key) | undefined>;
  /** Like `send`, for a write with a condition: false when the condition does not hold. */
  writeIf: (write: PutCommand | UpdateCommand | DeleteCommand) => Promise<boolean>;
  /** Reads items strongly, in no order; those that do not exist are left out. One request for each hundred, unless DynamoDB leaves keys for later. */
  batchGet: (keys: readonly Key[]) => Promise<(Item & Key)[]>;
  /** With full jitter. */
  backOff: (tried: number) => Promise<void>;
};

export function openTable(source: Source, client = connect(source)): Table {
  const { clock, random, log, settings } = source;
  const table: Table = {
    clock,
    random,
    log,
    client,
    name: settings.tableName,
    retentionDays: settings.retentionDays,
    send: ((command: GetCommand) => send(table, command)) as Send,
    sendUnlessHeld: ((command: GetCommand) => sendUnlessHeld(table, command)) as Send,
    getItem: (key) => getItem(table, key),
    writeIf: (write) => writeIf(table, write),
    batchGet: (keys) => batchGet(table, keys),
    backOff: (tried) => backOff(table, tried),
  };
  return table;
}

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

async function send(table: Table, command: GetCommand) {
  for (let tried = 1; ; tried += 1) {
    try {
      return await table.sendUnlessHeld(command);
    } catch (error) {
      if (!isContention(error)) throw error;
      if (tried === MAX_TRIES) throw concurrentChange();
      await table.backOff(tried);
    }
  }
}

async function sendUnlessHeld({ client }: Table, command: GetCommand) {
  try {
    return await client.send(command);
  } catch (error) {
    throw !isContention(error) && isBusy(error) ? serviceUnavailable() : error;
  }
}

async function getItem(table: Table, key: Key) {
  const { Item } = await table.send(new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true }));
  return Item as (Item & Key) | undefined;
}

async function writeIf(table: Table, write: PutCommand | UpdateCommand | DeleteCommand): Promise<boolean> {
  try {
    await table.send(write as PutCommand);
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

/** Of one request. */
const MAX_KEYS = 100;

async function batchGet(table: Table, keys: readonly Key[]): Promise<(Item & Key)[]> {
  const items: (Item & Key)[] = [];
  let left = keys;
  for (let tried = 0; left.length > 0; ) {
    if (tried === MAX_TRIES) throw serviceUnavailable();
    if (tried > 0) await table.backOff(tried);
    const request = { [table.name]: { Keys: left.slice(0, MAX_KEYS), ConsistentRead: true } };
    const answer = await table.send(new BatchGetCommand({ RequestItems: request }));
    items.push(...((answer.Responses?.[table.name] ?? []) as (Item & Key)[]));
    const again = (answer.UnprocessedKeys?.[table.name]?.Keys ?? []) as Key[];
    left = [...again, ...left.slice(MAX_KEYS)];
    tried = again.length > 0 ? tried + 1 : 0;
  }
  return items;
}

const backOff = ({ clock, random }: Table, tried: number): Promise<void> =>
  clock.sleep(waitAfter(tried, random.fraction()));

/** Whether a condition of a transaction did not hold, so that nothing of it was written. */
export const isRefused = (error: unknown): error is TransactionCanceledException =>
  error instanceof TransactionCanceledException &&
  error.CancellationReasons?.some(({ Code }) => Code === 'ConditionalCheckFailed') === true;

type CancelledTransaction = { CancellationReasons?: { Code?: string }[] };

export function isContention(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (CONTENTION.has(error.name)) return true;
  const reasons = (error as CancelledTransaction).CancellationReasons ?? [];
  const refused = reasons.some((reason) => reason.Code === 'ConditionalCheckFailed');
  return !refused && reasons.some((reason) => reason.Code === 'TransactionConflict');
}

function isBusy(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, $metadata } = error as { code?: string; $metadata?: { httpStatusCode?: number } };
  const reasons = (error as CancelledTransaction).CancellationReasons ?? [];
  return (
    BUSY.has(error.name) ||
    ($metadata?.httpStatusCode ?? 0) >= 500 ||
    /^(ECONN|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|ENETDOWN|EPROTO)/.test(code ?? '') ||
    reasons.some((reason) => reason.Code === 'ThrottlingError' || reason.Code === 'ProvisionedThroughputExceeded')
  );
}

/** A store function without its first argument. */
export type Bound<F> = F extends (table: Table, ...rest: infer Rest) => infer Answer
  ? (...rest: Rest) => Answer
  : never;

type StoreFunction = (table: Table, ...rest: never[]) => unknown;

/** Only of the functions that are named: a bundle holds no others. */
export const storeOf = <T extends Record<string, StoreFunction>>(table: Table, functions: T) =>
  Object.fromEntries(Object.entries(functions).map(([name, f]) => [name, (...rest: never[]) => f(table, ...rest)])) as {
    [Name in keyof T]: Bound<T[Name]>;
  };
