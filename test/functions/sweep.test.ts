/** The sweeper: rings for every collection whose wake is long past, and for no other, whatever fails beside it. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as followUp } from '#functions/scheduled/follow-up.ts';
import { handler, sweep } from '#functions/scheduled/sweep.ts';
import { bell } from '#lib/schedule/ring.ts';
import { saveStatus } from '#lib/store/collection-state.ts';
import { getCollection } from '#lib/store/collections.ts';
import { startStubAws } from '#test/message/stub-aws.ts';
import { aStored } from '#test/store/a-claim.ts';
import { aTenant } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';

useTable();
const logs = captureLogs();
const clock = useClock(new Date('2026-03-01T09:25:00.001Z'));

let stub: Awaited<ReturnType<typeof startStubAws>>;
beforeAll(async () => {
  stub = await startStubAws();
  process.env['AWS_ENDPOINT_URL_LAMBDA'] = stub.url;
  bell.functionName = 'follow-up';
});
beforeEach(() => {
  stub.received.length = 0;
  stub.reply = { status: 202 };
});
const rung = () => stub.received.map(({ body }) => body['collection']);

describe('the sweeper', () => {
  it('is content when nothing is overdue', async () => {
    expect(await handler()).toEqual({ swept: 0 });
    expect(logs.lines).toEqual([]);
  });

  it('rings, without waiting for an answer, for what should have been woken over five minutes ago', async () => {
    const overdue = await aStored({ wakeAt: '2026-03-01T09:20:00.000Z' });
    await aStored({ wakeAt: '2026-03-01T09:20:00.001Z' });
    const ended = await aStored({ wakeAt: '2026-03-01T09:00:00.000Z' });
    await saveStatus(ended.place, { from: ['pending'], to: 'completed', updatedAt: ended.expiresAt, events: [] });
    expect(await handler()).toEqual({ swept: 1 });
    expect(rung()).toEqual([overdue.id]);
    expect(stub.received[0]?.path).toBe('/2015-03-31/functions/follow-up/invocations');
    expect(stub.received[0]?.headers['x-amz-invocation-type']).toBe('Event');
    expect(stub.received[0]?.body).toEqual({ collection: overdue.id });
    expect(logs.lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'WARN', event: 'wake_swept', wakes_swept: 1 },
    ]);
  });

  it('finds no longer what its ring has put right', async () => {
    const { account } = await aTenant();
    const due = { account: account.id, wakeAt: '2026-03-01T09:00:00.000Z' };
    const first = await aStored({ ...due, reference: 'A' });
    await aStored({ ...due, reference: 'B', expiresAt: '2026-03-02T09:00:00.000Z' });
    clock.advance(60);
    await handler();
    const mine = rung()
      .map(String)
      .filter((id) => id.includes(account.id));
    expect(mine).toHaveLength(2);
    for (const collection of mine) await followUp({ collection });
    expect((await getCollection(first.place))?.status).toBe('expired');
    stub.received.length = 0;
    await handler();
    expect(rung().filter((id) => String(id).includes(account.id))).toEqual([]);
  });
});

describe('what fails beside it', () => {
  const overdue = Array.from({ length: 45 }, (_, index) => `pay_${index}`);
  const now = () => clock.now.getTime();
  async function* inPages(...pages: (readonly string[])[]) {
    for (const page of pages) yield [...page];
  }

  it('keeps no other collection from its ring, and is told of', async () => {
    const rings: string[] = [];
    const ring = async (id: string) => {
      if (Number(id.slice(4)) % 9 === 0) throw new Error('no');
      rings.push(id);
    };
    expect(await sweep({ findOverdueWakes: () => inPages(overdue), ring, now })()).toEqual({ swept: 40 });
    expect(rings).toHaveLength(40);
    expect(logs.events()).toEqual(['wake_swept', 'sweep_incomplete']);
    expect(JSON.parse(logs.lines[1] ?? '')).toMatchObject({ level: 'ERROR', left: 5 });
  });

  it('hides nothing that is due after it, however much of it there is', async () => {
    const rings: string[] = [];
    const ring = async (id: string) => {
      if (overdue.includes(id)) throw new Error('never');
      rings.push(id);
    };
    const pages = () => inPages(overdue, overdue, ['pay_behind']);
    expect(await sweep({ findOverdueWakes: pages, ring, now })()).toEqual({ swept: 1 });
    expect(rings).toEqual(['pay_behind']);
  });

  it('never has more than twenty under way at once', async () => {
    let [underWay, most] = [0, 0];
    const ring = async () => {
      underWay += 1;
      most = Math.max(most, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
    };
    await sweep({ findOverdueWakes: () => inPages(overdue), ring, now })();
    expect(most).toBe(20);
  });

  it('takes no longer than the function has: the next sweep goes on', async () => {
    const rings: string[] = [];
    const ring = async (id: string) => {
      rings.push(id);
      clock.advance(0.5);
    };
    const pages = () => inPages(['pay_1'], ['pay_2'], ['pay_3']);
    expect(await sweep({ findOverdueWakes: pages, ring, now })()).toEqual({ swept: 2 });
    expect(rings).toEqual(['pay_1', 'pay_2']);
  });

  it('is thrown when the index cannot be read', async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first page.
    async function* unreadable(): AsyncGenerator<string[]> {
      throw new Error('no');
    }
    await expect(sweep({ findOverdueWakes: unreadable, ring: async () => {}, now })()).rejects.toThrow();
  });
});
