/** Told events in the table: their numbers, taken and taken back, and their places in the feed. */
import { describe, expect, it } from 'vitest';
import { lastTelling, type Telling, type ToldEvent, toldAfter } from '#lib/domain/feed.ts';
import { feed, getFed } from '#lib/store/event/feed.ts';
import { getTold, getToldInFeed, takeNumbers, untell } from '#lib/store/event/told.ts';
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
  ...{
    ref,
    id: `evt_${ref.hash.slice(id.length)}${id}`,
    type: 'payment.received',
    sequence,
    toldAt,
    body: `{"id":"${id}"}`,
  },
  spread: undefined,
});
const together = (ref: ToldEvent['ref'], ids: readonly string[]) =>
  ids.map((id, index) => event(ref, id, 1 + index, toldAfter(AT, index))) as [ToldEvent, ...ToldEvent[]];
const idsOf = (told: readonly { id: string }[]) => told.map(({ id }) => id.replace(/^evt_\d*/, ''));

describe('the numbers of a collection', () => {
  it('are one each, with its instant, and the facts with the first of what is told together', async () => {
    const ref = aRef();
    const events = together(ref, ['a', 'b', 'c']);
    expect(await takeNumbers(table, events, 'facts')).toBe('taken');
    expect(await getTold(table, ref)).toEqual(
      events.map(({ id, sequence, toldAt }, index) => ({
        ...{ id, sequence, telling: 1, toldAt },
        ...(index === 0 && { facts: 'facts' }),
      })),
    );
  });

  it('are of one publisher; a write that comes again, because its answer was lost, has them', async () => {
    const ref = aRef();
    const [mine, next] = together(ref, ['mine', 'next']) as [ToldEvent, ToldEvent];
    const others: [ToldEvent, ...ToldEvent[]][] = [
      [event(ref, 'other', 1)],
      [mine],
      [event(ref, 'mine', 1, toldAfter(AT, 1)), next],
      [mine, event(ref, 'other', 2, toldAfter(AT, 1))],
    ];
    expect(await takeNumbers(table, [mine, next], 'facts')).toBe('taken');
    for (const other of others) expect(await takeNumbers(table, other, 'others')).toBe('lost');
    expect(await takeNumbers(table, [mine, next], 'facts')).toBe('taken');
    expect(idsOf(await getTold(table, ref))).toEqual(['mine', 'next']);
  });

  it('of those that the feed lacks are taken back, once, and the others stay', async () => {
    for (let kept = 0; kept <= 2; kept += 1) {
      const ref = aRef();
      await takeNumbers(table, together(ref, ['a', 'b', 'c']), 'facts');
      const told = lastTelling(await getTold(table, ref)) as Telling;
      expect(await untell(table, ref, told, kept)).toBe(true);
      const left = await getTold(table, ref);
      expect(idsOf(left)).toEqual(['a', 'b', 'c'].slice(0, kept));
      expect(left[0]?.facts).toBe(kept === 0 ? undefined : 'facts');
      expect(await untell(table, ref, told, kept)).toBe(false);
    }
  });

  it('are not taken back under another instant', async () => {
    const ref = aRef();
    await takeNumbers(table, [event(ref, 'a', 1)], 'facts');
    const [first] = await getTold(table, ref);
    const other = { ...first, toldAt: toldAfter(AT, 1) } as Telling[0];
    expect(await untell(table, ref, [other], 0)).toBe(false);
    expect(await getTold(table, ref)).toHaveLength(1);
    const pair = aRef();
    await takeNumbers(table, together(pair, ['a', 'b']), 'facts');
    const [one, two] = (await getTold(table, pair)) as [Telling[0], Telling[0]];
    expect(await untell(table, pair, [{ ...one, toldAt: toldAfter(AT, 1) }, two], 1)).toBe(false);
    expect(await getTold(table, pair)).toHaveLength(2);
  });
});

describe('the feed', () => {
  it('has an event as it was first put there', async () => {
    const ref = aRef();
    const first = event(ref, 'a', 1);
    expect(await feed(table, first)).toEqual(first);
    expect(await feed(table, { ...first, body: 'another' })).toEqual(first);
  });

  it.each([undefined, true as const])('has of what was told together the first ones (spread: %s)', async (spread) => {
    const ref = aRef();
    const events = together(ref, ['a', 'b', 'c']).map((each) => ({ ...each, spread })) as [ToldEvent, ...ToldEvent[]];
    await takeNumbers(table, events, 'facts');
    const told = await getTold(table, ref);
    const [a, b, c] = events as [ToldEvent, ToldEvent, ToldEvent];
    const fed = () => getFed(table, { ref, spread }, told);
    const known = async () => idsOf(await getToldInFeed(table, ref, new Date(AT)));
    expect([await fed(), await known()]).toEqual([[], []]);
    await feed(table, a);
    expect([await fed(), await known()]).toEqual([[a], ['a']]);
    await feed(table, c);
    expect([await fed(), await known()]).toEqual([[a], ['a']]);
    await feed(table, b);
    expect([await fed(), await known()]).toEqual([
      [a, b, c],
      ['a', 'b', 'c'],
    ]);
  });

  it('is asked about what was told in the last day, and about the last telling', async () => {
    const ref = aRef();
    await takeNumbers(table, [event(ref, 'a', 1)], 'facts');
    const [dayLater, later] = [86_400_000, 86_400_001].map((ms) => new Date(Date.parse(AT) + ms)) as [Date, Date];
    expect(await getToldInFeed(table, ref, dayLater)).toEqual([]);
    expect(idsOf(await getToldInFeed(table, ref, later))).toEqual(['a']);
    await takeNumbers(table, [event(ref, 'b', 2, later.toISOString())], 'facts');
    expect(idsOf(await getToldInFeed(table, ref, later))).toEqual(['a']);
    expect(await getToldInFeed(table, aRef(), later)).toEqual([]);
  });
});
