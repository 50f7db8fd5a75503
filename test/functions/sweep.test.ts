/** The sweeper queues the run of every collection that is overdue, and no other, whatever fails. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sweep as makeSweep, sweep } from '#functions/scheduled/sweep.ts';
import { clock as systemClock } from '#lib/clock.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type StubAws, stubAwsFor } from '#test/channels/stub-aws.ts';
import { aStored } from '#test/store/a-claim.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { runCollection } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';

const handler = makeSweep(service);

useTable();
const logs = captureLogs();
const clock = useClock(new Date('2026-03-01T09:25:00.001Z'));

let stub: StubAws;
beforeAll(async () => {
  stub = await stubAwsFor('scheduler');
  process.env['AWS_ENDPOINT_URL_SQS'] = stub.url;
});
beforeEach(() => {
  stub.received.length = 0;
  stub.reply = { status: 200, body: { Attributes: { ApproximateNumberOfMessages: '3' } } };
});
type Sent = { Entries?: { MessageBody: string; MessageGroupId?: string }[] };
const entries = () => stub.received.flatMap(({ body }) => (body as Sent).Entries ?? []);
const queued = () => entries().map(({ MessageBody }) => JSON.parse(MessageBody).collection);

describe('the sweeper', () => {
  it('the sweeper does nothing when nothing is overdue', async () => {
    expect(await handler()).toEqual({ swept: 0 });
    expect(logs.lines).toEqual([]);
  });

  it('the sweeper queues runs that are over two minutes overdue, grouped by account', async () => {
    const overdue = await aStored({ nextRunAt: '2026-03-01T09:23:00.000Z' });
    await aStored({ nextRunAt: '2026-03-01T09:23:00.001Z' });
    const ended = await aStored({ nextRunAt: '2026-03-01T09:00:00.000Z' });
    await saveStatus(table, ended.ref, { from: ['pending'], to: 'completed', updatedAt: ended.expiresAt, events: [] });
    expect(await handler()).toEqual({ swept: 1 });
    expect(entries()).toEqual([
      {
        Id: '0',
        MessageBody: JSON.stringify({ collection: overdue.id }),
        DelaySeconds: 0,
        MessageGroupId: overdue.ref.account,
      },
    ]);
    expect(stub.received.map(({ headers }) => headers['x-amz-target'])).toEqual([
      'AmazonSQS.GetQueueAttributes',
      'AmazonSQS.SendMessageBatch',
    ]);
    expect(logs.lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'WARN', event: 'run_swept', runs_swept: 1 },
    ]);
  });

  it('what does not fit on a page of its shard is queued in the same sweep, until so many wait that the next sweep would queue them again', async () => {
    const pages = [
      { ids: ['pay_1', 'pay_2'], unread: 0, next: { 'DUE#1': { pk: 'a' } } },
      { ids: ['pay_3'], unread: 0, next: { 'DUE#1': { pk: 'b' } } },
      { ids: ['pay_4'], unread: 0 },
    ];
    const asked: unknown[] = [];
    const sweeps = (waiting: number) => {
      const left = pages.values();
      asked.length = 0;
      return sweep({
        ...service,
        waitingRuns: async () => waiting,
        queueRuns: async () => 0,
        findOverdueRuns: async (_before: Date, options: object) => {
          asked.push(options);
          return left.next().value ?? { ids: [], unread: 0 };
        },
      } as never)();
    };
    expect(await sweeps(0)).toEqual({ swept: 4 });
    expect(asked).toMatchObject([{}, { after: { 'DUE#1': { pk: 'a' } } }, { after: { 'DUE#1': { pk: 'b' } } }]);
    for (const waiting of [9_998, 10_000]) expect(await sweeps(waiting)).toEqual({ swept: 2 });
  });

  it('the sweeper queues nothing while ten thousand runs are waiting, because it would queue the same again', async () => {
    await aStored({ nextRunAt: '2026-03-01T09:00:00.000Z' });
    stub.reply = { status: 200, body: { Attributes: { ApproximateNumberOfMessages: '10001' } } };
    expect(await handler()).toEqual({ swept: 0 });
    expect(queued()).toEqual([]);
    expect(logs.lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'sweep_skipped', waiting: 10_001 }]);
  });

  it('the sweeper no longer finds a collection after its run has set the next run or ended it', async () => {
    const { account } = await aTenant();
    const due = { account: account.id, nextRunAt: '2026-03-01T09:00:00.000Z' };
    const first = await aStored({ ...due, reference: 'A' });
    await aStored({ ...due, reference: 'B', expiresAt: '2026-03-02T09:00:00.000Z' });
    clock.advance(60);
    await handler();
    const mine = queued()
      .map(String)
      .filter((id) => id.includes(account.id));
    expect(mine).toHaveLength(2);
    for (const collection of mine) await runCollection({ collection });
    expect((await getCollection(table, first.ref))?.status).toBe('expired');
    stub.received.length = 0;
    await handler();
    expect(queued().filter((id) => String(id).includes(account.id))).toEqual([]);
  });
});

describe('the sweeper beside failures', () => {
  const overdue = Array.from({ length: 45 }, (_, index) => `pay_${index}`);
  type Dependencies = Parameters<typeof sweep>[0];
  const sweeping = (given: Partial<Dependencies>) =>
    sweep({
      ...service,
      findOverdueRuns: async () => ({ ids: overdue, unread: 0 }),
      findDueErasures: async () => ({ ids: [], unread: 0 }),
      waitingRuns: async () => 0,
      queueRuns: async () => 0,
      clock: systemClock,
      ...given,
    })();

  it('the sweeper sends ten runs at a time', async () => {
    const sizes: number[] = [];
    const queueRuns = async (runs: readonly unknown[]) => {
      sizes.push(runs.length);
      return 0;
    };
    expect(await sweeping({ queueRuns })).toEqual({ swept: 45 });
    expect(sizes).toEqual([10, 10, 10, 10, 5]);
  });

  it('a batch that cannot be queued stops no other batch, and the sweep fails for all to see', async () => {
    let batches = 0;
    const queueRuns = async () => {
      batches += 1;
      if (batches === 2) throw new Error('no');
      return batches === 3 ? 4 : 0;
    };
    await expect(sweeping({ queueRuns })).rejects.toThrow('14 not queued, 0 shards not read');
    expect(batches).toBe(5);
    expect(logs.lines.map((line) => JSON.parse(line))).toMatchObject([{ event: 'run_swept', runs_swept: 31 }]);
  });

  it('the sweep fails after it has queued what it could read', async () => {
    const findOverdueRuns = async () => ({ ids: ['pay_1'], unread: 2 });
    await expect(sweeping({ findOverdueRuns })).rejects.toThrow('0 not queued, 2 shards not read');
    expect(logs.events()).toEqual(['run_swept']);
  });

  it('the sweep fails when the queue cannot be asked', async () => {
    await expect(sweeping({ waitingRuns: () => Promise.reject(new Error('no')) })).rejects.toThrow('no');
  });

  it('every second sweep begins with the latest, so that runs that always fail do not hide the others', async () => {
    const order: unknown[] = [];
    const findOverdueRuns: Dependencies['findOverdueRuns'] = async (_before, { newestFirst } = {}) => {
      order.push(newestFirst);
      return { ids: [], unread: 0 };
    };
    for (let minute = 0; minute < 3; minute += 1) {
      await sweeping({ findOverdueRuns });
      clock.advance(1);
    }
    expect(new Set(order)).toEqual(new Set([true, false]));
    expect(order[0]).toBe(order[2]);
  });
});
