/**
 * The table's stream, our outbox: lists every recorded collection, settles payments that were ahead of theirs, and makes
 * the schedule of every wake that was set.
 */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { clock } from '#lib/clock.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { log, logCounted } from '#lib/log.ts';
import { logSettled } from '#lib/payment/log-settled.ts';
import { settlePayments } from '#lib/protocol/settle-payments.ts';
import { createWake } from '#lib/schedule/create-wake.ts';
import { endsWaking, listingOf, unsettledOf, wakeOf } from '#lib/store/collection-record.ts';
import { repairList } from '#lib/store/list-log.ts';
import { settling } from '#lib/store/payments.ts';

const live = {
  repairList,
  createWake,
  ...settling,
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

/** Records of one collection may pass each other: a listing happens once in any order, and each wake has its own name. */
const AT_ONCE = 10;

/** What a collection's first record could not bring about, its wakes do; where none is left to come, its last record does. */
async function relayOne(deps: typeof live, { eventName, dynamodb = {} }: DynamoDBRecord): Promise<void> {
  const isFirstOrLast = eventName === 'INSERT' || endsWaking(dynamodb);
  await Promise.all([
    isFirstOrLast ? list(deps, dynamodb.NewImage) : undefined,
    isFirstOrLast ? settle(deps, dynamodb.NewImage) : undefined,
    eventName === 'REMOVE' ? undefined : schedule(deps, dynamodb),
  ]);
}

async function list(deps: typeof live, image: Parameters<typeof listingOf>[0]): Promise<void> {
  const listing = listingOf(image);
  if (listing === undefined || (await deps.repairList(listing)) === 'listed') return;
  logCounted('WARN', 'list_repaired', { account: listing.account });
}

async function settle(deps: typeof live, image: Parameters<typeof unsettledOf>[0]): Promise<void> {
  const place = unsettledOf(image);
  if (place === undefined) return;
  const settlements = await settlePayments(deps, { place, payments: [] });
  logSettled(collectionId(place), settlements);
}

/** Scheduler refuses instants that have passed; a wake that is due already rings as soon as it safely can. */
const SOONEST_MS = 60_000;

async function schedule(deps: typeof live, change: Parameters<typeof wakeOf>[0]): Promise<void> {
  const wake = wakeOf(change);
  if (wake === undefined) return;
  const { collection, wakeNumber, wakeAt } = wake;
  const at = new Date(Math.max(wakeAt.getTime(), clock.now().getTime() + SOONEST_MS));
  await deps.createWake({ name: `${collection}-${wakeNumber}`, at, input: { collection, wake: wakeNumber } });
}

function refuse(record: DynamoDBRecord | undefined, error: Error): DynamoDBBatchResponse {
  const itemIdentifier = record?.dynamodb?.SequenceNumber ?? '';
  log('ERROR', 'relay_failed', { error: error.name, sequenceNumber: itemIdentifier });
  return { batchItemFailures: [{ itemIdentifier }] };
}

export const handler = relay(live);
