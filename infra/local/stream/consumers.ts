/** The functions that read the table's stream, each with the records that its event source's filters let through in the stack. */

import { ACCOUNT_SORT_KEY } from '#lib/store/account/keys.ts';
import { COLLECTION_SORT_KEY, WAITING_PREFIX } from '#lib/store/collection/keys.ts';
import { SORT_KEY } from '#lib/store/keys.ts';
import { TOLD_ABOUT } from '#lib/store/stream.ts';
import type { StreamHandler } from './deliver.ts';
import type { StreamRecord } from './stream-reader.ts';

export type Consumer = {
  name: string;
  load(): Promise<{ handler: unknown }>;
  isWanted(record: StreamRecord): boolean;
};

export const RELAY: Consumer = {
  name: 'relay',
  load: () => import('#functions/stream/relay.ts'),
  isWanted: (record) =>
    isWrite(record) &&
    (IN_RELAY.includes(sortKeyOf(record)) ||
      (record.eventName === 'INSERT' && sortKeyOf(record).startsWith(WAITING_PREFIX))),
};

const IN_RELAY = [COLLECTION_SORT_KEY, ACCOUNT_SORT_KEY];

export const PUBLISHER: Consumer = {
  name: 'publisher',
  load: () => import('#functions/stream/publish-events.ts'),
  isWanted: (record) =>
    isWrite(record) &&
    (sortKeyOf(record) === COLLECTION_SORT_KEY || TOLD_ABOUT.some((prefix) => sortKeyOf(record).startsWith(prefix))),
};

export const loadConsumer = async (consumer: Consumer): Promise<StreamHandler> =>
  (await consumer.load()).handler as StreamHandler;

const isWrite = ({ eventName }: StreamRecord): boolean => eventName === 'INSERT' || eventName === 'MODIFY';
const sortKeyOf = ({ dynamodb }: StreamRecord): string => dynamodb?.Keys?.[SORT_KEY]?.S ?? '';
