/** Counting skips nothing, however many events share a millisecond, whatever their order, and wherever it dies. */
import { describe, expect, it } from 'vitest';
import { getBook } from '#functions/api/get-book.ts';
import { countInsights } from '#functions/scheduled/count-insights.ts';
import { BookResponse } from '#lib/contract/book.ts';
import { eventId } from '#lib/domain/ids.ts';
import { factsOf } from '#lib/domain/insights/facts.ts';
import { feed } from '#lib/store/event/feed.ts';
import { takeNumbers } from '#lib/store/event/told.ts';
import { readJournal } from '#lib/store/insights/journal.ts';
import { markNews } from '#lib/store/insights/news.ts';
import { table } from '#lib/store/table/live-table.ts';
import { interceptSend } from '#test/store/intercept-send.ts';
import { aCollection, CREATED_AT } from '#test/support/a-collection.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';

useTable();
captureLogs();
const clock = useClock(CREATED_AT);
const count = countInsights(service);
const book = getBook(service);

/** Each is of a collection of its own, and all are told at once. */
async function toldAtOnce({ account }: Tenant, number: number): Promise<void> {
  const toldAt = clock.now.toISOString();
  await Promise.all(
    Array.from({ length: number }, async (_, index) => {
      const collection = aCollection({ account: account.id, reference: `${account.id}-${index}` });
      const { ref, id } = collection;
      const facts = factsOf({ collection, attempts: [], entries: [], events: [], replies: [] }, {}, clock.now);
      const body = JSON.stringify({ sequence: 1, data: { collection: { id } } });
      const event = {
        ref,
        id: eventId(id, 'collection.created'),
        type: 'collection.created',
        sequence: 1,
        toldAt,
        body,
      };
      await takeNumbers(table, [event], JSON.stringify(facts));
      await feed(table, event);
    }),
  );
  await markNews(table, account.id, clock.now);
  clock.advance(7);
}

/** Once before each write, and once after it, before it is known. */
function dyingAtEachWrite(): void {
  let dies = 2;
  interceptSend(async (command, send) => {
    if (command.constructor.name !== 'TransactWriteCommand') return send();
    dies -= 1;
    if (dies === 1) throw new Error('died');
    const sent = await send();
    if (dies === 0) {
      dies = 2;
      throw new Error('died');
    }
    return sent;
  });
}

async function countedInTheEnd(): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    try {
      await count();
      return;
    } catch (error) {
      expect((error as Error).message).toContain('1 accounts failed');
    }
  }
  throw new Error('it never ended');
}

describe.each([1, 2, 79, 80, 81, 160, 161])('of %d events in one millisecond', (number) => {
  it('each is counted once, though the counter dies before and after each write', async () => {
    const tenant = await aTenant({ country: 'NG', createdAt: CREATED_AT });
    await toldAtOnce(tenant, number);
    dyingAtEachWrite();
    await countedInTheEnd();
    const { currencies, asOf } = dataOf(await invoke(book, { key: tenant.key }), BookResponse);
    expect(currencies).toMatchObject([{ count: number, outstanding: { value: number * 45_000 } }]);
    expect(asOf).toBe(clock.now.toISOString());
    const range = { generation: 1, from: '2026-01-01', to: '2026-12-31', limit: 100 };
    const { rows } = await readJournal(table, tenant.account.id, range);
    expect(new Set(rows.flatMap(({ entries }) => entries.map(({ collection }) => collection))).size).toBe(number);
    expect(rows.flatMap(({ entries }) => entries)).toHaveLength(number);
  });
});
