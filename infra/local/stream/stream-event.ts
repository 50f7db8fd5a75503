/** What the relay function is sent of a stream's records: the deployed source's filter, in the event's own form. */
import type { DynamoDBRecord } from 'aws-lambda';
import { COLLECTION_SORT_KEY, PAYMENT_PREFIX, SORT_KEY, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import type { StreamRecord } from './stream-reader.ts';

/** The same records as the event source's filters in the stack let through: collections, and payments ahead of theirs. */
export function isWanted({ eventName, dynamodb }: StreamRecord): boolean {
  const sortKey = dynamodb?.Keys?.[SORT_KEY]?.S ?? '';
  if (sortKey === COLLECTION_SORT_KEY) return eventName === 'INSERT' || eventName === 'MODIFY';
  return (
    eventName === 'INSERT' && sortKey.startsWith(PAYMENT_PREFIX) && dynamodb?.NewImage?.[TTL_ATTRIBUTE] !== undefined
  );
}

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
