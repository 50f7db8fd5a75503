/** Telling events, with a store in memory: crashes, races and torn reads. */
import { describe, expect, it } from 'vitest';
import type { ToldEvent } from '#lib/domain/feed.ts';
import type { ItemToPut } from '#lib/use-cases/finish-telling.ts';
import { type PublishPorts, publishEvents } from '#lib/use-cases/publish-events.ts';

const REF = { account: 'a', hash: 'h' };
type History = { collection: { entryCount: number }; entries: readonly never[]; ids: readonly string[] };
type Ports = PublishPorts<History, string>;

/** `ids` are the events that the history shows. */
function world(ids: readonly string[], given: Partial<Ports> = {}) {
  const told: ToldEvent[] = [];
  const queued: string[] = [];
  let now = Date.parse('2026-03-01T09:00:00.000Z');
  const ports: Ports = {
    clock: {
      now: () => {
        now += 1;
        return new Date(now);
      },
      sleep: async () => {},
    },
    getHistory: async () => ({ collection: { entryCount: 0 }, entries: [], ids }),
    getTold: async () => recordsOf(told),
    getFed: async (place, records) => records.map((record) => ({ ...place, ...record, type: 't', body: '' })),
    untell: async () => true,
    findUnstored: async () => [],
    putDeliveries: async () => {},
    toTellables: ({ ids: shown }) => shown.map((id) => ({ id, type: 't', render: (sequence) => `${id} ${sequence}` })),
    tell: async (events) => {
      if (told[events[0].sequence - 1] !== undefined) return 'lost';
      told.push(...events);
      return 'told';
    },
    toFacts: () => 'facts',
    announceNews: async () => {},
    keepAttention: async () => {},
    getReceivers: async (account) => [account],
    deliveriesOf: (receivers, { id }): ItemToPut[] => receivers.map((pk) => ({ pk, sk: id })),
    queueDeliveries: async (rows) => void queued.push(...rows.map(({ sk }) => sk)),
    ...given,
  };
  return { ports, told, queued, publish: () => publishEvents(ports, REF, new Date(0)) };
}

const recordsOf = (told: readonly ToldEvent[]) => told.map((event) => ({ ...event, telling: event.sequence }));

/** So many receivers that a write has room for one event only. */
const ONE_AT_ONCE = { getReceivers: async () => Array(60).fill('r') };

const bodies = (told: readonly ToldEvent[]) => told.map(({ body }) => body);

describe('publishEvents', () => {
  it('tells what was not told, in the order of the history, and queues the deliveries of each after it is stored', async () => {
    const { told, queued, publish } = world(['a', 'b', 'c']);
    expect(bodies(await publish())).toEqual(['a 1', 'b 2', 'c 3']);
    expect(queued).toEqual(['a', 'b', 'c']);
    expect(await publish()).toEqual([]);
    expect(told).toHaveLength(3);
  });

  it('what is told together rises in time, so that the feed and the deliveries keep the order', async () => {
    const { told, publish } = world(['a', 'b', 'c']);
    await publish();
    expect(told.map(({ toldAt }) => toldAt)).toEqual(told.map(({ toldAt }) => toldAt).toSorted());
    expect(new Set(told.map(({ toldAt }) => toldAt)).size).toBe(3);
  });

  it('one write has at most a hundred items, and at least one event', async () => {
    const ids = Array.from({ length: 130 }, (_, index) => `e${index}`);
    for (const [receivers, writes] of [
      [0, 2],
      [9, 15],
      [10, 15],
      [200, 130],
    ] as const) {
      const sizes: number[] = [];
      const { ports, told, publish } = world(ids, { getReceivers: async () => Array(receivers).fill('r') });
      const { tell } = ports;
      ports.tell = (events, rows, facts) => {
        sizes.push(1 + events.length + rows.length);
        return tell(events, rows, facts);
      };
      await publish();
      expect(told.map(({ id }) => id)).toEqual(ids);
      expect(sizes).toHaveLength(writes);
      if (receivers <= 10) expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
    }
  });

  it('an event that appears between older ones gets the next number', async () => {
    const first = world(['a', 'c']);
    await first.publish();
    const { told, publish } = world(['a', 'b', 'c'], { getTold: async () => recordsOf([...first.told, ...told]) });
    expect(bodies(await publish())).toEqual(['b 3']);
  });

  it('a crash after any number of writes leaves the rest for the next invocation, each told once', async () => {
    for (let stored = 0; stored <= 3; stored += 1) {
      const { ports, told, publish } = world(['a', 'b', 'c'], ONE_AT_ONCE);
      const { tell } = ports;
      ports.tell = async (events, rows, facts) => {
        if (told.length === stored) throw new Error('crashed');
        return tell(events, rows, facts);
      };
      await publish().catch(() => {});
      ports.tell = tell;
      await publish();
      expect(bodies(told)).toEqual(['a 1', 'b 2', 'c 3']);
    }
  });

  it('a publisher that loses a number reads again, and goes on with what the other has left', async () => {
    const { ports, told, publish } = world(['a', 'b', 'c'], ONE_AT_ONCE);
    const { tell } = ports;
    let raced = false;
    ports.tell = async (events, rows, facts) => {
      if (events[0].sequence === 2 && !raced) {
        raced = true;
        await tell([{ ...events[0], id: 'b', body: 'b 2' }], [], '');
      }
      return tell(events, rows, facts);
    };
    expect(bodies(await publish())).toEqual(['a 1', 'c 3']);
    expect(bodies(told)).toEqual(['a 1', 'b 2', 'c 3']);
  });

  it('a publisher that knows only the first of several events tells the others again under no number', async () => {
    const { ports, told, publish } = world(['a', 'b', 'c']);
    const { tell } = ports;
    let raced = false;
    ports.tell = async (events, rows, facts) => {
      if (!raced) {
        raced = true;
        await tell([{ ...events[0], body: 'a 1' }], [], '');
      }
      return tell(events, rows, facts);
    };
    expect(bodies(await publish())).toEqual(['b 2', 'c 3']);
    expect(bodies(told)).toEqual(['a 1', 'b 2', 'c 3']);
  });

  it('a publisher that always loses gives up, so that the stream repeats the record', async () => {
    const { publish } = world(['a'], { tell: async () => 'lost' });
    await expect(publish()).rejects.toMatchObject({ code: 'service_unavailable' });
  });

  it('a history that lacks an entry that its collection counts is read again, and told if it stays so', async () => {
    let reads = 0;
    const torn = { collection: { entryCount: 1 }, entries: [], ids: ['a', 'effect'] };
    const { publish } = world([], {
      getHistory: async () => {
        reads += 1;
        return reads === 1 ? torn : { ...torn, collection: { entryCount: 0 }, ids: ['a', 'cause', 'effect'] };
      },
    });
    expect(bodies(await publish())).toEqual(['a 1', 'cause 2', 'effect 3']);
    expect(bodies(await world([], { getHistory: async () => torn }).publish())).toEqual(['a 1', 'effect 2']);
  });

  it('a history that lacks nothing is read once', async () => {
    let reads = 0;
    const whole = { collection: { entryCount: 1 }, entries: ['an entry' as never], ids: ['a'] };
    const getHistory = async () => {
      reads += 1;
      return whole;
    };
    expect([bodies(await world([], { getHistory }).publish()), reads]).toEqual([['a 1'], 1]);
  });

  it('the instants of telling never go back within a collection, even on a machine whose clock is behind', async () => {
    const first = world(['a']);
    await first.publish();
    const early = { ...first.ports.clock, now: () => new Date('2026-03-01T08:00:00.000Z') };
    const second = world(['a', 'b'], { getTold: async () => recordsOf(first.told), clock: early });
    expect((await second.publish())[0]?.toldAt).toBe(first.told[0]?.toldAt);
  });

  it('where there is no collection, nothing is told', async () => {
    expect(await world(['a'], { getHistory: async () => undefined }).publish()).toEqual([]);
  });
});
