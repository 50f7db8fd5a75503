/** What the store makes of a DynamoDB that is busy, contended, or out of reach. */
import { once } from 'node:events';
import { createServer } from 'node:net';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { clock } from '#lib/clock.ts';
import { MAX_TRIES } from '#lib/domain/errors.ts';
import { random } from '#lib/random.ts';
import { service } from '#lib/service.ts';
import { createCollection, getCollection } from '#lib/store/collection/collections.ts';
import { createContact } from '#lib/store/person/contacts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { openTable } from '#lib/store/table/table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aCollection, anAccount } from './a-collection.ts';
import { type Command, interceptSend } from './intercept-send.ts';
import { CONTENTION, cancelled, failure } from './refusals.ts';

useTable();

const live = { sleep: clock.sleep, fraction: random.fraction };
let slept: number[] = [];
beforeEach(() => {
  slept = [];
  clock.sleep = async (milliseconds) => void slept.push(milliseconds);
});
afterEach(() => {
  clock.sleep = live.sleep;
  random.fraction = live.fraction;
});

const BUSY = { code: 'service_unavailable' };
const CONTENDED = { code: 'concurrent_change' };
const lookup = { phone: '+2348031234567', email: 'ada@example.com' };
const creation = { nonce: 'n', startSegment: 0 };

describe.each(CONTENTION)('contention: %s', (name, error) => {
  it(`${name} is waited out by a plain write`, async () => {
    let left = MAX_TRIES - 1;
    interceptSend((_command, send) => (left-- > 0 ? Promise.reject(error) : send()));
    const collection = aCollection();
    expect(await createCollection(table, collection, creation)).toBeUndefined();
    expect(await getCollection(table, collection.ref)).toEqual(collection);
    expect(slept).toHaveLength(MAX_TRIES - 1);
  });

  it(`${name} is waited out by a transaction`, async () => {
    let left = 2;
    interceptSend((_command, send) => (left-- > 0 ? Promise.reject(error) : send()));
    expect(await createContact(table, anAccount().id, lookup, 'contact_1')).toBe('contact_1');
  });

  it(`${name} that lasts is a 409, after a bounded number of tries`, async () => {
    const isWrite = (command: Command) => command.constructor.name === 'TransactWriteCommand';
    const seen = interceptSend((command, send) => (isWrite(command) ? Promise.reject(error) : send()));
    await expect(createContact(table, anAccount().id, lookup, 'contact_1')).rejects.toMatchObject(CONTENDED);
    expect(seen.filter(isWrite)).toHaveLength(MAX_TRIES);
  });
});

describe('the waiting', () => {
  const failAlways = async () => {
    interceptSend(() => Promise.reject(failure('TransactionConflictException')));
    await getCollection(table, aCollection().ref).catch(() => {});
  };

  it('the wait before the next try doubles up to a limit', async () => {
    random.fraction = () => 1;
    await failAlways();
    expect(slept.slice(0, 8)).toEqual([10, 20, 40, 80, 160, 320, 400, 400]);
  });

  it('the wait before the next try is a random part of its limit, so that rival writes part', async () => {
    const fractions = [0, 0.5, 0.25, 0, 0, 0, 0.5];
    random.fraction = () => fractions.shift() ?? 0;
    await failAlways();
    expect(slept.slice(0, 7)).toEqual([0, 10, 10, 0, 0, 0, 200]);
  });
});

const HOPELESS: [string, Error][] = [
  'ThrottlingException',
  'ProvisionedThroughputExceededException',
  'RequestLimitExceeded',
  'LimitExceededException',
  'InternalServerError',
  'TimeoutError',
].map((name) => [name, failure(name)]);
HOPELESS.push(
  ['HTTP 503', failure('Whatever', 503)],
  ['a throttled transaction', cancelled('None', 'ThrottlingError')],
);
HOPELESS.push(['a transaction over capacity', cancelled('ProvisionedThroughputExceeded', 'None')]);
for (const code of ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH']) {
  HOPELESS.push([code, Object.assign(new Error(code), { code })]);
}

describe('what the SDK has given up on', () => {
  it.each(HOPELESS)('an error on which the SDK has given up is a 503 at once: %s', async (_name, error) => {
    const seen = interceptSend(() => Promise.reject(error));
    await expect(getCollection(table, aCollection().ref)).rejects.toMatchObject(BUSY);
    expect([seen.length, slept.length]).toEqual([1, 0]);
  });
});

describe('what is a fault of ours', () => {
  it.each([
    failure('ValidationException'),
    failure('ResourceNotFoundException'),
    new TypeError('x'),
    'no error at all',
  ])('a fault of ours is thrown as it is: %s', async (error) => {
    interceptSend(() => Promise.reject(error));
    await expect(getCollection(table, aCollection().ref)).rejects.toBe(error);
  });

  it('a transaction with a refused condition beside a conflict is refused, not tried again', async () => {
    const error = cancelled('ConditionalCheckFailed', 'TransactionConflict');
    const isWrite = (command: Command) => command.constructor.name === 'TransactWriteCommand';
    const seen = interceptSend((command, send) => (isWrite(command) ? Promise.reject(error) : send()));
    await expect(createContact(table, anAccount().id, lookup, 'contact_1')).rejects.toBe(error);
    expect(seen).toHaveLength(1);
  });
});

describe('copies for a log', () => {
  const copied: unknown[] = [];
  const ignore = () => {};
  const logger = { debug: ignore, info: (entry: unknown) => void copied.push(entry), warn: ignore, error: ignore };
  const command = () => new GetCommand({ TableName: table.name, Key: { pk: 'a', sk: 'b' } });
  const noLogger = table.client.config.logger;

  beforeEach(() => {
    copied.length = 0;
    table.client.config.logger = logger;
  });
  afterEach(() => {
    table.client.config.logger = noLogger;
  });

  it("the SDK's client as it comes copies each request and its answer for a log", async () => {
    const plain = new DynamoDBClient({ logger });
    await DynamoDBDocumentClient.from(plain).send(command());
    plain.destroy();
    expect(copied).toMatchObject([{ commandName: 'GetItemCommand' }]);
  });

  it('the client of the store copies no request and no answer for a log', async () => {
    await table.client.send(command());
    expect(copied).toEqual([]);
  });
});

describe('a DynamoDB that accepts connections and says nothing', () => {
  type Handler = {
    updateHttpClientConfig(key: string, value: number): void;
    httpHandlerConfigs(): { requestTimeout?: number };
    handle: (request: { hostname: string; port: number }, options: unknown) => Promise<unknown>;
  };
  const openAt = (version: string | undefined) => openTable({ ...service, settings: { ...service.settings, version } });
  const handlerOf = ({ client }: typeof table) => client.config.requestHandler as unknown as Handler;

  it('in Lambda a DynamoDB that accepts connections and never answers leaves time for a 503 of our own', async () => {
    const deployed = openAt('1');
    const handler = handlerOf(deployed);
    await getCollection(deployed, aCollection().ref);
    const limit = handler.httpHandlerConfigs().requestTimeout ?? Number.POSITIVE_INFINITY;
    const functionLimit = 10_000;
    expect((await deployed.client.config.maxAttempts()) * limit).toBeLessThan(functionLimit);
    const silent = createServer().listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    const handle = handler.handle.bind(handler);
    handler.handle = (request, options) => handle(Object.assign(request, { hostname: '127.0.0.1', port }), options);
    handler.updateHttpClientConfig('requestTimeout', 50);
    await expect(getCollection(deployed, aCollection().ref)).rejects.toMatchObject(BUSY);
    deployed.client.destroy();
    silent.close();
  });

  it('a process with many invocations waits long for an answer, because a busy machine is late with its own reading', async () => {
    const local = openAt(undefined);
    await getCollection(local, aCollection().ref);
    expect(handlerOf(local).httpHandlerConfigs().requestTimeout).toBeGreaterThan(60_000);
    const lookups = Array.from({ length: 300 }, () => getCollection(local, aCollection().ref));
    const blockedUntil = performance.now() + 2_500;
    await Promise.resolve();
    while (performance.now() < blockedUntil);
    expect((await Promise.all(lookups)).length).toBe(300);
    local.client.destroy();
  });
});
