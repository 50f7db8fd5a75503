/** What a run that reconciles the ledger with a provider's lists asks for, books, and leaves to the next run. */
import { describe, expect, it } from 'vitest';
import type { Movement } from '#lib/domain/payment/movement.ts';
import { NEW_PERSON, type Person } from '#lib/domain/person/person.ts';
import { MAX_PAGES, missedByWebhooks, reconcileProvider } from '#lib/use-cases/reconcile-provider.ts';
import { aCollection, minutesLater } from '#test/support/a-collection.ts';
import { anEntry } from '#test/support/a-payment.ts';
import {
  account,
  aMovement,
  aReconciledCollection,
  Ledgers,
  reconcileWorld,
  sessionOf,
  target,
} from './reconciling.ts';

const NOW = minutesLater(30);
const hour = { account, target, window: 'hour' } as const;
const days = { account, target, window: 'days' } as const;
const collection = aReconciledCollection('INV-1');
const other = aReconciledCollection('INV-2');

const strangers = (count: number): Movement[] =>
  Array.from({ length: count }, (_, index) => aMovement(`shop-${index}`, [`ORDER-${index}`]));

describe('the lists', () => {
  it('the hourly run asks for the payments of the last two hours, and nothing else', async () => {
    const { ports, pages } = reconcileWorld([]);
    expect(await reconcileProvider(ports, hour)).toEqual({ listed: 0, booked: [], failed: 0 });
    expect(pages).toEqual([{ what: 'payments', from: minutesLater(-90).toISOString(), to: NOW.toISOString() }]);
  });

  it('the daily run asks for the payments, the refunds and the disputes of the last eight days, in this order', async () => {
    const { ports, pages } = reconcileWorld([]);
    await reconcileProvider(ports, days);
    const [from, to] = [minutesLater(30 - 8 * 24 * 60).toISOString(), NOW.toISOString()];
    expect(pages).toEqual(['payments', 'refunds', 'disputes'].map((what) => ({ what, from, to })));
  });

  it('every page of a list is read, with a second before each but the first', async () => {
    const { ports, pages, slept } = reconcileWorld(strangers(7), { pageSize: 3 });
    expect(await reconcileProvider(ports, hour)).toMatchObject({ listed: 7 });
    expect(pages.map(({ next }) => next)).toEqual([undefined, '3', '6']);
    expect(slept).toEqual([1000, 1000]);
  });

  it('the sandbox is asked without a pause', async () => {
    const { ports, slept } = reconcileWorld([]);
    const listMovements = async () => ({ kind: 'listed' as const, movements: [] });
    await reconcileProvider({ ...ports, listMovements }, { ...days, target: { kind: 'sandbox', id: 'prv_1' } });
    expect(slept).toEqual([]);
  });
});

describe('what is booked', () => {
  it('a payment under our session’s reference completes its collection', async () => {
    const amount = collection.amount;
    const ledgers = new Ledgers([collection]);
    const { ports } = reconcileWorld([aMovement('t-1', [sessionOf(collection)], { amount })], { ledgers });
    const { booked } = await reconcileProvider(ports, hour);
    expect(booked).toMatchObject([{ collection: collection.id, bookings: [{ entry: { provider: target.id } }] }]);
    expect(ledgers.read(collection.ref).collection).toMatchObject({ status: 'completed', received: amount.minor });
  });

  it('a payment under the merchant’s own reference counts like one of ours', async () => {
    const ledgers = new Ledgers([collection]);
    const { ports } = reconcileWorld([aMovement('t-1', ['unknown', 'INV-1'])], { ledgers });
    expect((await reconcileProvider(ports, hour)).booked).toHaveLength(1);
    expect(ledgers.read(collection.ref).collection?.received).toBe(1_000_000);
  });

  it('two payments of one collection are booked together, and those of another apart', async () => {
    const ledgers = new Ledgers([collection, other]);
    const movements = [
      aMovement('t-1', [sessionOf(collection)]),
      aMovement('t-2', ['INV-2']),
      aMovement('t-3', ['INV-1']),
    ];
    const { booked } = await reconcileProvider(reconcileWorld(movements, { ledgers }).ports, hour);
    expect(booked.map((each) => [each.collection, each.bookings.length])).toEqual([
      [collection.id, 2],
      [other.id, 1],
    ]);
  });

  it('a refund and a dispute of a payment lower what was received, under any name of its transaction', async () => {
    const ledgers = new Ledgers([collection]);
    const movements = [
      aMovement('t-1', [sessionOf(collection)]),
      aMovement('t-1', [sessionOf(collection)], {
        kind: 'refund',
        object: 'r-1',
        amount: { minor: 200_000, currency: 'NGN' },
      }),
      aMovement('t-1', ['INV-1'], { kind: 'dispute_lost', object: 'd-1', amount: { minor: 300_000, currency: 'NGN' } }),
    ];
    const { ports } = reconcileWorld(movements, { ledgers });
    await reconcileProvider(ports, days);
    expect(ledgers.read(collection.ref).collection?.received).toBe(500_000);
  });

  it('a refund that is pending lowers nothing', async () => {
    const ledgers = new Ledgers([collection]);
    const movements = [
      aMovement('t-1', ['INV-1']),
      aMovement('t-1', ['INV-1'], { kind: 'refund_pending', object: 'r-1' }),
    ];
    await reconcileProvider(reconcileWorld(movements, { ledgers }).ports, days);
    expect(ledgers.read(collection.ref).entries.map(({ kind }) => kind)).toEqual(['payment']);
  });

  it('a payment that a list reports is one that the person has made', async () => {
    const { amount } = collection;
    const whole = aMovement('t-1', ['INV-1'], { amount });
    const { ports } = reconcileWorld([whole], { ledgers: new Ledgers([collection]) });
    const paying: (Person | undefined)[] = [];
    const changePerson: typeof ports.changePerson = async (_ref, change) => paying.push(change(NEW_PERSON)) > 0;
    await reconcileProvider({ ...ports, changePerson }, hour);
    expect(paying).toMatchObject([{ payments: [{}] }]);
  });

  it('a second run over the same lists books nothing and writes nothing', async () => {
    const ledgers = new Ledgers([collection]);
    const { ports } = reconcileWorld([aMovement('t-1', ['INV-1'])], { ledgers });
    await reconcileProvider(ports, hour);
    const { writes } = ledgers;
    expect(await reconcileProvider(ports, hour)).toEqual({ listed: 1, booked: [], failed: 0 });
    expect(ledgers.writes).toBe(writes);
  });

  it('the merchant’s other transactions, and sessions of another account or provider, leave nothing behind', async () => {
    const elsewhere = aReconciledCollection('INV-3', { sessions: [{ method: 'card', provider: 'sandbox' }] });
    const ledgers = new Ledgers([elsewhere]);
    const foreign = aCollection({ account: 'zzzzzzzzzz', reference: 'INV-1' });
    const movements = [
      ...strangers(20),
      aMovement('t-1', [sessionOf(foreign)]),
      aMovement('t-2', [sessionOf(elsewhere)]),
    ];
    const { ports } = reconcileWorld(movements, { ledgers });
    expect(await reconcileProvider(ports, hour)).toEqual({ listed: 22, booked: [], failed: 0 });
    expect(ledgers.writes).toBe(0);
    expect([...ledgers.rows.values()].flatMap(({ waiting, entries }) => [...waiting, ...entries])).toEqual([]);
  });

  it('at most five collections are looked up at a time', async () => {
    let [running, most] = [0, 0];
    const world = reconcileWorld(strangers(23));
    const getLedger = async (ref: Parameters<typeof world.ports.getLedger>[0]) => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running -= 1;
      return world.ledgers.read(ref);
    };
    await reconcileProvider({ ...world.ports, getLedger }, hour);
    expect(most).toBe(5);
  });

  it('a collection that cannot be booked does not hold up the others, and is counted', async () => {
    const ledgers = new Ledgers([collection, other]);
    const { ports } = reconcileWorld([aMovement('t-1', ['INV-1']), aMovement('t-2', ['INV-2'])], { ledgers });
    const recordEntry: typeof ports.recordEntry = async (ref, booking) => {
      if (ref.hash === collection.ref.hash) throw new Error('spoilt');
      return ledgers.record(ref, booking);
    };
    const { booked, failed } = await reconcileProvider({ ...ports, recordEntry }, hour);
    expect([booked.map((each) => each.collection), failed]).toEqual([[other.id], 1]);
  });
});

describe('a run that ends early', () => {
  it.each(['busy', 'timeout', 'unauthorized'])(
    'a provider that answers %s stops the run, and keeps what was booked',
    async (reason) => {
      const ledgers = new Ledgers([collection]);
      const movements = [aMovement('t-1', ['INV-1']), ...strangers(3)];
      const { ports, pages } = reconcileWorld(movements, {
        ledgers,
        pageSize: 2,
        fails: (call) => (call === 2 ? reason : undefined),
      });
      expect(await reconcileProvider(ports, days)).toMatchObject({ listed: 2, booked: [{}], stopped: reason });
      expect(pages).toHaveLength(2);
    },
  );

  it('a run stops after four minutes, and another goes on with the page where it stopped', async () => {
    const movements = strangers(10);
    const first = reconcileWorld(movements, { pageSize: 1, callMs: 50_000 });
    const { listed, rest } = await reconcileProvider(first.ports, hour);
    expect(listed).toBe(5);
    expect(rest).toEqual({ ...first.pages[0], next: '5' });
    const second = reconcileWorld(movements, { pageSize: 1, now: minutesLater(60) });
    expect(await reconcileProvider(second.ports, { ...hour, page: rest })).toEqual({
      listed: 5,
      booked: [],
      failed: 0,
    });
    expect(second.pages[0]).toEqual(rest);
  });

  describe('a provider that says for how long it is not to be asked', () => {
    /** It says so of the first requests, whatever is asked. */
    const busy = (times: number, retryAfterMs: number, callMs = 0) => {
      const world = reconcileWorld(strangers(2), { pageSize: 1, callMs });
      let calls = 0;
      const listMovements: typeof world.ports.listMovements = async (...asked) =>
        ++calls > times ? world.ports.listMovements(...asked) : { kind: 'unavailable', reason: 'busy', retryAfterMs };
      return { ...world, ports: { ...world.ports, listMovements } };
    };

    it('is asked for the same page after that time', async () => {
      const { ports, slept, pages } = busy(1, 30_000);
      expect(await reconcileProvider(ports, hour)).toEqual({ listed: 2, booked: [], failed: 0 });
      expect([slept[0], pages.map(({ next }) => next)]).toEqual([30_000, [undefined, '1']]);
    });

    it('is left to another run when that is longer than this one has', async () => {
      const rest = { what: 'payments', to: NOW.toISOString() };
      expect(await reconcileProvider(busy(1, 241_000).ports, hour)).toMatchObject({ rest, restAfterMs: 241_000 });
    });

    it.each([
      [4, 1_000],
      [1, 3_600_001],
    ])('stops the run when it says so %i times in a row, or for %i ms', async (times, retryAfterMs) => {
      expect(await reconcileProvider(busy(times, retryAfterMs).ports, hour)).toMatchObject({ stopped: 'busy' });
    });
  });

  it('a run that has no time for the next list leaves it to another', async () => {
    const { ports } = reconcileWorld([], { callMs: 241_000 });
    const { rest } = await reconcileProvider(ports, days);
    expect(rest).toMatchObject({ what: 'refunds', to: NOW.toISOString() });
    expect(rest).not.toHaveProperty('next');
  });

  it('a run reads a limited number of pages, whatever the clock says', async () => {
    const { ports, pages } = reconcileWorld(strangers(MAX_PAGES + 1), { pageSize: 1 });
    expect((await reconcileProvider(ports, hour)).rest).toMatchObject({ next: String(MAX_PAGES) });
    expect(pages).toHaveLength(MAX_PAGES);
  });

  it('a list that repeats its page is given up', async () => {
    const { ports } = reconcileWorld([]);
    const listMovements = async () => ({ kind: 'listed' as const, movements: [], next: 'again' });
    expect(await reconcileProvider({ ...ports, listMovements }, hour)).toMatchObject({ stopped: 'repeated_page' });
  });
});

describe('the payments that no webhook has reported', () => {
  it('payments count as missed by webhooks when they are five minutes old; refunds and disputes never do', async () => {
    const ledgers = new Ledgers([collection]);
    const at = (minutes: number) => ({ at: minutesLater(minutes).toISOString() });
    const movements = [
      aMovement('old', ['INV-1'], at(25)),
      aMovement('young', ['INV-1'], at(25.1)),
      aMovement('old', ['INV-1'], { ...at(11), kind: 'refund', object: 'r-1' }),
    ];
    const { booked } = await reconcileProvider(reconcileWorld(movements, { ledgers }).ports, days);
    expect(booked.flatMap(({ bookings }) => bookings)).toHaveLength(3);
    expect(missedByWebhooks(booked, NOW)).toBe(1);
  });
});

describe('the payments that no webhook has reported', () => {
  const missed = (given: Parameters<typeof anEntry>[0]) => {
    const expected = { status: 'pending', entryCount: 0 } as const;
    const booking = { entry: anEntry(given), expected, updatedAt: NOW.toISOString(), received: 0 };
    return missedByWebhooks([{ collection: 'pay_1', bookings: [booking] }], NOW);
  };
  const earlier = (milliseconds: number) => new Date(NOW.getTime() - milliseconds).toISOString();

  it.each([
    ['a payment of five minutes ago counts as missed', 'payment', earlier(5 * 60_000), 1],
    ['a younger payment does not count, because its webhook may be under way', 'payment', earlier(5 * 60_000 - 1), 0],
    ['a refund never counts, because not every provider has a webhook for it', 'refund', earlier(60 * 60_000), 0],
  ] as const)('%s', (_what, movement, at, count) => {
    expect(missed({ movement, at })).toBe(count);
  });
});

describe('a refund or a dispute that ends after the lists of eight days have left it out', () => {
  const amount = { minor: 400_000, currency: 'NGN' };
  const paid = aMovement('t-1', [sessionOf(collection)]);
  const of = (kind: Movement['kind'], object = 'o-1') => ({ ...paid, kind, object, amount });
  const DAY = 24 * 60;

  /** Each state holds from a day on; each run is one day's. What the provider lists has the time of its beginning. */
  async function runOn(states: readonly [day: number, movements: Movement[]][], days: readonly number[]) {
    const ledgers = new Ledgers([collection]);
    const received: (number | undefined)[] = [];
    for (const day of days) {
      const [, movements = []] = states.findLast(([from]) => from <= day) ?? [];
      const { ports } = reconcileWorld([paid, ...movements], { ledgers, now: minutesLater(30 + day * DAY) });
      await reconcileProvider(ports, { account, target, window: 'days' });
      received.push(ledgers.read(collection.ref).collection?.received);
    }
    return { received, ledgers };
  }

  it.each([9, 30, 100])('a refund that is done after %i days', async (end) => {
    const states: [number, Movement[]][] = [
      [0, [of('refund_pending')]],
      [end, [of('refund')]],
    ];
    const { received, ledgers } = await runOn(states, [0, end - 1, end]);
    expect(received).toEqual([1_000_000, 1_000_000, 600_000]);
    expect(ledgers.open.size).toBe(0);
  });

  it.each([9, 30, 100])('a dispute that is lost after %i days, and won ten days later', async (end) => {
    const states: [number, Movement[]][] = [
      [0, [of('dispute')]],
      [end, [of('dispute'), of('dispute_lost')]],
      [end + 10, [of('dispute'), of('dispute_lost'), of('dispute_won')]],
    ];
    const { received, ledgers } = await runOn(states, [0, end - 1, end, end + 1, end + 10]);
    expect(received).toEqual([1_000_000, 1_000_000, 600_000, 600_000, 1_000_000]);
    expect(ledgers.open.size).toBe(0);
  });

  it('a refund that was done and failed after a month', async () => {
    const states: [number, Movement[]][] = [
      [0, [of('refund'), of('refund_pending')]],
      [30, [of('refund'), of('refund_failed')]],
    ];
    expect((await runOn(states, [0, 29, 30])).received).toEqual([600_000, 600_000, 1_000_000]);
  });

  it('each is asked about by its transaction and its id, ten on a page, with a second between two', async () => {
    const ledgers = new Ledgers([collection]);
    const begun = Array.from({ length: 12 }, (_, index) => of('dispute', `d-${10 + index}`));
    await reconcileProvider(reconcileWorld([paid, ...begun], { ledgers }).ports, days);
    const { ports, lookups, slept } = reconcileWorld([paid, ...begun], { ledgers, now: minutesLater(20 * DAY) });
    const limits: number[] = [];
    const listReturns: typeof ports.listReturns = (provider, page) => {
      limits.push(page.limit);
      return ports.listReturns(provider, page);
    };
    await reconcileProvider({ ...ports, listReturns }, days);
    expect(limits).toEqual([10, 10]);
    expect(lookups).toEqual(begun.map(({ object }) => ({ transaction: 't-1', about: 'disputes', object })));
    expect(slept).toHaveLength(3 + 1 + 10);
  });

  it('one that cannot be read is counted and kept, and the next is asked; a busy provider stops the run', async () => {
    const ledgers = new Ledgers([collection]);
    const begun = [of('dispute', 'd-1'), of('dispute', 'd-2')];
    await reconcileProvider(reconcileWorld([paid, ...begun], { ledgers }).ports, days);
    const later = reconcileWorld([paid, ...begun, of('dispute_won', 'd-2')], { ledgers, now: minutesLater(20 * DAY) });
    const failing =
      (reason: string): typeof later.ports.findMovements =>
      async (asked, lookup, within) =>
        lookup.object === 'd-1' ? { kind: 'unavailable', reason } : later.ports.findMovements(asked, lookup, within);
    const busy = { ...later.ports, findMovements: failing('busy') };
    expect(await reconcileProvider(busy, days)).toMatchObject({ stopped: 'busy', failed: 0 });
    expect(ledgers.open.size).toBe(2);
    const spoilt = { ...later.ports, findMovements: failing('malformed_answer') };
    expect(await reconcileProvider(spoilt, days)).toMatchObject({ failed: 1, booked: [{}] });
    expect([...ledgers.open.values()].map(({ object }) => object)).toEqual(['d-1']);
  });

  it('what could not be booked is not forgotten, and the merchant’s other disputes are not remembered', async () => {
    const ledgers = new Ledgers([collection]);
    const strange = aMovement('t-8', ['ORDER-8'], { kind: 'dispute', object: 'd-8' });
    await reconcileProvider(reconcileWorld([paid, of('dispute'), strange], { ledgers }).ports, days);
    expect([...ledgers.open.values()]).toMatchObject([{ object: 'o-1' }]);
    const { ports } = reconcileWorld([paid, of('dispute'), of('dispute_won')], {
      ledgers,
      now: minutesLater(20 * DAY),
    });
    const recordEntry = async () => {
      throw new Error('no answer');
    };
    expect(await reconcileProvider({ ...ports, recordEntry }, days)).toMatchObject({ failed: 1 });
    expect(ledgers.open.size).toBe(1);
  });

  it('each is remembered before it is booked, so that one which cannot be booked is asked about again', async () => {
    const { ports, ledgers } = reconcileWorld([paid, of('dispute')], { ledgers: new Ledgers([collection]) });
    const recordEntry = async () => {
      throw new Error('no answer');
    };
    await reconcileProvider({ ...ports, recordEntry }, days);
    expect([...ledgers.open.values()]).toMatchObject([{ object: 'o-1' }]);
  });
});
