/** Invariant 13: every event that a collection shows is told once, under numbers without gaps, and the feed holds it. */
import { toHistoryEvents } from '#lib/contract/show-collection.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import {
  ATTEMPT_PREFIX,
  collectionKey,
  EVENT_PREFIX,
  PAYMENT_PREFIX,
  REPLY_PREFIX,
} from '#lib/store/collection/keys.ts';
import { toldKey } from '#lib/store/event/keys.ts';
import { unpackText } from '#lib/store/table/read-item.ts';
import { tellsEvents } from '#test/simulation/aws/stream.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Invariant } from './invariant.ts';
import { storedCollections, storedFeed } from './stored.ts';

type ToldRow = { id: string; sequence: number; also?: string[] };
type Body = { id: string; sequence: number; timestamp: string; data: { collection?: { id: string } } };

export const eventsTold: Invariant = {
  number: 13,
  name: 'every event is told once, in order, under numbers without gaps, and the feed holds it',
  watch(world, violate) {
    /** What a world begins with is in no stream. */
    const streamed = new Set<string>();
    return {
      changed({ key: { pk, sk }, before, after }) {
        streamed.add(pk);
        if (isTold(pk) && before !== undefined && !isTakenBack(world, pk, [before, after]))
          violate(`${pk} ${sk}: told again, or forgotten`);
        if (pk.includes('#EVENTS#') && after !== undefined) judgeBody(unpackText(after['body']), violate);
      },
      ended() {
        if (!tellsEvents(world)) return;
        for (const collection of storedCollections(world)) {
          const { account, hash } = collection.ref;
          if (streamed.has(collectionKey(account, hash).pk)) judge(world, collection, violate);
        }
      },
    };
  },
};

/** The last events of a row may get other numbers, as long as the feed has none of them. */
function isTakenBack(world: World, pk: string, rows: readonly (Item | undefined)[]): boolean {
  const [before, after] = rows.map((row) => idsOf(row as ToldRow | undefined)) as [string[], string[]];
  const account = pk.split('#')[1] ?? '';
  const fed = new Set(feedOf(world, account).map(({ id }) => id));
  return after.every((id, index) => id === before[index]) && !before.slice(after.length).some((id) => fed.has(id));
}

const idsOf = (row: ToldRow | undefined): string[] => (row === undefined ? [] : [row.id, ...(row.also ?? [])]);

const isTold = (pk: string): boolean => pk.endsWith('#TOLD');

/** Nothing that names or reaches a person. */
function judgeBody(body: string, violate: (what: string) => void): void {
  if (/"(?:firstName|lastName|phone|email|text|options)":/.test(body)) violate(`a body has what is private: ${body}`);
}

function judge(world: World, collection: Collection, violate: (what: string) => void): void {
  const { id, ref } = collection;
  const told = world.table.items.partition(toldKey(ref, 1).pk) as unknown as ToldRow[];
  const ids = told.flatMap(idsOf);
  if (told.some(({ id: first, sequence }) => ids.indexOf(first) !== sequence - 1))
    violate(`${id}: a gap in ${ids.length} numbers`);
  if (new Set(ids).size < ids.length) violate(`${id}: an event was told twice`);
  for (const { id: event, type } of shownFor(world, collection))
    if (!ids.includes(event)) violate(`${id}: ${type} was not told`);
  const fed = feedOf(world, ref.account).filter(({ data }) => data.collection?.id === id);
  if (fed.map((body) => body.id).join() !== ids.join())
    violate(`${id}: the feed does not hold what was told, in order`);
  if (fed.some(({ sequence }, index) => sequence !== index + 1)) violate(`${id}: a body has the number of another`);
}

/** An attempt that never got a result is shown as unknown without a write: the next change of its collection tells that. */
function shownFor({ kernel, table }: World, collection: Collection) {
  const { ref } = collection;
  const rows = table.items.partition(collectionKey(ref.account, ref.hash).pk);
  const under = <Row>(prefix: string): Row[] =>
    rows.filter(({ sk }) => String(sk).startsWith(prefix)) as unknown as Row[];
  const attempts = under<Attempt>(ATTEMPT_PREFIX).filter(({ status }) => status !== 'sending');
  const history = {
    collection,
    attempts,
    entries: under<never>(PAYMENT_PREFIX),
    events: under<never>(EVENT_PREFIX),
    replies: under<never>(REPLY_PREFIX),
  };
  return toHistoryEvents(history, new Date(kernel.now()));
}

const feedOf = (world: World, account: string): Body[] =>
  storedFeed(world, account).map(({ body }) => JSON.parse(body) as Body);
