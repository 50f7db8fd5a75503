/** What is known of a collection at a place in the feed, also where an earlier version has told it. */
import { describe, expect, it } from 'vitest';
import { placeInFeed } from '#lib/domain/feed.ts';
import { factsUpTo } from '#lib/use-cases/facts-up-to.ts';
import { aCollection, CREATED_AT } from '#test/support/a-collection.ts';

const collection = aCollection();
const { ref } = collection;
const AT = CREATED_AT.toISOString();

function portsOf() {
  const kept: [number, string][] = [];
  const history = { collection, attempts: [], entries: [], events: [], replies: [] };
  return {
    kept,
    clock: { now: () => CREATED_AT, sleep: async () => {} },
    getHistory: async () => history,
    setToldFacts: async (_ref: unknown, sequence: number, text: string) => void kept.push([sequence, text]),
  };
}

const row = (sequence: number, facts?: object, id = `evt_${sequence}`) => ({
  ...{ id, sequence, toldAt: AT },
  ...(facts && { facts: JSON.stringify(facts) }),
});
const known = (mark: string) => ({ journal: [], mark });

describe('the facts', () => {
  it('are those of the last telling up to the place, that of the same instant and number with a later id left out', async () => {
    const told = [row(1, known('first')), row(2), row(3, known('third'))];
    const at = async (place: string) =>
      (await factsUpTo(portsOf(), { ref, told }, place)) as { mark?: string } | undefined;
    const place = (sequence: number, id = `evt_${sequence}`) => placeInFeed({ toldAt: AT, sequence, id });
    expect(await at(AT)).toBeUndefined();
    expect(await at(place(1, 'evt_0'))).toBeUndefined();
    expect((await at(place(1)))?.mark).toBe('first');
    expect((await at(place(2)))?.mark).toBe('first');
    expect((await at(place(3, 'evt_2')))?.mark).toBe('first');
    expect((await at(place(3)))?.mark).toBe('third');
  });

  it('of an earlier version are made anew, and kept with their telling; others are not written again', async () => {
    const ports = portsOf();
    const place = placeInFeed(row(2));
    const facts = await factsUpTo(ports, { ref, told: [row(1, { country: 'NG' }), row(2)] }, place);
    expect(facts?.journal).toHaveLength(1);
    expect(ports.kept).toEqual([[1, JSON.stringify(facts)]]);
    await factsUpTo(ports, { ref, told: [row(1, facts)] }, place);
    expect(ports.kept).toHaveLength(1);
  });
});
