/** Told events in the table: their numbers, their places in the feed and their deliveries are written together, or not at all. */
import { expect, it } from 'vitest';
import type { ToldEvent } from '#lib/domain/feed.ts';
import { feedKey } from '#lib/store/event/keys.ts';
import { getTold, tell } from '#lib/store/event/told.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTable } from '#test/support/dynamodb.ts';

useTable();

const AT = '2026-03-01T09:00:00.000Z';
let collections = 0;
const aRef = () => {
  collections += 1;
  return { account: 'abcdefghij', hash: String(collections).padStart(25, '0') };
};
const event = (ref: ToldEvent['ref'], id: string, sequence: number, toldAt = AT): ToldEvent => ({
  ...{ ref, id: `evt_${id.padStart(25, '0')}`, type: 'payment.received', sequence, toldAt, body: `{"id":"${id}"}` },
});
const isInFeed = async (told: ToldEvent) => (await table.getItem(feedKey(told))) !== undefined;

it('of two publishers that tell under one number one wins, and nothing of the other is written', async () => {
  const ref = aRef();
  const [mine, other] = [event(ref, 'mine', 1), event(ref, 'other', 1)];
  const delivery = { pk: 'DELIVERY', sk: ref.hash };
  expect(await tell(table, [mine], [], 'facts')).toBe('told');
  expect(await tell(table, [other, event(ref, 'next', 2)], [delivery], 'others')).toBe('lost');
  expect(await getTold(table, ref)).toEqual([{ id: mine.id, sequence: 1, telling: 1, toldAt: AT, facts: 'facts' }]);
  expect([await isInFeed(mine), await isInFeed(other)]).toEqual([true, false]);
  expect(await table.getItem(delivery)).toBeUndefined();
});

it('what is told together has its numbers and instants one by one, and the facts with the first', async () => {
  const ref = aRef();
  const later = (ms: number) => new Date(Date.parse(AT) + ms).toISOString();
  const events = [event(ref, 'a', 1), event(ref, 'b', 2, later(1)), event(ref, 'c', 3, later(2))] as const;
  expect(await tell(table, events, [], 'facts')).toBe('told');
  expect(await getTold(table, ref)).toEqual([
    { id: events[0].id, sequence: 1, telling: 1, toldAt: AT, facts: 'facts' },
    { id: events[1].id, sequence: 2, telling: 1, toldAt: later(1) },
    { id: events[2].id, sequence: 3, telling: 1, toldAt: later(2) },
  ]);
  expect(await Promise.all(events.map(isInFeed))).toEqual([true, true, true]);
});
