/** What the relay function is sent of a stream's records: the deployed source's filter, in the event's own form. */
import type { DynamoDBRecord } from 'aws-lambda';
import { COLLECTION_SORT_KEY, SORT_KEY } from '#lib/store/keys.ts';
import type { StreamRecord } from './stream-reader.ts';

/** The same records as the event source's filter in the stack lets through. */
export const isWanted = (record: StreamRecord): boolean =>
  (record.eventName === 'INSERT' || record.eventName === 'MODIFY') &&
  record.dynamodb?.Keys?.[SORT_KEY]?.S === COLLECTION_SORT_KEY;

/** The record as JSON carries it to a Lambda: bytes in base64, the time in seconds. */
export function toEventRecord(record: StreamRecord, streamArn: string): DynamoDBRecord {
  const plain = JSON.parse(JSON.stringify(record, bytesAsBase64)) as DynamoDBRecord;
  const time = record.dynamodb?.ApproximateCreationDateTime?.getTime();
  return {
    ...plain,
    dynamodb: { ...plain.dynamodb, ...(time !== undefined && { ApproximateCreationDateTime: time / 1000 }) },
    eventSourceARN: streamArn,
  };
}

const bytesAsBase64 = (_name: string, value: unknown): unknown =>
  value instanceof Uint8Array ? Buffer.from(value).toString('base64') : value;
