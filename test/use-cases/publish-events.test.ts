/** Telling events, with a store in memory: crashes, races and torn reads. */
import { describe, expect, it } from 'vitest';
import { type ToldEvent, type ToldRecord, toldAfter } from '#lib/domain/feed.ts';
import { newEndpoint, newEndpointId } from '#lib/domain/webhook/endpoint.ts';
import type { ItemToPut } from '#lib/use-cases/finish-telling.ts';
import { type PublishPorts, publishEvents, tellEndpoints } from '#lib/use-cases/publish-events.ts';

const REF = { account: 'a', hash: 'h' };
const START = Date.parse('2026-03-01T09:00:00.000Z');
const CHANGED = new Date(START);
type History = { collection: { entryCount: number }; entries: readonly never[]; ids: readonly string[] };
type Ports = PublishPorts<History, string>;
type Row = { ids: string[]; toldAt: string };

/** `rows`: by the number of their first event. */
function aStore() {
  const rows = new Map<number, Row>();
  const feed: ToldEvent[] = [];
  const deliveries = new Map<string, ItemToPut>();
  const queued: string[] = [];
  let ms = START;
  const now = () => {
    ms += 1;
    return new Date(ms);
  };
  const sleep = async (wait: number) => {
    ms += wait;
  };
  return { rows, feed, deliveries, queued, clock: { now, sleep } };
}

type Store = ReturnType<typeof aStore>;

const recordsIn = ({ rows }: Store): ToldRecord[] =>
  [...rows]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([telling, { ids, toldAt }]) =>
      ids.map((id, index) => ({ id, telling, sequence: telling + index, toldAt: toldAfter(toldAt, index) })),
    );

const place = ({ toldAt, sequence, id }: Pick<ToldEvent, 'toldAt' | 'sequence' | 'id'>) =>
  `${toldAt} ${sequence} ${id}`;

/** `ids` are the events that the history shows. */
function portsOf(store: Store, ids: readonly string[], given: Partial<Ports> = {}): Ports {
  const { rows, feed, deliveries, queued, clock } = store;
  const deliveriesOf = (receivers: readonly string[], { id, body }: ToldEvent): ItemToPut[] =>
    receivers.map((pk) => ({ pk, sk: id, body }));
  return {
    clock,
    getHistory: async () => ({ collection: { entryCount: 0 }, entries: [], ids }),
    getTold: async () => recordsIn(store),
    toTellables: ({ ids: shown }) => shown.map((id) => ({ id, type: 't', render: (sequence) => `${id} ${sequence}` })),
    takeNumbers: async ([first, ...others]) => {
      if (rows.has(first.sequence)) return 'lost';
      rows.set(first.sequence, { ids: [first, ...others].map(({ id }) => id), toldAt: first.toldAt });
      return 'taken';
    },
    feed: async (event) => {
      const there = feed.find((known) => place(known) === place(event));
      if (there === undefined) feed.push(event);
      return there ?? event;
    },
    getFed: async (_place, told) => {
      const fed = told.map((each) => feed.find((known) => place(known) === place(each)));
      const missing = fed.indexOf(undefined);
      return fed.slice(0, missing === -1 ? fed.length : missing) as ToldEvent[];
    },
    untell: async (_ref, [first, ...others], kept) => {
      const row = rows.get(first.sequence);
      if (row?.toldAt !== first.toldAt || row.ids.length !== 1 + others.length) return false;
      if (kept === 0) rows.delete(first.sequence);
      else row.ids.length = kept;
      return true;
    },
    findUnstored: async (receivers, told) =>
      told.flatMap((event) => deliveriesOf(receivers, event)).filter(({ pk, sk }) => !deliveries.has(`${pk} ${sk}`)),
    putDeliveries: async (items) => {
      for (const item of items)
        if (!deliveries.has(`${item.pk} ${item.sk}`)) deliveries.set(`${item.pk} ${item.sk}`, item);
    },
    toFacts: () => 'facts',
    announceNews: async () => {},
    keepAttention: async () => {},
    getReceivers: async (account) => [account],
    deliveriesOf,
    queueDeliveries: async (items) => {
      expect(items.filter(({ pk, sk }) => !deliveries.has(`${pk} ${sk}`))).toEqual([]);
      queued.push(...items.map(({ sk }) => sk));
    },
    ...given,
  };
}

function world(ids: readonly string[], given: Partial<Ports> = {}) {
  const store = aStore();
  const ports = portsOf(store, ids, given);
  return { ...store, store, ports, publish: () => publishEvents(ports, REF, CHANGED) };
}

const bodies = (told: readonly ToldEvent[]) => told.map(({ body }) => body);

describe('publishEvents', () => {
  it('tells what was not told, in the order of the history, and queues the deliveries of each after it is stored', async () => {
    const { feed, queued, deliveries, publish } = world(['a', 'b', 'c']);
    expect(bodies(await publish())).toEqual(['a 1', 'b 2', 'c 3']);
    expect([queued, [...deliveries.keys()]]).toEqual([
      ['a', 'b', 'c'],
      ['a a', 'a b', 'a c'],
    ]);
    expect(await publish()).toEqual([]);
    expect([bodies(feed), queued.length]).toEqual([['a 1', 'b 2', 'c 3'], 3]);
  });

  it('what is told together rises in time, so that the feed and the deliveries keep the order', async () => {
    const { feed, publish } = world(['a', 'b', 'c']);
    await publish();
    const instants = feed.map(({ toldAt }) => toldAt);
    expect(instants).toEqual(instants.toSorted());
    expect(new Set(instants).size).toBe(3);
  });

  it('twenty are told together, and no more', async () => {
    for (const [count, tellings] of [
      [20, [1]],
      [21, [1, 21]],
      [45, [1, 21, 41]],
    ] as const) {
      const ids = Array.from({ length: count }, (_, index) => `e${index}`);
      let reads = 0;
      const { rows, feed, ports, publish } = world(ids);
      const { getTold } = ports;
      ports.getTold = (ref) => {
        reads += 1;
        return getTold(ref);
      };
      await publish();
      expect([...rows.keys()]).toEqual(tellings);
      expect(reads, 'for all of them').toBe(1);
      expect(feed.map(({ id }) => id)).toEqual(ids);
    }
  });

  it('an event that appears between older ones gets the next number', async () => {
    const { store, publish } = world(['a', 'c']);
    await publish();
    expect(bodies(await publishEvents(portsOf(store, ['a', 'b', 'c']), REF, CHANGED))).toEqual(['b 3']);
  });

  it('a publisher that loses a number reads again, and goes on with what the other has left', async () => {
    const { store, ports, rows, feed, publish } = world(['a', 'b']);
    const { takeNumbers } = ports;
    ports.takeNumbers = async (events, facts) => {
      if (rows.size === 0) await publishEvents(portsOf(store, ['a']), REF, CHANGED);
      return takeNumbers(events, facts);
    };
    expect(bodies(await publish())).toEqual(['b 2']);
    expect(bodies(feed)).toEqual(['a 1', 'b 2']);
  });

  it('a publisher that always loses waits longer and longer, and gives up, so that the stream repeats the record', async () => {
    const waits: number[] = [];
    const { ports, publish } = world(['a'], { takeNumbers: async () => 'lost' });
    ports.clock = { ...ports.clock, sleep: async (ms) => void waits.push(ms) };
    await expect(publish()).rejects.toMatchObject({ code: 'service_unavailable' });
    expect(waits.slice(0, 3)).toEqual([20, 80, 180]);
    expect(Math.max(...waits)).toBe(3_000);
    const inAll = waits.reduce((sum, ms) => sum + ms);
    expect([inAll > 31_000, inAll < 45_000], 'longer than a telling is waited for, and within a minute').toEqual([
      true,
      true,
    ]);
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
    const { store, feed, publish } = world(['a']);
    await publish();
    const early = { ...store.clock, now: () => new Date('2026-03-01T08:00:00.000Z') };
    const second = await publishEvents(portsOf(store, ['a', 'b'], { clock: early }), REF, CHANGED);
    expect(second[0]?.toldAt).toBe(feed[0]?.toldAt);
  });

  it('where there is no collection, nothing is told', async () => {
    expect(await world(['a'], { getHistory: async () => undefined }).publish()).toEqual([]);
  });
});

const WRITES = ['takeNumbers', 'feed', 'putDeliveries', 'queueDeliveries', 'untell'] as const;

/** Dies before or after its `nth` write. */
function dyingAt(ports: Ports, nth: number, when: 'before' | 'after'): Ports {
  let writes = 0;
  const dies =
    (name: (typeof WRITES)[number]) =>
    async (...given: never[]) => {
      writes += 1;
      if (writes === nth && when === 'before') throw new Error('died');
      const answer = await (ports[name] as (...given: never[]) => Promise<unknown>)(...given);
      if (writes === nth) throw new Error('died');
      return answer;
    };
  return { ...ports, ...(Object.fromEntries(WRITES.map((name) => [name, dies(name)])) as Partial<Ports>) };
}

/** Each event once, in order, under numbers without gaps, and delivered as it is in the feed. */
function expectTold({ store, feed, deliveries }: ReturnType<typeof world>, ids: readonly string[]): void {
  const numbered = ids.map((id, index) => `${id} ${index + 1}`);
  expect(bodies(feed.toSorted((one, other) => (place(one) < place(other) ? -1 : 1)))).toEqual(numbered);
  expect(recordsIn(store).map(({ id, sequence }) => `${id} ${sequence}`)).toEqual(numbered);
  expect([...deliveries.values()].map(({ body }) => body)).toEqual(numbered);
}

describe('a publisher that dies', () => {
  const IDS = ['a', 'b', 'c'];

  it.each(['before', 'after'] as const)(
    '%s any of its writes leaves the rest to the next one, at once or a minute later',
    async (when) => {
      for (let nth = 1; nth <= 6; nth += 1)
        for (const pause of [0, 29_990, 60_000]) {
          const dead = world(IDS);
          await publishEvents(dyingAt(dead.ports, nth, when), REF, CHANGED).catch(() => {});
          await dead.store.clock.sleep(pause);
          await dead.publish();
          expectTold(dead, IDS);
        }
    },
  );

  it('before its deliveries are stored leaves them to the next one, which queues them', async () => {
    const dead = world(IDS);
    await publishEvents(dyingAt(dead.ports, 5, 'before'), REF, CHANGED).catch(() => {});
    expect([dead.feed.length, dead.queued]).toEqual([3, []]);
    await dead.publish();
    expect(dead.queued).toEqual(IDS);
    await dead.publish();
    expect(dead.queued).toEqual(IDS);
  });

  it('while it takes back what another has left in part leaves that to a third', async () => {
    for (let fed = 0; fed <= 2; fed += 1)
      for (const when of ['before', 'after'] as const) {
        const dead = world(IDS);
        await publishEvents(dyingAt(dead.ports, 2 + fed, 'before'), REF, CHANGED).catch(() => {});
        await dead.store.clock.sleep(60_000);
        await publishEvents(dyingAt(dead.ports, 1, when), REF, CHANGED).catch(() => {});
        await dead.publish();
        expectTold(dead, IDS);
      }
  });

  it('after it has told of a later change, too', async () => {
    const dead = world(IDS);
    await publishEvents(dyingAt(dead.ports, 3, 'before'), REF, CHANGED).catch(() => {});
    await dead.store.clock.sleep(60_000);
    await publishEvents(portsOf(dead.store, [...IDS, 'd']), REF, CHANGED);
    expectTold(dead, [...IDS, 'd']);
  });
});

describe('a publisher that meets one at work', () => {
  it('waits until the other is done, and tells nothing twice', async () => {
    const slow = world(['a', 'b']);
    const { feed } = slow.ports;
    let meanwhile: Promise<unknown> | undefined;
    const other = portsOf(slow.store, ['a', 'b', 'c'], {
      clock: {
        ...slow.store.clock,
        sleep: async (ms) => {
          await slow.store.clock.sleep(ms);
          await new Promise((resolve) => setImmediate(resolve));
        },
      },
    });
    slow.ports.feed = async (event) => {
      meanwhile ??= publishEvents(other, REF, CHANGED);
      await new Promise((resolve) => setImmediate(resolve));
      return feed(event);
    };
    await slow.publish();
    await meanwhile;
    expectTold(slow, ['a', 'b', 'c']);
  });

  it('does not put into the feed what took longer than five seconds, because a reader may pass its place', async () => {
    for (const [took, late] of [
      [4_990, false],
      [5_010, true],
    ] as const) {
      const slow = world(['a']);
      const { takeNumbers } = slow.ports;
      slow.ports.takeNumbers = async (events, facts) => {
        const taken = await takeNumbers(events, facts);
        if (slow.feed.length === 0 && Date.parse(events[0].toldAt) < START + 1_000) await slow.store.clock.sleep(took);
        return taken;
      };
      await slow.publish();
      expectTold(slow, ['a']);
      expect(Date.parse(slow.feed[0]?.toldAt ?? '') > START + 30_000).toBe(late);
    }
  });

  it('delivers an event as the other has rendered it', async () => {
    const { store, deliveries, publish } = world(['a'], { feed: async (event) => ({ ...event, body: 'other' }) });
    await publish();
    expect([...deliveries.values()].map(({ body }) => body)).toEqual(['other']);
    expect(recordsIn(store)).toHaveLength(1);
  });
});

it('an endpoint that is younger than a telling gets nothing of what was left of it', async () => {
  const at = (ms: number) => new Date(START + ms).toISOString();
  const endpoints = [0, 1, 2].map((ms) =>
    newEndpoint(
      newEndpointId('abcdefghij', new Uint8Array(16).fill(ms)),
      { url: 'https://a.example', events: ['*'] },
      new Date(at(ms)),
    ),
  );
  const { findUnstored } = tellEndpoints({
    deliveryItem: (_ref, { endpoint: pk, event: sk }) => ({ pk, sk }),
    findUnstored: async (items) => [...items],
    queueWebhooks: async () => {},
  });
  const event = { ref: REF, id: 'evt_1', type: 't', sequence: 1, toldAt: at(1), body: '{}' };
  expect((await findUnstored(endpoints, [event])).map(({ pk }) => pk)).toEqual(
    endpoints.slice(0, 2).map(({ id }) => id),
  );
});

describe('what was told before a change', () => {
  it('is not looked at, but for fifteen seconds, by which clocks may differ', async () => {
    const { store, feed, publish } = world(['a']);
    await publish();
    const toldAt = Date.parse(feed[0]?.toldAt ?? '');
    for (const [after, looks] of [
      [15_000, 1],
      [15_001, 0],
    ] as const) {
      let looked = 0;
      const ports = portsOf(store, ['a']);
      const { getFed } = ports;
      ports.getFed = (from, told) => {
        looked += 1;
        return getFed(from, told);
      };
      await publishEvents(ports, REF, new Date(toldAt + after));
      expect(looked).toBe(looks);
    }
  });
});
