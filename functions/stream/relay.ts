/**
 * The table's stream, our outbox: lists every recorded collection, settles payments that were ahead of theirs, and makes
 * the schedule of every run that was set.
 */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { clock } from '#lib/clock.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { log, logCounted } from '#lib/log.ts';
import { logAppliedPayments } from '#lib/payment/log-applied-payments.ts';
import { random } from '#lib/random.ts';
import { createSchedule } from '#lib/schedule/create-schedule.ts';
import { endsRuns, listingOf, runOf, unappliedOf } from '#lib/store/collection-stream.ts';
import { repairList } from '#lib/store/list-log.ts';
import { getLedger, keepForLater, recordPayment } from '#lib/store/payments.ts';
import { applyPayments } from '#lib/use-cases/apply-payments.ts';

const live = {
  repairList,
  createSchedule,
  getLedger,
  recordPayment,
  keepForLater,
  now: (): Date => clock.now(),
  sleep: (milliseconds: number): Promise<void> => clock.sleep(milliseconds),
  fraction: (): number => random.fraction(),
};

/** Answers with the first record that failed: the stream goes on from there, so later ones may come again. */
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

/** Records of one collection may pass each other: a listing happens once in any order, and each run has its own name. */
const AT_ONCE = 10;

/** What a collection's first record could not bring about, its runs do; where none is left to come, its last record does. */
async function relayOne(deps: typeof live, { eventName, dynamodb = {} }: DynamoDBRecord): Promise<void> {
  const isFirstOrLast = eventName === 'INSERT' || endsRuns(dynamodb);
  await Promise.all([
    isFirstOrLast ? list(deps, dynamodb.NewImage) : undefined,
    isFirstOrLast ? applyPayment(deps, dynamodb.NewImage) : undefined,
    eventName === 'REMOVE' ? undefined : schedule(deps, dynamodb),
  ]);
}

async function list(deps: typeof live, image: Parameters<typeof listingOf>[0]): Promise<void> {
  const listing = listingOf(image);
  if (listing === undefined || (await deps.repairList(listing)) === 'listed') return;
  logCounted('WARN', 'list_repaired', { account: listing.account });
}

async function applyPayment(deps: typeof live, image: Parameters<typeof unappliedOf>[0]): Promise<void> {
  const ref = unappliedOf(image);
  if (ref === undefined) return;
  const appliedPayments = await applyPayments(deps, { ref, payments: [] });
  logAppliedPayments(collectionId(ref), appliedPayments);
}

/** Scheduler refuses instants that have passed; a run that is due already runs as soon as it safely can. */
const MIN_DELAY_MS = 60_000;

async function schedule(deps: typeof live, change: Parameters<typeof runOf>[0]): Promise<void> {
  const run = runOf(change);
  if (run === undefined) return;
  const { collection, runNumber, nextRunAt } = run;
  const at = new Date(Math.max(nextRunAt.getTime(), clock.now().getTime() + MIN_DELAY_MS));
  await deps.createSchedule({ name: `${collection}-${runNumber}`, at, input: { collection, run: runNumber } });
}

function refuse(record: DynamoDBRecord | undefined, error: Error): DynamoDBBatchResponse {
  const itemIdentifier = record?.dynamodb?.SequenceNumber ?? '';
  log('ERROR', 'relay_failed', { error: error.name, sequenceNumber: itemIdentifier });
  return { batchItemFailures: [{ itemIdentifier }] };
}

export const handler = relay(live);
