/** The table's stream, our outbox: lists collections, books payments that came early, schedules and queues runs. */

import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import type { CollectionChange } from '#lib/domain/customer.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { isBug, type Log } from '#lib/log.ts';
import { logBookings } from '#lib/payment/log-payments.ts';
import { queuesFrom, type Run } from '#lib/schedule/queues.ts';
import { schedulesFrom } from '#lib/schedule/schedules.ts';
import { service } from '#lib/service.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { putOpen, removeOpen } from '#lib/store/collection/open-by-address.ts';
import { saveEnding } from '#lib/store/collection/revisions.ts';
import { keepingCustomers } from '#lib/store/customer/keeping.ts';
import { getLedger, keepForLater, recordEntry } from '#lib/store/ledger/ledger.ts';
import { repairList } from '#lib/store/list/log.ts';
import {
  askableOf,
  changedCollectionsOf,
  endsRuns,
  listingOf,
  newlyReconciledOf,
  openChangesOf,
  runOf,
  sharedChangeOf,
  waitedForOf,
  writingOf,
} from '#lib/store/stream.ts';
import { table } from '#lib/store/table/live-table.ts';
import { isMalformed } from '#lib/store/table/read-item.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { bookMovements } from '#lib/use-cases/book-movements.ts';
import { endShared } from '#lib/use-cases/end-shared.ts';
import { keepCustomer, keepWriting } from '#lib/use-cases/keep-customer.ts';

const needs = {
  ...service,
  ...queuesFrom(service),
  ...schedulesFrom(service),
  ...storeOf(table, {
    repairList,
    getLedger,
    recordEntry,
    keepForLater,
    putOpen,
    removeOpen,
    getCollection,
    saveEnding,
  }),
  ...storeOf(table, keepingCustomers),
};

/** Answers the first record that failed. The stream repeats from there, so later records can come again. */
export const relay =
  (deps: typeof needs) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    for (let from = 0; from < Records.length; from += AT_ONCE) {
      const group = Records.slice(from, from + AT_ONCE);
      const changed = changedCollectionsOf(group.map(({ dynamodb = {} }) => dynamodb));
      const outcomes = await Promise.allSettled(
        group.map((record, place) => relayOne(deps, record, changed.get(place))),
      );
      const failed = outcomes.findIndex(({ status }) => status === 'rejected');
      if (failed >= 0) return refuse(deps.log, group[failed], (outcomes[failed] as PromiseRejectedResult).reason);
    }
    return { batchItemFailures: [] };
  };

/** Order does not matter within a collection: a listing happens only once, and each run has its own name. */
const AT_ONCE = 20;

/** If the first record's work fails, the collection's first runs do it. If there is none, the last record's work does. */
async function relayOne(
  deps: typeof needs,
  { eventName, dynamodb = {} }: DynamoDBRecord,
  changed: readonly CollectionChange[] | undefined,
): Promise<void> {
  const isFirstOrLast = eventName === 'INSERT' || endsRuns(dynamodb);
  await Promise.all([
    isFirstOrLast ? list(deps, dynamodb.NewImage) : undefined,
    isFirstOrLast ? bookWaiting(deps, dynamodb.NewImage) : undefined,
    eventName === 'INSERT' ? askEarly(deps, dynamodb.NewImage) : undefined,
    eventName === 'REMOVE' ? undefined : schedule(deps, dynamodb),
    eventName === 'REMOVE' ? undefined : reconcile(deps, dynamodb),
    findable(deps, dynamodb),
    changed && keepCustomer(deps, changed).catch(passOverMalformed),
    endShared(deps, sharedChangeOf(dynamodb)),
    eventName === 'INSERT' ? writing(deps, dynamodb.NewImage) : undefined,
  ]);
}

/** A person who is written to, and answers nothing in particular, is found by their phone or email. */
async function findable(deps: typeof needs, change: Parameters<typeof openChangesOf>[0]): Promise<void> {
  const { add, remove } = openChangesOf(change);
  await Promise.all([...add.map(deps.putOpen), ...remove.map(deps.removeOpen)]);
}

/** It is logged, and would fail at each try. */
function passOverMalformed(error: unknown): void {
  if (!isMalformed(error)) throw error;
}

async function writing(deps: typeof needs, image: Parameters<typeof writingOf>[0]): Promise<void> {
  const found = writingOf(image);
  const collection = found && (await deps.getCollection(found.ref));
  if (collection === undefined || found === undefined) return;
  await keepWriting(deps, collection, found).catch(passOverMalformed);
}

async function list(deps: typeof needs, image: Parameters<typeof listingOf>[0]): Promise<void> {
  const listing = listingOf(image);
  if (listing === undefined || (await deps.repairList(listing)) === 'listed') return;
  deps.log.count('INFO', 'list_repaired', { account: listing.account });
}

async function bookWaiting(deps: typeof needs, image: Parameters<typeof waitedForOf>[0]): Promise<void> {
  const ref = waitedForOf(image);
  if (ref !== undefined) logBookings(deps.log, collectionId(ref), await bookMovements(deps, { ref, reported: [] }));
}

/** The merchant's own transaction may have been paid before its collection was recorded. */
async function askEarly(deps: typeof needs, image: Parameters<typeof askableOf>[0]): Promise<void> {
  const collection = askableOf(image);
  if (collection !== undefined) await orLeave(deps.log, () => queue(deps, { collection, asks: true }));
}

/** Scheduler refuses an instant in the past. */
const MIN_AHEAD_MS = 60_000;

/** What is due within a minute is queued at once, to be received when it is due. */
async function schedule(deps: typeof needs, change: Parameters<typeof runOf>[0]): Promise<void> {
  const found = runOf(change);
  if (found === undefined) return;
  const { collection, runNumber: run, nextRunAt: at } = found;
  const aheadMs = Math.max(0, at.getTime() - deps.clock.now().getTime());
  const input = { collection, run };
  await orLeave(deps.log, () =>
    aheadMs > MIN_AHEAD_MS
      ? deps.createSchedule({ name: `${collection}-${run}`, at, input })
      : queue(deps, input, Math.ceil(aheadMs / 1000)),
  );
}

async function queue(deps: typeof needs, run: Run, delaySeconds?: number): Promise<void> {
  if ((await deps.queueRuns([run], delaySeconds)) > 0) throw new Error('SQS refused the run');
}

/**
 * A run that cannot be scheduled or queued is left to the sweeper, and an early question to the collection's runs: an
 * outage or a quota of these services must not hold up all that comes after it in the stream.
 */
async function orLeave(log: Log, work: () => Promise<void>): Promise<void> {
  await work().catch((error: unknown) =>
    isBug(error)
      ? log.fault('run_not_scheduled', error)
      : log.count('ERROR', 'run_not_scheduled', { error: (error as Error).name }),
  );
}

async function reconcile(deps: typeof needs, change: Parameters<typeof newlyReconciledOf>[0]): Promise<void> {
  for (const provider of newlyReconciledOf(change)) await deps.scheduleReconciliation(provider);
}

function refuse(log: Log, record: DynamoDBRecord | undefined, error: Error): DynamoDBBatchResponse {
  const itemIdentifier = record?.dynamodb?.SequenceNumber ?? '';
  log.fault('relay_failed', error, { sequenceNumber: itemIdentifier });
  return { batchItemFailures: [{ itemIdentifier }] };
}

export const handler = relay(needs);
