/** The table's stream, our outbox: lists collections, books payments that came early, and makes schedules. */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { clock } from '#lib/clock.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { log, logCounted } from '#lib/log.ts';
import { logBookings } from '#lib/payment/log-bookings.ts';
import { random } from '#lib/random.ts';
import { createSchedule } from '#lib/schedule/create-schedule.ts';
import { invokeFollowUp } from '#lib/schedule/invoke-follow-up.ts';
import { scheduleReconciliation } from '#lib/schedule/schedule-reconciliation.ts';
import { newlyReconciledOf } from '#lib/store/account-stream.ts';
import { askableOf, endsRuns, listingOf, runOf, waitedForOf } from '#lib/store/collection-stream.ts';
import { getLedger, keepForLater, recordEntry } from '#lib/store/ledger.ts';
import { repairList } from '#lib/store/list-log.ts';
import { bookMovements } from '#lib/use-cases/book-movements.ts';

const ledger = { getLedger, recordEntry, keepForLater };
const live = { clock, random, repairList, createSchedule, invokeFollowUp, scheduleReconciliation, ...ledger };

/** Answers the first record that failed. The stream repeats from there, so later records can come again. */
export const relay =
  (deps: typeof live) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    for (let from = 0; from < Records.length; from += AT_ONCE) {
      const group = Records.slice(from, from + AT_ONCE);
      const outcomes = await Promise.allSettled(group.map((record) => relayOne(deps, record)));
      const failed = outcomes.findIndex(({ status }) => status === 'rejected');
      if (failed >= 0) return refuse(group[failed], (outcomes[failed] as PromiseRejectedResult).reason);
    }
    return { batchItemFailures: [] };
  };

/** Order does not matter within a collection: a listing happens only once, and each run has its own name. */
const AT_ONCE = 10;

/** If the first record's work fails, the collection's runs do it. If no run is left, the last record's work does. */
async function relayOne(deps: typeof live, { eventName, dynamodb = {} }: DynamoDBRecord): Promise<void> {
  const isFirstOrLast = eventName === 'INSERT' || endsRuns(dynamodb);
  await Promise.all([
    isFirstOrLast ? list(deps, dynamodb.NewImage) : undefined,
    isFirstOrLast ? bookWaiting(deps, dynamodb.NewImage) : undefined,
    eventName === 'INSERT' ? askEarly(deps, dynamodb.NewImage) : undefined,
    eventName === 'REMOVE' ? undefined : schedule(deps, dynamodb),
    eventName === 'REMOVE' ? undefined : reconcile(deps, dynamodb),
  ]);
}

async function list(deps: typeof live, image: Parameters<typeof listingOf>[0]): Promise<void> {
  const listing = listingOf(image);
  if (listing === undefined || (await deps.repairList(listing)) === 'listed') return;
  logCounted('WARN', 'list_repaired', { account: listing.account });
}

async function bookWaiting(deps: typeof live, image: Parameters<typeof waitedForOf>[0]): Promise<void> {
  const ref = waitedForOf(image);
  if (ref !== undefined) logBookings(collectionId(ref), await bookMovements(deps, { ref, reported: [] }));
}

/** The merchant's own transaction may have been paid before its collection was recorded. */
async function askEarly(deps: typeof live, image: Parameters<typeof askableOf>[0]): Promise<void> {
  const collection = askableOf(image);
  if (collection !== undefined) await deps.invokeFollowUp(collection, { asks: true });
}

/** Scheduler refuses an instant in the past, so a run that is already due gets this delay. */
const MIN_DELAY_MS = 60_000;

async function schedule(deps: typeof live, change: Parameters<typeof runOf>[0]): Promise<void> {
  const run = runOf(change);
  if (run === undefined) return;
  const { collection, runNumber, nextRunAt, isEnded } = run;
  // What a collection left open at its end is closed at once.
  if (isEnded && nextRunAt <= deps.clock.now()) return deps.invokeFollowUp(collection, { run: runNumber });
  const at = new Date(Math.max(nextRunAt.getTime(), deps.clock.now().getTime() + MIN_DELAY_MS));
  await deps.createSchedule({ name: `${collection}-${runNumber}`, at, input: { collection, run: runNumber } });
}

async function reconcile(deps: typeof live, change: Parameters<typeof newlyReconciledOf>[0]): Promise<void> {
  for (const provider of newlyReconciledOf(change)) await deps.scheduleReconciliation(provider);
}

function refuse(record: DynamoDBRecord | undefined, error: Error): DynamoDBBatchResponse {
  const itemIdentifier = record?.dynamodb?.SequenceNumber ?? '';
  log('ERROR', 'relay_failed', { error: error.name, sequenceNumber: itemIdentifier });
  return { batchItemFailures: [{ itemIdentifier }] };
}

export const handler = relay(live);
