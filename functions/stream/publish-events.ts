/** The table's stream, a second time: tells each event of a collection, once and in order, to the feed and to webhooks. */
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { toTellables } from '#lib/contract/show-told-event.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { factsOf, subjectOf } from '#lib/domain/insights/facts.ts';
import { queuesFrom } from '#lib/schedule/queues.ts';
import { service } from '#lib/service.ts';
import { listAttention, removeAttention } from '#lib/store/collection/attention.ts';
import { type CollectionHistory, getHistory } from '#lib/store/collection/collections.ts';
import { feed, getFed } from '#lib/store/event/feed.ts';
import { getTold, takeNumbers, untell } from '#lib/store/event/told.ts';
import { markNews } from '#lib/store/insights/news.ts';
import { toldAboutOf } from '#lib/store/stream.ts';
import { table } from '#lib/store/table/live-table.ts';
import { isMalformed } from '#lib/store/table/read-item.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { deliveryItem, findUnstored, putDeliveries } from '#lib/store/webhook/deliveries.ts';
import { getReceivers } from '#lib/store/webhook/endpoints.ts';
import { keepAttention, publishEvents as publish, tellEndpoints } from '#lib/use-cases/publish-events.ts';

const needs = {
  ...service,
  ...queuesFrom(service),
  ...storeOf(table, { getHistory, getTold, getFed, getReceivers, takeNumbers, untell, feed, markNews }),
  ...storeOf(table, { findUnstored, putDeliveries, listAttention, removeAttention }),
};

/** Collections that are read and told at the same time. */
const AT_ONCE = 20;

/** One read for all the records of a collection in the batch. Answers the first record whose collection failed. */
export const publishEvents =
  (deps: typeof needs) =>
  async ({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> => {
    const groups = byCollection(Records);
    const failed: DynamoDBRecord[] = [];
    for (let from = 0; from < groups.length; from += AT_ONCE) {
      const together = telling(deps);
      const outcomes = await Promise.all(
        groups.slice(from, from + AT_ONCE).map((group) => tellGroup(deps, together, group)),
      );
      failed.push(...outcomes.flatMap((record) => record ?? []));
    }
    const first = Records.find((record) => failed.includes(record));
    return { batchItemFailures: first ? [{ itemIdentifier: first.dynamodb?.SequenceNumber ?? '' }] : [] };
  };

/** For collections that are told together: what is the same for those of an account is asked once. */
const telling = (deps: typeof needs) => ({
  ...deps,
  toTellables,
  toFacts: (history: CollectionHistory, before: string | undefined, now: Date) =>
    JSON.stringify(factsOf(history, subjectOf(history.collection, before), now)),
  announceNews: onceFor((account) => announceNews(deps, account)),
  getReceivers: onceFor(deps.getReceivers),
  keepAttention: (history: CollectionHistory) => keepAttention(deps, history, deps.clock.now()),
  ...tellEndpoints({ deliveryItem, queueWebhooks: deps.queueWebhooks, findUnstored: deps.findUnstored }),
});

function onceFor<Value>(ask: (account: string) => Promise<Value>): (account: string) => Promise<Value> {
  const asked = new Map<string, Promise<Value>>();
  return (account) => {
    const known = asked.get(account) ?? ask(account);
    asked.set(account, known);
    return known;
  };
}

/** Until when each account is marked: one write in five minutes is enough, or in five seconds while it is being counted. */
const marked = new Map<string, string>();
const MAX_MARKED = 10_000;

/** As a process begins. */
export const forgetMarks = (): void => marked.clear();

async function announceNews({ clock, markNews: mark }: typeof needs, account: string): Promise<void> {
  const now = clock.now();
  if ((marked.get(account) ?? '') > now.toISOString()) return;
  if (marked.size >= MAX_MARKED) marked.clear();
  marked.set(account, await mark(account, now));
}

type Group = { ref: NonNullable<ReturnType<typeof toldAboutOf>>; first: DynamoDBRecord };

function byCollection(records: readonly DynamoDBRecord[]): Group[] {
  const groups = new Map<string, Group>();
  for (const first of records) {
    const ref = toldAboutOf(first.dynamodb?.Keys);
    if (ref !== undefined && !groups.has(collectionId(ref))) groups.set(collectionId(ref), { ref, first });
  }
  return [...groups.values()];
}

/** In whole seconds. */
const changedAt = ({ dynamodb }: DynamoDBRecord): Date => new Date((dynamodb?.ApproximateCreationDateTime ?? 0) * 1000);

/** Answers the first record of a collection that failed. A spoilt one is passed over: it would fail at each try. */
async function tellGroup(
  deps: typeof needs,
  together: ReturnType<typeof telling>,
  { ref, first }: Group,
): Promise<DynamoDBRecord | undefined> {
  const collection = collectionId(ref);
  try {
    for (const { type, sequence } of await publish(together, ref, changedAt(first)))
      deps.log.count('INFO', 'event_told', { account: ref.account, collection, type, sequence });
    return undefined;
  } catch (error) {
    if (isMalformed(error)) {
      deps.log.count('ERROR', 'events_not_told', { account: ref.account, collection });
      return undefined;
    }
    deps.log.fault('publishing_failed', error, { collection });
    return first;
  }
}

export const handler = publishEvents(needs);
