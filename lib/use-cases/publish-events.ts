/**
 * Tells the events of a collection that have not been told yet: each once, in the order in which its history shows them,
 * numbered without gaps. First it takes their numbers, then it puts them into the feed, then it stores their deliveries; what a
 * crash leaves, the next invocation finishes (docs/decisions/0034-events-are-told-once.md).
 */

import { causesOf } from '#lib/domain/attention/attention.ts';
import type { AttentionItem, Cause } from '#lib/domain/attention/attention-item.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import { isTooLateToFeed, type ToldEvent, type ToldRecord, toldAfter } from '#lib/domain/feed.ts';
import { type CollectionRef, parseEndpointId } from '#lib/domain/ids.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { type Delivery, deliveriesOf, firstTasks, type WebhookTask } from '#lib/domain/webhook/delivery.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import type { Store } from '#lib/store/store.ts';
import { type FinishPorts, finishTelling, type ItemToPut, startDeliveries } from './finish-telling.ts';

/** The bodies are rendered once the number is known. */
type Tellable = Pick<ToldEvent, 'id' | 'type'> & { render: (sequence: number) => string };

type LoadedEntries = { collection: { entryCount: number; spread?: true }; entries: readonly LedgerEntry[] };

export type PublishPorts<History extends LoadedEntries, Receiver> = FinishPorts<Receiver> & {
  getHistory: (ref: CollectionRef) => Promise<History | undefined>;
  /** What was told of the collection, by its numbers. */
  getTold: (ref: CollectionRef) => Promise<readonly ToldRecord[]>;
  /** Who may want an event of the account. */
  getReceivers: (account: string) => Promise<readonly Receiver[]>;
  /** All that the collection's history shows, in its order. */
  toTellables: (history: History, now: Date) => readonly Tellable[];
  /** JSON text of what statistics need to know; `before`: of the last telling. */
  toFacts: (history: History, before: string | undefined, now: Date) => string;
  /** Before anything is told: the account's statistics are to be brought up to date. */
  announceNews: (account: string) => Promise<void>;
  /** `lost`: another invocation has taken one of these numbers. */
  takeNumbers: (told: readonly [ToldEvent, ...ToldEvent[]], facts: string) => Promise<'taken' | 'lost'>;
  /** Answers the event as the feed has it: another invocation may have rendered it otherwise. */
  feed: (told: ToldEvent) => Promise<ToldEvent>;
  /** The deliveries that the event needs, one for each receiver that wants it. */
  deliveriesOf: (receivers: readonly Receiver[], told: ToldEvent) => ItemToPut[];
  /** With the history that was read: what of the collection needs a person. */
  keepAttention: (history: History) => Promise<void>;
};

/** Each lost race means that another invocation has told an event of this collection. */
const MAX_RACES = 20;
/** One read is not one instant: an entry of the ledger may be missing that the collection already counts. */
const MAX_TORN_READS = 4;
const PAUSE_MS = 20;
const MAX_PAUSE_MS = 3_000;

/** `changedAt`: when the earliest change was made for which this is called. Answers what this invocation told. @throws service_unavailable when other invocations are always faster */
export async function publishEvents<History extends LoadedEntries, Receiver>(
  ports: PublishPorts<History, Receiver>,
  ref: CollectionRef,
  changedAt: Date,
): Promise<ToldEvent[]> {
  const done: ToldEvent[] = [];
  for (let tries = 1; tries <= MAX_RACES; tries += 1) {
    if (tries > 1) await ports.clock.sleep(Math.min(MAX_PAUSE_MS, PAUSE_MS * (tries - 1) ** 2));
    const [history, told, receivers] = await Promise.all([
      ports.getHistory(ref),
      ports.getTold(ref),
      ports.getReceivers(ref.account),
    ]);
    if (history === undefined) return done;
    if (isTorn(history) && tries <= MAX_TORN_READS) continue;
    const { spread } = history.collection;
    if ((await finishTelling(ports, { ref, spread, told, receivers, changedAt })) === 'other') continue;
    if ((await tellAll(ports, { ref, history, told, receivers, done })) === 'lost') continue;
    await ports.keepAttention(history);
    return done;
  }
  throw serviceUnavailable();
}

const isTorn = ({ collection, entries }: LoadedEntries): boolean => entries.length < collection.entryCount;

type ReadCollection<History, Receiver> = {
  ref: CollectionRef;
  history: History;
  told: readonly ToldRecord[];
  receivers: readonly Receiver[];
  done: ToldEvent[];
};

/** So many are in the feed long before a reader may come to them. */
const MAX_TOGETHER = 20;

async function tellAll<History extends LoadedEntries, Receiver>(
  ports: PublishPorts<History, Receiver>,
  { ref, history, told, receivers, done }: ReadCollection<History, Receiver>,
): Promise<'told' | 'lost'> {
  const { spread } = history.collection;
  const known = new Set(told.map(({ id }) => id));
  const fresh = ports.toTellables(history, ports.clock.now()).filter(({ id }) => !known.has(id));
  let last: LastTold | undefined = told.at(-1);
  if (fresh.length === 0) return 'told';
  const before = told.findLast((each) => each.facts !== undefined)?.facts;
  const facts = ports.toFacts(history, before, ports.clock.now());
  await ports.announceNews(ref.account);
  for (let from = 0; from < fresh.length; from += MAX_TOGETHER) {
    const events = numbered({ ref, spread }, fresh.slice(from, from + MAX_TOGETHER), { last, now: ports.clock.now() });
    if ((await ports.takeNumbers(events, facts)) === 'lost') return 'lost';
    const fed: ToldEvent[] = [];
    // One after the other, so that what a crash leaves is their beginning.
    for (const event of events) {
      if (isTooLateToFeed(event.toldAt, ports.clock.now())) return 'lost';
      fed.push(await ports.feed(event));
    }
    await startDeliveries(
      ports,
      fed.flatMap((event) => ports.deliveriesOf(receivers, event)),
    );
    done.push(...fed);
    last = events.at(-1);
  }
  return 'told';
}

type LastTold = Pick<ToldRecord, 'sequence' | 'toldAt'>;

/** The clocks of two machines differ: in the feed, too, the numbers of a collection must rise. */
function numbered(
  { ref, spread }: Pick<ToldEvent, 'ref' | 'spread'>,
  fresh: readonly Tellable[],
  { last, now }: { last: LastTold | undefined; now: Date },
): readonly [ToldEvent, ...ToldEvent[]] {
  const { sequence, toldAt } = last ?? { sequence: 0, toldAt: '' };
  const from = now.toISOString() > toldAt ? now.toISOString() : toldAt;
  const events = fresh.map(({ id, type, render }, index) => {
    const number = sequence + 1 + index;
    return { ref, id, type, sequence: number, toldAt: toldAfter(from, index), body: render(number), spread };
  });
  return events as [ToldEvent, ...ToldEvent[]];
}

type TellPorts = {
  deliveryItem: (endpoint: { account: string; hash: string }, delivery: Delivery) => ItemToPut;
  findUnstored: (items: readonly ItemToPut[]) => Promise<ItemToPut[]>;
  queueWebhooks: (tasks: readonly WebhookTask[]) => Promise<unknown>;
};

/**
 * One delivery for each webhook endpoint that wants the event, stored after it, and then queued. An endpoint
 * that is not enabled gets the event too, as held.
 */
export function tellEndpoints({ deliveryItem, queueWebhooks, findUnstored }: TellPorts) {
  const itemsOf = (endpoints: readonly WebhookEndpoint[], { id, type, body, toldAt }: ToldEvent): ItemToPut[] =>
    deliveriesOf(endpoints, { id, type, body, toldAt }).flatMap((delivery) => {
      const ref = parseEndpointId(delivery.endpoint);
      return ref === undefined ? [] : [deliveryItem(ref, delivery)];
    });
  return {
    deliveriesOf: itemsOf,
    /** Of endpoints that were there by then. */
    findUnstored: (endpoints: readonly WebhookEndpoint[], told: readonly ToldEvent[]): Promise<ItemToPut[]> =>
      findUnstored(
        told.flatMap((event) =>
          itemsOf(
            endpoints.filter(({ createdAt }) => createdAt <= event.toldAt),
            event,
          ),
        ),
      ),
    queueDeliveries: async (items: readonly ItemToPut[]): Promise<void> => {
      const tasks = firstTasks(items as unknown as readonly Delivery[]);
      if (tasks.length > 0) await queueWebhooks(tasks);
    },
  };
}

type AttentionPorts = Pick<Store, 'listAttention' | 'removeAttention'>;

type AttentionHistory = Parameters<typeof causesOf>[0] & { attention?: readonly AttentionItem[] };

/**
 * What of a collection needs a person: an item is there with its cause, and gone with it. The stream does it, so that
 * no request pays. Nothing is read, and nothing written while nothing has changed.
 */
export async function keepAttention(ports: AttentionPorts, history: AttentionHistory, now: Date): Promise<void> {
  const { attention = [] } = history;
  const { ref } = history.collection;
  const kept = new Map(attention.map((item) => [item.reason, item]));
  const left = causesOf(history, (reason) => kept.get(reason)?.doneAt, now);
  const fresh = left.filter((cause) => !isKept(kept.get(cause.reason), cause));
  const all = new Set(causesOf(history, () => undefined, now).map(({ reason }) => reason));
  // What is done stays, unlisted, while its cause lasts: it would be new otherwise.
  const gone = attention.filter(
    ({ reason, doneAt }) =>
      !left.some((cause) => cause.reason === reason) && (doneAt === undefined || !all.has(reason)),
  );
  await Promise.all([
    ...fresh.map((cause) => ports.listAttention(ref, cause)),
    ...gone.map(({ reason }) => ports.removeAttention(ref, reason)),
  ]);
}

const isKept = (item: AttentionItem | undefined, { since, text, suggestion }: Cause): boolean =>
  item?.isListed === true &&
  item.since === since &&
  item.text === text &&
  JSON.stringify(item.suggestion ?? null) === JSON.stringify(suggestion ?? null);
