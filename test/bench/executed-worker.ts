/** A thread that counts the functions each request executes; the fakes of AWS run elsewhere, because they share some functions. */
import { mock } from 'node:test';
import { parentPort } from 'node:worker_threads';
import { handler as createCollection } from '#functions/api/create-collection.ts';
import { handler as getCollection } from '#functions/api/get-collection.ts';
import { handler as listCollections } from '#functions/api/list-collections.ts';
import { handler as followUp } from '#functions/scheduled/follow-up.ts';
import type { Account } from '#lib/domain/account.ts';
import { buildCollection } from '#lib/domain/build-collection.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { newContact } from '#lib/domain/contact.ts';
import type { PaymentMethod } from '#lib/domain/payment/payment-methods.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { service } from '#lib/service.ts';
import { toItem } from '#lib/store/collection/item.ts';
import { segmentKey } from '#lib/store/collection/keys.ts';
import { appendToList, entryOf, SEGMENT_SIZE } from '#lib/store/list/log.ts';
import { table } from '#lib/store/table/live-table.ts';
import { CREATED_AT } from '#test/support/a-collection.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { type BenchAccount, openBenchAccount } from './bench-account.ts';
import type { ReachedTable } from './bench-table.ts';
import { functionsOf } from './count-functions.ts';
import type { Executed } from './executed.ts';
import { openPaidShop } from './paid-shop.ts';
import { type Item, writeItems } from './seed-collections.ts';

const METADATA = [{ name: 'Hoodie', description: 'Black hoodie, size L', quantity: 2 }];

let made = 0;

/** By account: the first segment of the list that has no entry yet. */
const nextSegments = new Map<string, number>();

/** Each collection has its own contact and reference, and the plan that the default strategy chooses; the list has all of them. */
async function seedDue(into: ReachedTable, account: Account, count: number): Promise<Collection[]> {
  const collections = Array.from({ length: count }, () => dueCollection(account));
  await writeItems(into, itemsOf(collections, account.id));
  return collections;
}

/** A collection that is not in the list would be put there by its run, which reads one segment after another. */
function* itemsOf(collections: readonly Collection[], account: string): Generator<Item> {
  const first = nextSegments.get(account) ?? 0;
  const segments = Math.ceil(collections.length / SEGMENT_SIZE);
  nextSegments.set(account, first + segments);
  for (let index = 0; index < segments; index += 1) {
    const startSegment = first + index;
    const listed = collections.slice(index * SEGMENT_SIZE, (index + 1) * SEGMENT_SIZE);
    for (const collection of listed) yield toItem(collection, { nonce: collection.ref.hash, startSegment });
    yield { ...segmentKey(account, startSegment), entries: listed.map(({ ref }) => entryOf(ref.hash)) };
  }
}

function dueCollection(account: Account): Collection {
  made += 1;
  const typed = `+234803${String(made).padStart(7, '0')}`;
  const person = { firstName: 'Ada', lastName: 'Obi', phone: typed, email: `person-${made}@example.com` };
  const request = {
    reference: `due-${made}`,
    amount: { minor: 4_500_000, currency: 'NGN' },
    expiresIn: 1440,
    payable: { enabled: true, methods: ['payment_link' as const] },
    metadata: METADATA,
  };
  const phone = parsePhone(typed, account.country);
  const contact = newContact(person, phone, account.salt);
  return buildCollection(
    request,
    { account, contact, phone, availableChannels: configuredChannelsFrom(service.settings).configuredChannels() },
    CREATED_AT,
  );
}

/** The minute in which all are due. @throws Error when they are not due in the same minute. */
function commonRun(collections: readonly Collection[]): Date {
  const [nextRunAt, ...others] = new Set(collections.map((collection) => collection.nextRunAt));
  if (nextRunAt === undefined || others.length > 0) throw new Error('the collections are not due in the same minute');
  return new Date(nextRunAt);
}

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
