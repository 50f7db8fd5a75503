/** What is known of a collection after some of its tellings, also where an earlier version has told it. */
import { describe, expect, it } from 'vitest';
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
  ...{ id, sequence, telling: sequence, toldAt: AT },
  ...(facts && { facts: JSON.stringify(facts) }),
});
const known = (mark: string) => ({ journal: [], mark });

describe('the facts', () => {
  it('are those of the last telling of some', async () => {
    const told = [row(1, known('first')), row(2), row(3, known('third'))];
    const upTo = async (number: number) =>
      (await factsUpTo(portsOf(), { ref, told }, ({ sequence }) => sequence <= number)) as
        | { mark?: string }
        | undefined;
    expect(await upTo(0)).toBeUndefined();
    expect(await Promise.all([1, 2, 3].map(async (number) => (await upTo(number))?.mark))).toEqual([
      'first',
      'first',
      'third',
    ]);
  });

  it('of an earlier version are made anew, and kept with their telling; others are not written again', async () => {
    const ports = portsOf();
    const facts = await factsUpTo(ports, { ref, told: [row(1, { country: 'NG' }), row(2)] }, () => true);
    expect(facts?.journal).toHaveLength(1);
    expect(ports.kept).toEqual([[1, JSON.stringify(facts)]]);
    await factsUpTo(ports, { ref, told: [row(1, facts)] }, () => true);
    expect(ports.kept).toHaveLength(1);
  });
});
