/** A thread that counts the functions each request executes; the fakes of AWS run elsewhere, because they share some functions. */

import { mock } from 'node:test';
import { parentPort } from 'node:worker_threads';
import { handler as createCollection } from '#functions/api/create-collection.ts';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { handler as listCollections } from '#functions/api/list-collections.ts';
import { handler as followUp } from '#functions/scheduled/follow-up.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { PaymentMethod } from '#lib/domain/payment/payment-methods.ts';
import { appendToList } from '#lib/store/list/log.ts';
import { table } from '#lib/store/table/live-table.ts';

import { aCreateBody } from '#test/support/a-create-body.ts';
import { type BenchAccount, openBenchAccount } from './bench-account.ts';
import { functionsOf } from './count-functions.ts';
import { commonRun, seedDue } from './due-collections.ts';
import type { Executed } from './executed.ts';
import { openPaidShop } from './paid-shop.ts';

/** Enough creates to fill the listed page. */
const ROUNDS = 12;

let references = 0;

async function createOne(shop: BenchAccount, methods: readonly PaymentMethod[]): Promise<string> {
  references += 1;
  const body = aCreateBody({ reference: `order_${references}`, payable: { enabled: true, methods } });
  const { data } = (await shop.ask(createCollection, 201, { method: 'POST', body })).body;
  return (data as { id: string }).id;
}

// By the function as it is deployed: the service of tests reads the environment anew for each message.
async function runOne({ id, runNumber }: Collection): Promise<void> {
  const body = JSON.stringify({ collection: id, run: runNumber });
  const { batchItemFailures } = await followUp({ Records: [{ messageId: 'one', body }] as never });
  if (batchItemFailures.length > 0) throw new Error('the run failed');
}

// The instant is by day, so that quiet hours change nothing. The clock is not replaced, because its functions are counted.
mock.timers.enable({ apis: ['Date'], now: new Date('2026-03-02T10:00:00.000Z') });

const shop = await openBenchAccount();
const create = await functionsOf(ROUNDS, () => createOne(shop, ['payment_link']));
const id = await createOne(shop, ['payment_link']);
const get = await functionsOf(ROUNDS, () => shop.ask(getCollection, 200, { id }));
const list = await functionsOf(ROUNDS, () => shop.ask(listCollections, 200, { query: { limit: '10' } }));

const bench = { tableName: table.name, documents: table.client };
const paid = await openPaidShop();
const withProvider = await functionsOf(ROUNDS, () => createOne(paid, ['payment_link', 'virtual_account']));
await paid.close();

const due = await seedDue(bench, shop.account, ROUNDS);
// The collections are listed as by their creates, because a run lists an unlisted collection first.
for (const { ref } of due) await appendToList(table, { ...ref, startSegment: 0 });
mock.timers.setTime(commonRun(due).getTime());
const run = await functionsOf(ROUNDS, () => runOne(due.pop() as Collection));

const executed: Executed = { create, 'create-with-provider': withProvider, get, list, run };
parentPort?.postMessage(executed);
