/** A webhook at every point of the create of its collection, before or after each call: the payment counts once. */

import { describe, expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { clock } from '#lib/clock.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { collectionRefOf } from '#lib/domain/build-collection.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { getAccount, getApiKey } from '#lib/store/account/accounts.ts';
import { getLedger } from '#lib/store/ledger/ledger.ts';
import { table as liveTable } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { creating } from '#test/functions/creating.ts';
import { aShop, paid, referenceAhead, type Shop } from '#test/functions/paying.ts';
import { followStream } from '#test/functions/relay/follow-stream.ts';
import { relaying } from '#test/functions/relay/relaying.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { aTenant } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { useScheduler } from '#test/support/scheduler.ts';

const table = useTable({ hasStream: true });
useScheduler();
captureLogs();
clock.sleep = async () => {};

const relay = relaying();

type Call = keyof ReturnType<typeof creating>;
const CALLS = [
  'findContactId',
  'createContact',
  'createCollection',
  'appendToList',
  'openSession',
  'saveOptions',
] as const satisfies Call[];
const WHEN = ['before', 'after'] as const;
const POINTS = CALLS.flatMap((call) => WHEN.map((when) => ({ call, when })));

const BODY = aCreateBody({ provider: 'sandbox', payable: { enabled: true, methods: ['virtual_account'] } });

type Visit = (name: Call, when: (typeof WHEN)[number]) => Promise<unknown>;

/** Runs the create, and calls `visit` before and after each of its calls. */
async function create(shop: Shop, visit: Visit) {
  const deps = creating();
  const visited = Object.fromEntries(
    Object.entries(deps).map(([name, call]) => {
      if (!CALLS.some((each) => each === name)) return [name, call];
      const run = async (...given: never[]) => {
        await visit(name as Call, 'before');
        const result = await (call as (...all: never[]) => unknown)(...given);
        await visit(name as Call, 'after');
        return result;
      };
      return [name, run];
    }),
  ) as typeof deps;
  return invoke(endpoint(createCollection(visited), storeOf(liveTable, { getApiKey })), {
    method: 'POST',
    key: shop.key,
    body: BODY,
  });
}

/** A shop, with a payment for the collection that it is about to create. */
async function anOpenShop() {
  const shop = await aShop(await aTenant());
  const account = await getAccount(liveTable, shop.account.id);
  if (account === undefined) throw new Error('it was opened');
  const ref = collectionRefOf(account, String(BODY['reference']));
  const pays = (given: object = {}) => paid(shop, referenceAhead(account, String(BODY['reference'])), given);
  const newRecords = await followStream(table);
  const relayNew = async () => {
    const Records = await newRecords();
    expect(await relay({ Records })).toEqual({ batchItemFailures: [] });
    expect(await relay({ Records })).toEqual({ batchItemFailures: [] });
  };
  return { shop, ref, pays, relayNew };
}

describe.each(POINTS)('a webhook $when $call', ({ call, when }) => {
  it(`a webhook ${when} ${call} completes the collection once, at the latest after the relay`, async () => {
    const { shop, ref, pays, relayNew } = await anOpenShop();
    const created = await create(shop, async (name, point) => {
      if (name === call && point === when) expect((await pays({ transaction: 'trx' })).status).toBe(200);
    });
    expect(created.status).toBe(201);
    await relayNew();
    const { collection, entries } = await getLedger(liveTable, ref);
    expect(collection).toMatchObject({ status: 'completed', entryCount: 1, options: [{ method: 'virtual_account' }] });
    expect(entries).toMatchObject([{ transaction: 'trx', event: 'payment.received' }]);
    const { id } = dataOf(created, CollectionResponse);
    const shown = dataOf(await invoke(getCollection, { key: shop.key, id }), CollectionResponse);
    expect(shown.events.map(({ type }) => type).toSorted()).toEqual([
      'collection.completed',
      'collection.created',
      'followup.stopped',
      'payment.received',
    ]);
    expect(shown.payable.options).toHaveLength(1);
  });

  it(`a webhook ${when} ${call} for a partial payment counts once when the relay runs between all calls`, async () => {
    const { shop, ref, pays, relayNew } = await anOpenShop();
    const half = { amount: { minor: 2_250_000, currency: 'NGN' } };
    await create(shop, async (name, point) => {
      if (name === call && point === when) await pays({ ...half, transaction: 'first' });
      await relayNew();
    });
    await pays({ ...half, transaction: 'second' });
    await relayNew();
    expect((await getLedger(liveTable, ref)).collection).toMatchObject({ status: 'completed', entryCount: 2 });
  });
});

it('a webhook whose collection is never created is kept and creates no collection', async () => {
  const { ref, pays, relayNew } = await anOpenShop();
  expect((await pays()).status).toBe(200);
  await relayNew();
  expect(await getLedger(liveTable, ref)).toMatchObject({
    waiting: [{ reported: { provider: expect.stringMatching(/^prv_/) } }],
  });
  expect((await getLedger(liveTable, ref)).collection).toBeUndefined();
});
