/** The sweeper invokes the run of every collection that is long overdue, and no other, whatever fails. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { handler as followUp } from '#functions/scheduled/follow-up.ts';
import { handler, sweep } from '#functions/scheduled/sweep.ts';
import { clock as systemClock } from '#lib/clock.ts';
import { followUpFunction } from '#lib/schedule/invoke-follow-up.ts';
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
  followUpFunction.functionName = 'follow-up';
});
beforeEach(() => {
  stub.received.length = 0;
  stub.reply = { status: 202 };
});
const invoked = () => stub.received.map(({ body }) => body['collection']);

describe('the sweeper', () => {
  it('the sweeper does nothing when nothing is overdue', async () => {
    expect(await handler()).toEqual({ swept: 0 });
    expect(logs.lines).toEqual([]);
  });

  it('the sweeper invokes runs that are over five minutes overdue, without waiting for an answer', async () => {
    const overdue = await aStored({ nextRunAt: '2026-03-01T09:20:00.000Z' });
    await aStored({ nextRunAt: '2026-03-01T09:20:00.001Z' });
    const ended = await aStored({ nextRunAt: '2026-03-01T09:00:00.000Z' });
    await saveStatus(ended.ref, { from: ['pending'], to: 'completed', updatedAt: ended.expiresAt, events: [] });
    expect(await handler()).toEqual({ swept: 1 });
    expect(invoked()).toEqual([overdue.id]);
    expect(stub.received[0]?.path).toBe('/2015-03-31/functions/follow-up/invocations');
    expect(stub.received[0]?.headers['x-amz-invocation-type']).toBe('Event');
    expect(stub.received[0]?.body).toEqual({ collection: overdue.id });
    expect(logs.lines.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'WARN', event: 'run_swept', runs_swept: 1 },
    ]);
  });

  it('the sweeper no longer finds a collection after its run has set the next run or ended it', async () => {
    const { account } = await aTenant();
    const due = { account: account.id, nextRunAt: '2026-03-01T09:00:00.000Z' };
    const first = await aStored({ ...due, reference: 'A' });
    await aStored({ ...due, reference: 'B', expiresAt: '2026-03-02T09:00:00.000Z' });
    clock.advance(60);
    await handler();
    const mine = invoked()
      .map(String)
      .filter((id) => id.includes(account.id));
    expect(mine).toHaveLength(2);
    for (const collection of mine) await followUp({ collection });
    expect((await getCollection(first.ref))?.status).toBe('expired');
    stub.received.length = 0;
    await handler();
    expect(invoked().filter((id) => String(id).includes(account.id))).toEqual([]);
  });
});

describe('the sweeper beside failing runs', () => {
  const overdue = Array.from({ length: 45 }, (_, index) => `pay_${index}`);
  async function* inPages(...pages: (readonly string[])[]) {
    for (const page of pages) yield [...page];
  }

  it('a run that cannot be invoked does not stop the other runs, and is logged', async () => {
    const runs: string[] = [];
    const invokeFollowUp = async (id: string) => {
      if (Number(id.slice(4)) % 9 === 0) throw new Error('no');
      runs.push(id);
    };
    expect(await sweep({ findOverdueRuns: () => inPages(overdue), invokeFollowUp, clock: systemClock })()).toEqual({
      swept: 40,
    });
    expect(runs).toHaveLength(40);
    expect(logs.events()).toEqual(['run_swept', 'sweep_incomplete']);
    expect(JSON.parse(logs.lines[1] ?? '')).toMatchObject({ level: 'ERROR', left: 5 });
  });

  it('runs that cannot be invoked do not hide the runs after them, however many there are', async () => {
    const runs: string[] = [];
    const invokeFollowUp = async (id: string) => {
      if (overdue.includes(id)) throw new Error('never');
      runs.push(id);
    };
    const pages = () => inPages(overdue, overdue, ['pay_behind']);
    expect(await sweep({ findOverdueRuns: pages, invokeFollowUp, clock: systemClock })()).toEqual({ swept: 1 });
    expect(runs).toEqual(['pay_behind']);
  });

  it('the sweeper invokes at most twenty runs at once', async () => {
    let [underWay, max] = [0, 0];
    const invokeFollowUp = async () => {
      underWay += 1;
      max = Math.max(max, underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay -= 1;
    };
    await sweep({ findOverdueRuns: () => inPages(overdue), invokeFollowUp, clock: systemClock })();
    expect(max).toBe(20);
  });

  it('the sweeper stops within its time, and the next sweep continues', async () => {
    const runs: string[] = [];
    const invokeFollowUp = async (id: string) => {
      runs.push(id);
      clock.advance(0.5);
    };
    const pages = () => inPages(['pay_1'], ['pay_2'], ['pay_3']);
    expect(await sweep({ findOverdueRuns: pages, invokeFollowUp, clock: systemClock })()).toEqual({ swept: 2 });
    expect(runs).toEqual(['pay_1', 'pay_2']);
  });

  it('the sweeper fails when the index cannot be read', async () => {
    // biome-ignore lint/correctness/useYield: it fails before its first page.
    async function* unreadable(): AsyncGenerator<string[]> {
      throw new Error('no');
    }
    await expect(
      sweep({ findOverdueRuns: unreadable, invokeFollowUp: async () => {}, clock: systemClock })(),
    ).rejects.toThrow();
  });
});
