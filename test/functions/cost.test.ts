/** The cost of each request: sequential round trips to DynamoDB, and the capacity they consume. */
import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { table } from '#lib/store/table/live-table.ts';
import { type Answer, aRequest, type Business, openBusiness } from '#test/support/business.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Item, sizeOf } from '#test/support/item-size.ts';

type Call = { operation: string; trip: number; ended: boolean; units: number };
type Input = { TransactItems?: { Put?: { Item?: Item } }[] };
type Output = { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] };

const WATCHER = 'watchCost';

/** Watches every call until the end of the test. */
function watchCost() {
  const calls: Call[] = [];
  table.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const ended = calls.filter((call) => call.ended).map(({ trip }) => trip);
        const operation = String(commandName).replace('Command', '');
        const call: Call = { operation, trip: 1 + Math.max(0, ...ended), ended: false, units: 0 };
        calls.push(call);
        const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' };
        const result = await next({ ...args, input }).finally(() => Object.assign(call, { ended: true }));
        call.units = unitsOfTransaction(input as Input) ?? unitsReported(result.output as Output);
        return result;
      },
    { step: 'initialize', name: WATCHER, override: true },
  );
  onTestFinished(() => void table.client.middlewareStack.remove(WATCHER));

  const unitsOf = (kind: RegExp) => calls.filter(({ operation }) => kind.test(operation)).reduce(addUnits, 0);
  return {
    /** The operations of each trip. */
    trips: () =>
      [...new Set(calls.map(({ trip }) => trip))].map((number) =>
        calls.filter(({ trip }) => trip === number).map(({ operation }) => operation),
      ),
    readUnits: () => unitsOf(/Get|Query/),
    writeUnits: () => unitsOf(/Put|Update|Write/),
  };
}

const addUnits = (sum: number, { units }: { units: number }): number => sum + units;

const unitsReported = ({ ConsumedCapacity: consumed = [] }: Output): number =>
  [consumed].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

const unitsOfTransaction = ({ TransactItems }: Input): number | undefined =>
  TransactItems?.reduce((sum, { Put }) => sum + 2 * Math.ceil(sizeOf(Put?.Item) / 1024), 0);

useTable();

let business: Business;
let id: string;
/** 260 collections fill six segments: pages lie in the newest segment, in full ones, and across three of them. */
beforeAll(async () => {
  business = await openBusiness('NG');
  for (let batch = 0; batch < 13; batch += 1) {
    const creates = Array.from({ length: 20 }, (_, n) => business.create(aRequest(`INV-${batch * 20 + n}`)));
    id = (await Promise.all(creates))[0]?.body.data.id;
  }
});

async function costOf(ask: () => Promise<Answer>) {
  const watch = watchCost();
  const { status } = await ask();
  return { status, trips: watch.trips(), read: watch.readUnits(), write: watch.writeUnits() };
}

/** The first trip of every create: the API key, and in parallel everything else that the create reads. */
const KEY_AND_ALL_ELSE = ['GetItem', 'GetItem', 'Query', 'GetItem', 'GetItem', 'BatchGetItem'];
// The database of the tests counts nothing for the two items of the batch, which are not there; AWS counts one each.

describe('reading', () => {
  it('reading a collection takes one trip, which reads the API key and the collection in parallel', async () => {
    const cost = await costOf(() => business.get(id));
    expect(cost).toEqual({ status: 200, trips: [['GetItem', 'Query']], read: 2, write: 0 });
  });

  it('reading the providers takes one trip', async () => {
    const cost = await costOf(() => business.listProviders());
    expect(cost).toEqual({ status: 200, trips: [['GetItem', 'GetItem']], read: 2, write: 0 });
  });

  it.each([
    { page: 1, limit: 10, read: 12 },
    { page: 1, limit: 50, read: 52 },
    { page: 1, limit: 100, read: 102 },
    { page: 2, limit: 50, read: 52 },
  ])(
    'reading page $page of $limit near the start takes two trips and $read units: key, segments, and each collection',
    async (asked) => {
      const cost = await costOf(() => business.list(asked.page, asked.limit));
      expect(cost).toEqual({
        status: 200,
        trips: [['GetItem', 'Query'], ['BatchGetItem']],
        read: asked.read,
        write: 0,
      });
    },
  );

  it('reading a page past the end takes one trip', async () => {
    const cost = await costOf(() => business.list(1_000_000, 100));
    expect(cost).toEqual({ status: 200, trips: [['GetItem', 'Query']], read: 2, write: 0 });
  });
});

describe('a create', () => {
  it('a create for a known contact takes three trips and five write units, three of them for the indexes', async () => {
    const cost = await costOf(() => business.create(aRequest('KNOWN')));
    expect(cost).toEqual({ status: 201, trips: [KEY_AND_ALL_ELSE, ['PutItem'], ['UpdateItem']], read: 4.5, write: 5 });
  });

  it('a create for a new contact takes four trips and ten write units, links, metadata and an idempotency key included', async () => {
    const metadata = { description: 'School fees, second term', student: 'Chidi Obi' };
    const body = { ...aRequest('NEW', 2), metadata, payable: { enabled: true }, followUp: { enabled: true } };
    const cost = await costOf(() => business.create(body, 'key-1'));
    const trips = [KEY_AND_ALL_ELSE, ['TransactWriteItems'], ['PutItem'], ['UpdateItem']];
    expect(cost).toEqual({ status: 201, trips, read: 4.5, write: 10 });
  });

  it('a create with a taken reference takes no more trips than one with a new reference', async () => {
    const { status, trips } = await costOf(() => business.create(aRequest('INV-1')));
    expect({ status, trips }).toEqual({ status: 409, trips: [KEY_AND_ALL_ELSE, ['PutItem'], ['UpdateItem']] });
  });
});

describe('changing', () => {
  // The first request with a body in a process loads its reader, which takes longer than the check of its key.
  beforeAll(async () => {
    for (const ask of [business.setStatus, business.update, business.pause, business.promise, business.updateProvider])
      await ask('nobody', {} as never);
    await business.send('nobody');
    await business.createProvider('?');
  });

  it('changing a status takes two trips and one write unit, one more to leave the index of what is due, and two to move in the index by status', async () => {
    const cost = await costOf(() => business.setStatus(id, 'completed'));
    expect(cost).toEqual({ status: 200, trips: [['GetItem', 'GetItem'], ['UpdateItem']], read: 2, write: 4 });
  });

  it('setting a status that is already set takes one trip and writes nothing', async () => {
    const cost = await costOf(() => business.setStatus(id, 'completed'));
    expect(cost).toEqual({ status: 200, trips: [['GetItem', 'GetItem']], read: 2, write: 0 });
  });

  it('creating a provider takes two trips and one write unit', async () => {
    const cost = await costOf(() => business.createProvider('paystack'));
    expect(cost).toEqual({ status: 201, trips: [['GetItem', 'GetItem'], ['UpdateItem']], read: 2, write: 1 });
  });
});

describe('changing a plan', () => {
  useChannels();
  const clock = useClock(new Date('2030-03-04T09:00:00.000Z'));
  const tomorrow = (): string => new Date(clock.now.getTime() + 86_400_000).toISOString();
  const TRIPS = [['GetItem', 'Query', 'GetItem'], ['BatchGetItem'], ['UpdateItem']];
  let followed: string | undefined;

  // The clock is stopped for each test, not for a hook before all of them.
  beforeEach(async () => {
    if (followed !== undefined) return;
    const body = { ...aRequest('FOLLOWED'), expiresIn: 10_080, followUp: { startAfter: 1_440, cadence: 'daily' } };
    followed = (await business.create(body)).body.data.id;
  });

  it.each<[string, (id: string) => Promise<Answer>]>([
    ['correcting a collection', (of) => business.update(of, { expiresIn: 20_160 })],
    ['pausing follow-ups', (of) => business.pause(of)],
    ['resuming follow-ups', (of) => business.resume(of)],
    ['asking for a reminder', (of) => business.send(of)],
    ['recording a promise', (of) => business.promise(of, tomorrow())],
  ])(
    '%s takes three trips: key, partition and account, then the reach of the addresses, then the write',
    async (_what, change) => {
      const { status, trips, write } = await costOf(() => change(followed ?? ''));
      expect([200, 202]).toContain(status);
      expect(trips).toEqual(TRIPS);
      expect(write).toBeLessThanOrEqual(4);
    },
  );
});
