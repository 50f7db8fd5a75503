/** The table's stream: sees to it that every recorded collection is listed, even one whose creator died in between. */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { log, logCounted } from '#lib/log.ts';
import { listingOf } from '#lib/store/collection-record.ts';
import { repairList } from '#lib/store/list-log.ts';

const live = { repairList };

/** Answers with the first record that failed: the stream goes on from there, so later ones may come again. */
export const relay =
  (deps: typeof live) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    for (const record of Records) {
      const failed = await relayOne(deps, record).catch((error: Error) => error);
      if (failed instanceof Error) return refuse(record, failed);
    }
    return { batchItemFailures: [] };
  };

async function relayOne(deps: typeof live, record: DynamoDBRecord): Promise<void> {
  const listing = record.eventName === 'INSERT' ? listingOf(record.dynamodb?.NewImage) : undefined;
  if (listing === undefined) return;
  if ((await deps.repairList(listing)) === 'repaired') {
    logCounted('WARN', 'list_repaired', { account: listing.account });
  }
}

function refuse(record: DynamoDBRecord, error: Error): DynamoDBBatchResponse {
  const itemIdentifier = record.dynamodb?.SequenceNumber ?? '';
  log('ERROR', 'relay_failed', { error: error.name, sequenceNumber: itemIdentifier });
  return { batchItemFailures: [{ itemIdentifier }] };
}

export const handler = relay(live);
