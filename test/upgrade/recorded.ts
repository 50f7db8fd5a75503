/** What a release has left behind: its table as DynamoDB stores it, and what it answered about it. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { AttributeValue } from '@aws-sdk/client-dynamodb';

/** `answers` are by path; `ids` those of the collections by what was done with them. */
export type Recorded = {
  version: string;
  baseUrl: string;
  at: string;
  account: string;
  ids: Readonly<Record<string, string>>;
  answers: Readonly<Record<string, object>>;
  events: readonly object[];
  items: readonly Record<string, AttributeValue>[];
};

export const asText = (recorded: Recorded): string =>
  JSON.stringify(recorded, (_name, value) =>
    value instanceof Uint8Array ? { bytes: Buffer.from(value).toString('base64') } : value,
  );

/** As this version says it on purpose: a plan shows no link by which its reader could opt the customer out. */
const asNow = (text: string): string => text.replaceAll(/\/u\/[0-9a-z]{60}/g, '/u/…');

/** `baseUrl`: under which it is served now. */
export function readRecorded(file: string, baseUrl: string): Recorded {
  const text = gunzipSync(readFileSync(file)).toString();
  const { baseUrl: before } = JSON.parse(text) as Recorded;
  return JSON.parse(asNow(text.replaceAll(before, baseUrl)), (_name, value) =>
    typeof value?.bytes === 'string' ? new Uint8Array(Buffer.from(value.bytes, 'base64')) : value,
  );
}
