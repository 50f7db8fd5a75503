/**
 * The relay books payments that came before their collection, whatever record it sees first and however often.
 * The relay makes a provider's two recurring schedules when its account's item first says that it has credentials.
 */
import { describe, expect, it } from 'vitest';
import { relay } from '#functions/stream/relay.ts';
import { clock } from '#lib/clock.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { newProvider } from '#lib/domain/providers/provider.ts';
import { createAccount } from '#lib/store/account/accounts.ts';
import { createProvider, saveProvider, setReconciles } from '#lib/store/account/providers.ts';
import { saveSettings } from '#lib/store/account/settings.ts';
import { createCollection } from '#lib/store/collection/collections.ts';
import { PAYMENT_PREFIX, WAITING_PREFIX } from '#lib/store/collection/keys.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { getLedger, keepForLater } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { booked, waitingFor } from '#test/store/a-booking.ts';
import { aCollection, anAccount, CREATED_AT } from '#test/store/a-collection.ts';
import { aReported, paymentsOf } from '#test/support/a-payment.ts';
import { service } from '#test/support/a-service.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';
import { useScheduler } from '#test/support/scheduler.ts';
import { recordsIn, relaying } from './follow-stream.ts';

const handler = relay(service);

const recordsOf = recordsIn(useTable({ hasStream: true }));
const scheduler = useScheduler();
const logs = captureLogs();
useClock(new Date('2026-03-01T09:20:00.000Z'));
clock.sleep = async () => {};

const NOTHING_FAILED = { batchItemFailures: [] };
const record = (collection: Collection) => createCollection(table, collection, { nonce: 'n', startSegment: 0 });

/** A payment and then its collection, with the records of both. */
async function ahead(payments = [aReported()]) {
  const collection = aCollection({ nextRunAt: '2026-03-01T10:00:00.000Z' });
  const paid = await recordsOf(() =>
    Promise.all(payments.map((payment) => keepForLater(table, collection.ref, waitingFor(payment)))),
  );
  const created = await recordsOf(() => record(collection));
  return { collection, paid, created };
}

const ledgerOf = ({ ref }: Collection) => getLedger(table, ref);
const COMPLETED = {
  collection: { status: 'completed', entryCount: 1 },
  entries: [{ event: 'payment.received' }],
  waiting: [],
};

describe('a payment ahead of its collection', () => {
  it('an early payment is booked by its collection’s first record', async () => {
    const { collection, created } = await ahead();
    expect(await handler({ Records: created })).toEqual(NOTHING_FAILED);
    expect(await ledgerOf(collection)).toMatchObject(COMPLETED);
    expect(logs.events()).toEqual(expect.arrayContaining(['payment_received', 'collection_completed']));
  });

  it('an early payment is booked by its own record if the collection’s record has passed', async () => {
    const collection = aCollection();
    const created = await recordsOf(() => record(collection));
    await handler({ Records: created });
    const paid = await recordsOf(() => keepForLater(table, collection.ref, waitingFor()));
    expect(await handler({ Records: paid })).toEqual(NOTHING_FAILED);
    expect(await ledgerOf(collection)).toMatchObject(COMPLETED);
  });

  it('an early payment is booked by the collection’s last record if all earlier records were lost', async () => {
    const { collection } = await ahead();
    const change = { from: ['pending'], to: 'cancelled', updatedAt: collection.createdAt, events: [] } as const;
    const ended = await recordsOf(() => saveStatus(table, collection.ref, change));
    expect(await handler({ Records: ended })).toEqual(NOTHING_FAILED);
    expect(await ledgerOf(collection)).toMatchObject({
      collection: { status: 'cancelled', entryCount: 1 },
      entries: [{ event: 'payment.unexpected' }],
      waiting: [],
    });
  });

  it('an early payment waits as long as there is no collection', async () => {
    const { ref } = aCollection();
    const paid = await recordsOf(() => keepForLater(table, ref, waitingFor()));
    expect(await handler({ Records: paid })).toEqual(NOTHING_FAILED);
    expect(await getLedger(table, ref)).toEqual({
      collection: undefined,
      attempts: [],
      entries: [],
      waiting: [waitingFor()],
    });
  });

  it('an early payment is booked once, however often and in whatever order the records come', async () => {
    const { collection, paid, created } = await ahead(paymentsOf([1, 2, 3]));
    for (const Records of [[...paid, ...created, ...created], paid, [...created, ...paid].toReversed()]) {
      expect(await handler({ Records })).toEqual(NOTHING_FAILED);
    }
    const { collection: there, entries } = await ledgerOf(collection);
    expect(there).toMatchObject({ status: 'pending', entryCount: 3 });
    expect(entries.map(({ event }) => event)).toEqual(Array(3).fill('payment.received'));
    expect(logs.events().filter((event) => event === 'payment_received')).toHaveLength(3);
  });

  it('an early payment does not wait for its collection to be listed', async () => {
    const { collection, created } = await ahead();
    const deps = { repairList: () => Promise.reject(new Error('busy')) };
    expect((await relaying(deps)({ Records: created })).batchItemFailures).toHaveLength(1);
    await expect.poll(() => ledgerOf(collection)).toMatchObject(COMPLETED);
  });

  it('a record whose payment cannot be booked now is reported as failed, and comes again', async () => {
    const { collection, created } = await ahead();
    const busy = { recordEntry: () => Promise.reject(new Error('busy')) };
    const [{ dynamodb } = {}] = created;
    expect(await relaying(busy)({ Records: created })).toEqual({
      batchItemFailures: [{ itemIdentifier: dynamodb?.SequenceNumber }],
    });
    expect(await handler({ Records: created })).toEqual(NOTHING_FAILED);
    expect(await ledgerOf(collection)).toMatchObject(COMPLETED);
  });
});

describe('what the relay reads of a record', () => {
  it('the relay does not read the ledger for an entry that is booked, nor for what waited and is deleted', async () => {
    const { collection, paid } = await ahead();
    const changes = await recordsOf(() => booked(collection.ref, aReported({ transaction: 'later' })));
    let reads = 0;
    const counting = (ref: Collection['ref']) => {
      reads += 1;
      return getLedger(table, ref);
    };
    const startingWith = (prefix: string) =>
      changes.filter(({ dynamodb }) => dynamodb?.Keys?.['sk']?.S?.startsWith(prefix));
    const [entries, gone] = [startingWith(PAYMENT_PREFIX), startingWith(WAITING_PREFIX)];
    expect([entries.length, gone.map(({ eventName }) => eventName)]).toEqual([2, ['REMOVE']]);
    await relaying({ getLedger: counting })({ Records: [...entries, ...gone] });
    expect(reads).toBe(0);
    await relaying({ getLedger: counting })({ Records: paid });
    expect(reads).toBe(1);
  });
});

const names = () => scheduler.requests().map(({ path }) => path?.slice('/schedules/'.length));

async function open() {
  const account = anAccount();
  const provider = (slug: string) => newProvider({ name: slug, slug, enabled: true }, account, CREATED_AT);
  const [one, two] = [provider('one'), provider('two')];
  await createAccount(table, account);
  for (const each of [one, two]) await createProvider(table, account.id, each, 'n');
  return { account, one, two };
}

it('a provider that gets its credentials gets its two schedules, and the account’s other providers none', async () => {
  const { account, one } = await open();
  const records = await recordsOf(() => setReconciles(table, account.id, 'one'));
  expect(await handler({ Records: records })).toEqual({ batchItemFailures: [] });
  expect(names().toSorted()).toEqual([`${one.id}-daily`, `${one.id}-hourly`]);
  expect(scheduler.requests()[0]?.body).toMatchObject({ Target: { Arn: service.settings.reconcileFunctionArn } });
});

it('setting credentials again, and other changes of the account, make no schedule', async () => {
  const { account } = await open();
  await setReconciles(table, account.id, 'one');
  const records = await recordsOf(async () => {
    await setReconciles(table, account.id, 'one');
    await saveProvider(table, account.id, 'one', { name: 'New', updatedAt: '2026-03-02T00:00:00.000Z' });
    await saveSettings(table, account.id, { set: { supportPhone: '+2348031234567' }, remove: [] });
  });
  await handler({ Records: records });
  expect(names()).toEqual([]);
});

it('a provider that is created with the mark gets its schedules, also in an account that is created whole', async () => {
  const account = anAccount();
  const one = { ...newProvider({ name: 'one', slug: 'one', enabled: true }, account, CREATED_AT), reconciles: true };
  await handler({ Records: await recordsOf(() => createAccount(table, { ...account, providers: { one } })) });
  const two = { ...newProvider({ name: 'two', slug: 'two', enabled: true }, account, CREATED_AT), reconciles: true };
  await handler({ Records: await recordsOf(() => createProvider(table, account.id, two, 'n')) });
  expect(names().toSorted()).toEqual([one, two].flatMap(({ id }) => [`${id}-daily`, `${id}-hourly`]).toSorted());
});

it('a record comes again when the schedules of a provider cannot be made', async () => {
  const { account } = await open();
  const records = await recordsOf(() => setReconciles(table, account.id, 'two'));
  scheduler.reply({ status: 500, headers: { 'x-amzn-errortype': 'InternalServerException' }, body: { Message: 'no' } });
  const itemIdentifier = records[0]?.dynamodb?.SequenceNumber;
  expect(await handler({ Records: records })).toEqual({ batchItemFailures: [{ itemIdentifier }] });
});
