/** Insights on a real table: equal to what an outsider adds up from all collections, whatever crashes, and after a rebuild. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getBook } from '#functions/api/get-book.ts';
import { getExperiment } from '#functions/api/get-experiment.ts';
import { getFlow } from '#functions/api/get-flow.ts';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { getRecovery } from '#functions/api/get-recovery.ts';
import { listCollections } from '#functions/api/list-collections.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { reopenCollection } from '#functions/api/reopen-collection.ts';
import { setExperiment } from '#functions/api/set-experiment.ts';
import { setFollowUpPolicy } from '#functions/api/set-follow-up-policy.ts';
import { updateAccount } from '#functions/api/update-account.ts';
import { updateCollection } from '#functions/api/update-collection.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { countInsights } from '#functions/scheduled/count-insights.ts';
import { followUp } from '#functions/scheduled/follow-up.ts';
import { BookResponse } from '#lib/contract/book.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { ExperimentResponse, FlowResponse, RecoveryResponse } from '#lib/contract/insights.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import type { Movement } from '#lib/domain/payment/movement.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { rangeOf } from '#lib/endpoints/insights-endpoint.ts';
import { eraseCollection } from '#lib/store/collection/erase.ts';
import * as rebuild from '#lib/store/insights/rebuild.ts';
import * as statistics from '#lib/store/insights/statistics.ts';
import { table } from '#lib/store/table/live-table.ts';
import { rebuildInsights } from '#lib/use-cases/rebuild-insights.ts';
import { interceptSend } from '#test/store/intercept-send.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';
import { aShop, paid, referenceOf, type Shop } from './paying.ts';
import { tellAll } from './telling.ts';

useTable();
captureLogs();
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const count = countInsights(service);
const book = getBook(service);
const flow = getFlow(service);
const recovery = getRecovery(service);
const experiment = getExperiment(service);
const hold = setExperiment(service);

/** Of an account that is older its feed is read by the day. */
const aYoungTenant = () => aTenant({ country: 'NG', createdAt: new Date(clock.now.getTime() - 60_000) });

/** Events are told, and counted once their mark is old enough. */
async function counted(ids: readonly string[]): Promise<void> {
  await tellAll(ids);
  clock.advance(7);
  await count();
}

const pay = ({ key }: Tenant, id: string, value: number, given: object = {}) =>
  invoke(recordPayment(service), {
    method: 'POST',
    key,
    id,
    body: { amount: { value, currency: 'NGN' }, method: 'cash', transaction: `${id}-${value}`, ...given },
  });

const close = ({ key }: Tenant, id: string, status: string) =>
  invoke(updateCollectionStatus(service), { method: 'PATCH', key, id, body: { status } });

const bookOf = async ({ key }: Tenant) => dataOf(await invoke(book, { key }), BookResponse);
const flowOf = async ({ key }: Tenant, query: Record<string, string> = {}) =>
  dataOf(await invoke(flow, { key, query }), FlowResponse);

/** What an outsider adds up: by reading every collection. */
async function addedUp({ key }: Tenant) {
  const answer = await invoke(listCollections(service), { key, query: { limit: '100' } });
  const all = z.parse(z.array(CollectionResponse), answer.body.data);
  const open = all.filter(({ status }) => status !== 'completed' && status !== 'cancelled');
  const sums = new Map<string, { outstanding: number; count: number; customers: Set<string> }>();
  for (const { balance, contact } of open) {
    const { value, currency } = balance.outstanding;
    if (value === 0) continue;
    const sum = sums.get(currency) ?? { outstanding: 0, count: 0, customers: new Set() };
    sums.set(currency, {
      outstanding: sum.outstanding + value,
      count: sum.count + 1,
      customers: sum.customers.add(contact.id),
    });
  }
  return [...sums]
    .map(([currency, { outstanding, count: number, customers }]) => ({
      currency,
      outstanding: { value: outstanding, currency },
      count: number,
      customers: customers.size,
    }))
    .toSorted((one, other) => (one.currency < other.currency ? -1 : 1));
}

const shown = async (tenant: Tenant) =>
  (await bookOf(tenant)).currencies.map(({ currency, outstanding, count: number, customers }) => ({
    currency,
    outstanding,
    count: number,
    customers,
  }));

/** A part payment, a payment by hand, a refund, a cancellation, two currencies, and a customer with two debts. */
async function aBusyShop(): Promise<{ tenant: Tenant; ids: string[] }> {
  const tenant = await aYoungTenant();
  const twice = aNewPerson();
  const created = [];
  for (const given of [
    { amount: { value: 45_000, currency: 'NGN' }, contact: twice },
    { amount: { value: 30_000, currency: 'NGN' }, contact: twice },
    { amount: { value: 1_000, currency: 'XAF' } },
    { amount: { value: 500.5, currency: 'NGN' } },
    { amount: { value: 70, currency: 'NGN' } },
    { amount: { value: 12.345, currency: 'KWD' } },
  ])
    created.push(await aCreatedCollection(tenant, given));
  const ids = created.map(({ id }) => id);
  return { tenant, ids };
}

const at = (ids: readonly string[], index: number): string => ids[index] ?? '';

async function trade(tenant: Tenant, ids: readonly string[]): Promise<void> {
  await pay(tenant, at(ids, 0), 20_000);
  await pay(tenant, at(ids, 3), 600.5);
  await pay(tenant, at(ids, 0), 5_000, { kind: 'refund', transaction: 'back' });
  await close(tenant, at(ids, 4), 'cancelled');
}

const nothing = async () => ({});

everyEndpoint({ operation: 'get-book', handler: book, tenants, prepare: nothing });
everyEndpoint({ operation: 'get-flow', handler: flow, tenants, prepare: nothing });
everyEndpoint({ operation: 'get-recovery', handler: recovery, tenants, prepare: nothing });
everyEndpoint({ operation: 'get-experiment', handler: experiment, tenants, prepare: nothing });
everyEndpoint({
  operation: 'set-experiment',
  handler: hold,
  tenants,
  prepare: async () => ({ body: { holdOut: 0 } }),
});

describe('the book', () => {
  it('equals what an outsider adds up, by currency, at each step', async () => {
    const { tenant, ids } = await aBusyShop();
    expect((await bookOf(tenant)).currencies).toEqual([]);
    await counted(ids);
    expect(await shown(tenant)).toEqual(await addedUp(tenant));
    await trade(tenant, ids);
    await counted(ids);
    expect(await shown(tenant)).toEqual(await addedUp(tenant));
  });

  it('a crash at any write leaves it right: each event counts once', async () => {
    const { tenant, ids } = await aBusyShop();
    await tellAll(ids);
    clock.advance(7);
    const crashes = ['before the write', 'after it'];
    interceptSend(async (command, send) => {
      const crash = command.constructor.name === 'TransactWriteCommand' ? crashes.shift() : undefined;
      if (crash === undefined) return send();
      if (crash === 'after it') await send();
      throw new Error('crashed');
    });
    for (let tries = 0; tries < 2; tries += 1) await expect(count()).rejects.toThrow('1 accounts failed');
    await count();
    expect(await shown(tenant)).toEqual(await addedUp(tenant));
  });

  it('two counters of one account count each event once', async () => {
    const { tenant, ids } = await aBusyShop();
    await tellAll(ids);
    clock.advance(7);
    await Promise.all([count(), count(), count()]);
    expect(await shown(tenant)).toEqual(await addedUp(tenant));
  });

  it('what is told while others wait to be counted, too late for their count, is counted minutes later', async () => {
    const { tenant, ids } = await aBusyShop();
    await tellAll(ids);
    // The mark of these is due after five minutes, and counted when it has been for three quarters of one.
    clock.advance(5 + 40 / 60);
    await trade(tenant, ids);
    await tellAll(ids);
    clock.advance(10 / 60);
    await count();
    expect((await bookOf(tenant)).asOf < clock.now.toISOString()).toBe(true);
    clock.advance(7);
    await count();
    expect(await shown(tenant)).toEqual(await addedUp(tenant));
    expect((await bookOf(tenant)).asOf).toBe(clock.now.toISOString());
  });

  it('says up to when nothing is missing: until the first of those that wait, else until now', async () => {
    const { tenant, ids } = await aBusyShop();
    await tellAll(ids);
    expect((await bookOf(tenant)).asOf < clock.now.toISOString()).toBe(true);
    clock.advance(7);
    await count();
    expect((await bookOf(tenant)).asOf).toBe(clock.now.toISOString());
  });

  it('is at most ten minutes old, also where nothing had happened for a day', async () => {
    const { tenant, ids } = await aBusyShop();
    await tellAll(ids);
    clock.advance(7);
    await count();
    clock.advance(1440);
    const before = new Date(clock.now.getTime() - 60_000).toISOString();
    await trade(tenant, ids);
    await tellAll(ids);
    const { asOf } = await bookOf(tenant);
    expect([asOf >= before, asOf < clock.now.toISOString()]).toEqual([true, true]);
    clock.advance(7);
    expect((await bookOf(tenant)).asOf).toBe(asOf);
    await count();
    expect(await shown(tenant)).toEqual(await addedUp(tenant));
  });

  it('the rebuild finds nothing that was another before, and mends what is wrong', async () => {
    const { tenant, ids } = await aBusyShop();
    await counted(ids);
    await trade(tenant, ids);
    await counted(ids);
    const right = await bookOf(tenant);
    expect(await rebuildInsights(service, tenant.account)).toEqual({ collections: ids.length, changed: [] });
    expect(await bookOf(tenant)).toEqual(right);
    const position = await statistics.getPosition(table, tenant.account.id);
    await rebuild.writeStatistics(
      table,
      tenant.account.id,
      position?.generation ?? 0,
      new Map([['BOOK#2026-03#NGN', new Map([['20514', [1, 1]]])]]),
    );
    expect((await rebuildInsights(service, tenant.account)).changed).not.toEqual([]);
    expect(await bookOf(tenant)).toEqual(right);
    await close(tenant, at(ids, 0), 'cancelled');
    await counted(ids);
    expect(await shown(tenant)).toEqual(await addedUp(tenant));
  });

  it('the rebuild removes what a customer no longer owes', async () => {
    const tenant = await aYoungTenant();
    const { id, contact } = await aCreatedCollection(tenant);
    await counted([id]);
    const owed = [{ contact: contact.id, currency: 'NGN', owed: 4_500_000, count: 1 }];
    expect(await statistics.getOwed(table, tenant.account.id, owed)).toEqual(owed);
    await close(tenant, id, 'cancelled');
    await counted([id]);
    await rebuild.writeOwed(table, tenant.account.id, owed, []);
    await rebuildInsights(service, tenant.account);
    expect(await statistics.getOwed(table, tenant.account.id, owed)).toEqual([]);
  });

  it('the first count of an older account makes its sums anew; one that dies is begun again, and nothing is left out', async () => {
    const { tenant, ids } = await aBusyShop();
    await tellAll(ids);
    clock.advance(24 * 60 + 7);
    const dying = { ...service, writeStatistics: () => Promise.reject(new Error('the process is gone')) };
    await expect(countInsights(dying)()).rejects.toThrow('insights are incomplete');
    clock.advance(61);
    await count();
    expect(await shown(tenant)).toEqual(await addedUp(tenant));
  });

  it('shows one currency, if one is asked for', async () => {
    const { tenant, ids } = await aBusyShop();
    await counted(ids);
    const { currencies } = dataOf(await invoke(book, { key: tenant.key, query: { currency: 'KWD' } }), BookResponse);
    expect(currencies.map(({ outstanding }) => outstanding)).toEqual([{ value: 12.345, currency: 'KWD' }]);
  });
});

describe('whatever happens to a collection', () => {
  /** One of 45,000 that is followed by `happens`; the same customer owes 10,000 more. */
  type Place = { shop: Shop; id: string };
  type Happening = (of: Place) => Promise<unknown>;

  const reopen = ({ shop: { key }, id }: Place) =>
    invoke(reopenCollection(service), { method: 'POST', key, id, body: {} });
  const correctTo =
    (value: number): Happening =>
    ({ shop: { key }, id }) =>
      invoke(updateCollection(service), { method: 'PATCH', key, id, body: { amount: { value, currency: 'NGN' } } });
  const closeAs =
    (status: string): Happening =>
    ({ shop, id }) =>
      close(shop, id, status);
  const paidOnline =
    (minor = 4_500_000): Happening =>
    ({ shop, id }) =>
      paid(shop, referenceOf(id), { transaction: id, amount: { minor, currency: 'NGN' } });
  /** Of the transaction that was paid. */
  const told =
    (kind: Movement['kind'], minor: number, given: Partial<Movement> = {}): Happening =>
    ({ shop, id }) =>
      paid(shop, referenceOf(id), {
        ...{ kind, transaction: id, object: kind.startsWith('dispute') ? 'dispute' : kind },
        ...{ amount: { minor, currency: 'NGN' }, ...given },
      });
  const passes =
    (days: number): Happening =>
    async () =>
      clock.advance(days * 1_440);
  const erased: Happening = async ({ id }) => {
    const ref = parseCollectionId(id) ?? { account: '', hash: '' };
    expect(await eraseCollection(table, ref, clock.now)).toBe('erased');
  };

  const DISPUTED = [paidOnline(2_000_000), told('dispute', 2_000_000)];

  it.each<[string, Happening[], { owes: number; disputed?: number }]>([
    ['cancelled and reopened', [closeAs('cancelled'), reopen], { owes: 45_000 }],
    ['expired and reopened', [passes(2), reopen], { owes: 45_000 }],
    ['reopened, and paid', [closeAs('cancelled'), reopen, paidOnline()], { owes: 0 }],
    ['corrected to more', [correctTo(60_000)], { owes: 60_000 }],
    ['corrected to less, in part paid', [paidOnline(2_000_000), correctTo(30_000)], { owes: 10_000 }],
    ['corrected to what was received', [paidOnline(2_000_000), correctTo(20_000)], { owes: 0 }],
    ['paid late', [passes(2), paidOnline()], { owes: 0 }],
    ['paid in part, and given back', [paidOnline(2_000_000), told('refund', 500_000)], { owes: 30_000 }],
    ['paid and given back', [paidOnline(), told('refund', 4_500_000)], { owes: 0 }],
    ['paid in part, and reversed', [paidOnline(2_000_000), told('reversal', 2_000_000)], { owes: 45_000 }],
    ['paid and cancelled in part', [paidOnline(2_000_000), closeAs('cancelled')], { owes: 0 }],
    ['disputed', DISPUTED, { owes: 25_000, disputed: 25_000 }],
    ['disputed, and it is won', [...DISPUTED, told('dispute_won', 2_000_000)], { owes: 25_000 }],
    ['disputed, and it is lost', [...DISPUTED, told('dispute_lost', 2_000_000)], { owes: 45_000 }],
    [
      'disputed, and the money is taken',
      [paidOnline(2_000_000), told('dispute', 2_000_000, { taken: true })],
      { owes: 45_000, disputed: 45_000 },
    ],
    ['cancelled and erased', [closeAs('cancelled'), erased], { owes: 0 }],
    ['paid, erased, and given back', [paidOnline(), erased, told('refund', 1_000_000)], { owes: 0 }],
  ])(
    'the sums are what an outsider and a rebuild find once it is %s',
    async (_what, happenings, { owes, disputed = 0 }) => {
      const shop = await aShop(await aYoungTenant());
      const contact = aNewPerson();
      const [{ id }, { id: other }] = [
        await aCreatedCollection(shop, { contact, expiresIn: 1_440 }),
        await aCreatedCollection(shop, { contact, amount: { value: 10_000, currency: 'NGN' }, expiresIn: 14_400 }),
      ];
      await counted([id, other]);
      for (const happens of happenings) {
        await happens({ shop, id });
        await counted([id]);
      }
      expect(await shown(shop)).toEqual(await addedUp(shop));
      const book = await bookOf(shop);
      expect(book.currencies).toMatchObject([
        { outstanding: { value: owes + 10_000 }, customers: 1, disputed: { amount: { value: disputed } } },
      ]);
      const { currencies } = await flowOf(shop);
      const { outstanding, count: number } = book.currencies[0] ?? {};
      expect(currencies[0]?.steps.at(-1)?.closing).toEqual({ amount: outstanding, count: number });
      expect((await rebuildInsights(service, shop.account)).changed).toEqual([]);
      expect(await flowOf(shop)).toEqual({ currencies, asOf: expect.any(String) });
    },
  );
});

describe('the flow', () => {
  it('closes with what the book says is owed, and each step with the step before and its movements', async () => {
    const { tenant, ids } = await aBusyShop();
    await counted(ids);
    clock.advance(3 * 1_440);
    await trade(tenant, ids);
    await counted(ids);
    const { currencies } = await flowOf(tenant, { by: 'day' });
    for (const { currency, outstanding, count: number } of (await bookOf(tenant)).currencies) {
      const steps = currencies.find((each) => each.currency === currency)?.steps ?? [];
      expect(steps.at(-1)?.closing).toEqual({ amount: outstanding, count: number });
      for (const [index, step] of steps.entries()) {
        const { asked, received, returned, writtenOff, overpaid } = step;
        const moved =
          asked.value -
          received.online.value -
          received.byHand.value +
          returned.value -
          writtenOff.value +
          overpaid.value;
        const opening = steps[index - 1]?.closing.amount.value ?? 0;
        expect(step.closing.amount.value).toBeCloseTo(opening + moved, 6);
      }
    }
  });

  it.each([
    [{ from: '2026-03-05', to: '2026-03-04' }, ['to']],
    [{ from: '2025-01-01', to: '2026-03-04' }, ['to']],
    [{ from: '2026-02-30' }, ['from']],
    [{ by: 'year' }, ['by']],
    [{ currency: 'ngn' }, ['currency']],
    [{ page: '1' }, ['page']],
  ])('refuses %o', async (query, paths) => {
    expectRefusal(await invoke(flow, { key: tenants.mine.key, query }), {
      status: 400,
      code: 'validation_failed',
      paths,
    });
  });
});

describe('recovery', () => {
  it('has a message by its channel, with the collection that was asked by it and paid a day later', async () => {
    const tenant = await aYoungTenant();
    const { id } = await aCreatedCollection(tenant, { followUp: { channels: ['sms'], startAfter: 60 } });
    clock.advance(60);
    await followUp(service)({ Records: [{ messageId: '1', body: JSON.stringify({ collection: id }) }] } as never);
    expect(channels.messages()).toHaveLength(1);
    await counted([id]);
    clock.advance(1_500);
    await pay(tenant, id, 45_000);
    await counted([id]);
    clock.advance(2 * 1_440);
    const { rows } = dataOf(await invoke(recovery, { key: tenant.key, query: { by: 'channel' } }), RecoveryResponse);
    expect(rows).toMatchObject([
      {
        key: 'sms',
        sent: 1,
        collections: 1,
        amounts: [{ value: 45_000, currency: 'NGN' }],
        paidWithin: { days1: 0, days3: null },
        medianDays: 2,
        costs: [],
        unpricedMessages: 1,
      },
    ]);
  });

  it('has what messages cost by the prices of when they were sent, in all and for each thousand that came', async () => {
    const tenant = await aYoungTenant();
    const prices = (price: number) =>
      invoke(updateAccount(service), {
        method: 'PATCH',
        key: tenant.key,
        body: { messagePrices: { currency: 'NGN', prices: [{ channel: 'sms', price }] } },
      });
    const due = async (given: object) => {
      const { id } = await aCreatedCollection(tenant, {
        contact: aNewPerson(),
        followUp: { startAfter: 60, ...given },
      });
      clock.advance(60);
      await followUp(service)({ Records: [{ messageId: '1', body: JSON.stringify({ collection: id }) }] } as never);
      return id;
    };
    await prices(4.5);
    const first = await due({ channels: ['sms'] });
    await prices(100);
    const second = await due({ channels: ['email'] });
    await pay(tenant, first, 9_000);
    await counted([first, second]);
    const asked = async (query: Record<string, string>) =>
      dataOf(await invoke(recovery, { key: tenant.key, query }), RecoveryResponse);
    const { costs, unpricedMessages, rows } = await asked({ by: 'channel' });
    // In two parts, with its links.
    const cost = { value: 9, currency: 'NGN' };
    expect([costs, unpricedMessages]).toEqual([
      [{ amount: cost, received: { value: 9_000, currency: 'NGN' }, perThousand: 1 }],
      1,
    ]);
    expect(rows.map(({ key, costs: each, unpricedMessages: left }) => [key, each, left])).toEqual([
      ['email', [], 1],
      ['sms', [cost], 0],
    ]);
    expect((await asked({ currency: 'USD' })).costs).toEqual([]);
    expect((await rebuildInsights(service, tenant.account)).changed).toEqual([]);
  });
});

describe('the days of a report', () => {
  const [first, last] = [dayOf('2026-01-01'), dayOf('2026-03-02')];

  it.each<[string, object, ReturnType<typeof rangeOf>]>([
    ['are the last thirty', {}, { from: last - 29, to: last }],
    ['are the thirty before the given end', { to: '2026-01-31' }, { from: first + 1, to: first + 30 }],
    ['end today', { from: '2026-01-01' }, { from: first, to: last }],
    ['are the one that is still to come', { from: '2026-03-09' }, { from: last + 7, to: last + 7 }],
    ['may be a leap year', { from: '2026-01-01', to: '2027-01-01' }, { from: first, to: first + 365 }],
  ])('%s: %j', (_what, query, range) => expect(rangeOf(query, last)).toEqual(range));

  it.each([
    { from: '2026-01-02', to: '2026-01-01' },
    { from: '2026-01-01', to: '2027-01-02' },
  ])('are refused: %j', (query) => expect(() => rangeOf(query, last)).toThrow());
});

describe('the experiment', () => {
  it('holds out a share of the customers: their plans say so, and they count in their arm', async () => {
    const tenant = await aYoungTenant();
    const set = await invoke(hold, { method: 'PUT', key: tenant.key, body: { holdOut: 0.5 } });
    expect(dataOf(set, ExperimentResponse)).toMatchObject({ holdOut: 0.5, lift: null, enough: false });
    const all = [];
    for (let index = 0; index < 16; index += 1) all.push(await aCreatedCollection(tenant));
    await counted(all.map(({ id }) => id));
    const { arms } = dataOf(await invoke(experiment, { key: tenant.key }), ExperimentResponse);
    const plans = await Promise.all(all.map(({ id }) => invoke(getFollowUps(service), { key: tenant.key, id })));
    const heldOut = plans.filter(({ text }) => text.includes('"held_out"'));
    expect(arms.map(({ customers }) => customers)).toEqual([16 - heldOut.length, heldOut.length]);
    for (const { body } of heldOut) expect(body.data).toMatchObject({ slots: [] });
  });

  it('counts a customer once, however many debts are counted at once, and nobody again when the share has changed', async () => {
    const tenant = await aYoungTenant();
    const set = (holdOut: number) => invoke(hold, { method: 'PUT', key: tenant.key, body: { holdOut } });
    const customers = async () =>
      dataOf(await invoke(experiment, { key: tenant.key }), ExperimentResponse).arms.reduce(
        (sum, arm) => sum + arm.customers,
        0,
      );
    await set(0.5);
    const twice = { contact: aNewPerson() };
    const one = await aCreatedCollection(tenant, twice);
    await tellAll([one.id]);
    clock.advance(1);
    await counted([(await aCreatedCollection(tenant, twice)).id]);
    expect(await customers()).toBe(1);
    const { since } = dataOf(await invoke(experiment, { key: tenant.key }), ExperimentResponse);
    const place = `${one.contact.id}#${since}`;
    const firsts = await statistics.getFirstCollections(table, tenant.account.id, [place]);
    expect(firsts.get(place)).toBe(parseCollectionId(one.id)?.hash);
    expect((await rebuildInsights(service, tenant.account)).changed).toEqual([]);
    expect(await customers()).toBe(1);
    await set(0.4);
    expect(await customers()).toBe(0);
    await counted([(await aCreatedCollection(tenant, twice)).id]);
    expect(await customers()).toBe(1);
  });

  const DAILY = { name: 'Daily', when: {}, followUp: { cadence: 'daily' } };
  const set = (body: object, { key } = tenants.mine) => invoke(hold, { method: 'PUT', key, body });

  it('compares other rules with those in force, and says what they are', async () => {
    const tenant = await aYoungTenant();
    const variant = { share: 0.5, rules: [DAILY] };
    const answer = dataOf(await set({ holdOut: 0, variant }, tenant), ExperimentResponse);
    expect(answer).toMatchObject({ holdOut: 0, variantLift: null, variantAtPlannedEnd: null });
    expect(answer.variant).toEqual({ ...variant, detectablePoints: null, rulesChangedAt: null });
    const all = [];
    for (let index = 0; index < 12; index += 1) all.push(await aCreatedCollection(tenant));
    await counted(all.map(({ id }) => id));
    const shown = async () => dataOf(await invoke(experiment, { key: tenant.key }), ExperimentResponse);
    const { arms, within30Days } = await shown();
    const plans = await Promise.all(all.map(({ id }) => invoke(getFollowUps(service), { key: tenant.key, id })));
    const other = plans.filter(({ text }) => text.includes('Daily')).length;
    expect(arms.map(({ arm, customers }) => [arm, customers])).toEqual([
      ['reminded', 12 - other],
      ['variant', other],
    ]);
    expect(within30Days).toMatchObject({ variantLift: null });
    clock.advance(60);
    const rules = [{ ...DAILY, name: 'Now all' }];
    await invoke(setFollowUpPolicy(service), { method: 'PUT', key: tenant.key, body: { rules } });
    expect((await shown()).variant?.rulesChangedAt).toBe(clock.now.toISOString());
    expectRefusal(await set({ holdOut: 0.1, variant: { share: 0.5, rules } }, tenant), {
      status: 400,
      code: 'validation_failed',
      paths: ['variant.rules'],
    });
    expect(dataOf(await set({ holdOut: 0 }, tenant), ExperimentResponse)).not.toHaveProperty('variant');
  });

  it.each<[object, string]>([
    [{ share: 0.5, rules: [{ ...DAILY, when: { dueDate: true } }, DAILY] }, 'variant.rules.1.name'],
    [{ share: 0.5, rules: [{ ...DAILY, when: { colour: 'red' } }] }, 'variant.rules.0.when.colour'],
    [{ share: 0, rules: [DAILY] }, 'variant.share'],
    [{ share: 0.51, rules: [DAILY] }, 'variant.share'],
    [
      { share: 0.1, rules: Array.from({ length: 21 }, (_, index) => ({ ...DAILY, name: `${index}` })) },
      'variant.rules',
    ],
    [{ share: 0.1 }, 'variant.rules'],
  ])('refuses the other rules %j, with the place %s', async (variant, path) => {
    expectRefusal(await set({ holdOut: 0.1, variant }), { status: 400, code: 'validation_failed', paths: [path] });
  });

  it('leaves a tenth for the rules in force, at least', async () => {
    const leaves = (holdOut: number) => set({ holdOut, variant: { share: 0.45, rules: [DAILY] } });
    expect((await leaves(0.45)).status).toBe(200);
    expectRefusal(await leaves(0.46), { status: 400, code: 'validation_failed', paths: ['variant.share'] });
    await set({ holdOut: 0 });
  });

  it.each([0.6, -0.1, '0.1', undefined])('refuses a share of %s', async (holdOut) => {
    const answer = await invoke(hold, { method: 'PUT', key: tenants.mine.key, body: { holdOut } });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['holdOut'] });
  });
});
