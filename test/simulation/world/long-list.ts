/** In some worlds a business has a list of many segments: each page of it, and each range of time, is what a list of them says. */

import { collectionRefOf, newCollection } from '#lib/domain/build-collection.ts';
import { newContact } from '#lib/domain/contact.ts';
import { collectionId, hashToBytes } from '#lib/domain/ids.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { toItem } from '#lib/store/collection/item.ts';
import { segmentKey } from '#lib/store/collection/keys.ts';
import { statusPartition } from '#lib/store/indexes.ts';
import { table as liveTable } from '#lib/store/table/live-table.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { metaOf } from '#test/simulation/model/list.ts';
import { copy, type Item } from '#test/simulation/table/value.ts';
import { accountOf, askAll, judgeSame, openBusiness } from './own-business.ts';
import type { World } from './world.ts';

export const LONG_LIST = { name: 'long-list', share: 0.06 };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const SEGMENT = 50;
const MADE = { min: 160, max: 420 };
const QUESTIONS = 9;
const MAX_PAGES = 4;

type Made = { id: string; createdAt: string };
type Long = { world: World; random: Random; key: string; made: Made[] };

/** After all else, when nothing is broken any more; not where an operator or a retention period comes after it. */
export async function listLong(world: World, without: ReadonlySet<string>): Promise<void> {
  const random = randomFrom(world.seed, LONG_LIST.name);
  if (without.has(LONG_LIST.name) || !random.bool(LONG_LIST.share)) return;
  const key = await openBusiness('Long Listed');
  const long = { world, random, key, made: await fill(world, random, accountOf(key)) };
  for (let question = 0; question < QUESTIONS && !world.kernel.isStopped(); question += 1)
    await random.pick([readPage, readPage, readRange])(long);
  world.note('long list read');
}

/** Oldest first: they were paid long ago, some of them at one instant, some hours apart. */
async function fill({ table, kernel }: World, random: Random, id: string): Promise<Made[]> {
  const account = await getAccount(liveTable, id);
  if (account === undefined) throw new Error('the business is not there');
  const phone = parsePhone('+2348055550007', undefined);
  const contact = newContact({ firstName: 'Long', lastName: 'Ago', email: 'long@ago.example' }, phone, account.salt);
  const count = random.between(MADE.min, MADE.max);
  const gaps = Array.from({ length: count }, () => random.pick([0, 1, SECOND, MINUTE, 90 * MINUTE]));
  let at = kernel.now() - gaps.reduce((sum, gap) => sum + gap, MINUTE * 30);
  const made: Made[] = [];
  const segments: Item[] = [];
  for (const [index, gap] of gaps.entries()) {
    at += gap;
    const now = new Date(at);
    const reference = `long-${index}`;
    const terms = {
      contact,
      reference,
      amount: { minor: 100, currency: 'NGN' },
      expiresInMinutes: 10,
      payable: { enabled: false, methods: [] },
      followUp: { enabled: false, strategyVersion: 1 },
    } as const;
    const ref = collectionRefOf(account, reference);
    const segment = Math.floor(index / SEGMENT);
    const collection = { ...newCollection(ref, terms, now), status: 'completed' as const };
    const {
      nextRunAt: _at,
      due: _shard,
      ...item
    } = toItem({ ...collection, completedAt: now.toISOString() }, { nonce: `long-${index}`, startSegment: segment });
    put(table, { ...item, byStatus: statusPartition(id, 'completed') } as unknown as Item);
    segments[segment] ??= { ...segmentKey(id, segment), entries: [], openedAt: now.toISOString() };
    (segments[segment]['entries'] as unknown[]).push(hashToBytes(ref.hash));
    made.push({ id: collectionId(ref), createdAt: now.toISOString() });
  }
  for (const segment of segments) put(table, segment);
  return made;
}

/** No reader of the stream is told: what was listed long ago was told then. */
const put = ({ items }: World['table'], item: Item): void =>
  items.set({ pk: String(item['pk']), sk: String(item['sk']) }, copy(item));

async function ask({ world, key }: Long, query: Record<string, string>) {
  const [answer] = await askAll(world, [{ operation: 'list-collections', key, query }]);
  const { data = [], meta = {} } = answer?.body ?? {};
  return { ids: (data as Made[]).map(({ id }) => id), meta: meta as Record<string, unknown>, status: answer?.status };
}

/** Near the newest, in the middle, and behind the end. */
async function readPage(long: Long): Promise<void> {
  const { world, random, made } = long;
  const limit = random.pick([3, 7, 20, 50]);
  const page = random.between(1, Math.ceil(made.length / limit) + 1);
  const { ids, meta } = await ask(long, { page: String(page), limit: String(limit) });
  const all = made.toReversed().map(({ id }) => id);
  judgeSame(world, `page ${page} of ${limit}`, ids, all.slice((page - 1) * limit, page * limit));
  const right = metaOf(made.length, { page, limit });
  for (const name of ['count', 'next', 'prev'] as const)
    judgeSame(world, `${name} of page ${page} of ${limit}`, meta[name], right[name]);
}

/** On the instants of creates and beside them; alone, and with a filter that all of them pass. */
async function readRange(long: Long): Promise<void> {
  const { world, random, made } = long;
  const beside = () => new Date(Date.parse(random.pick(made).createdAt) + random.pick([-1, 0, 0, 1])).toISOString();
  const [createdFrom = '', createdTo = ''] = [beside(), beside()].toSorted();
  const range = {
    ...(random.bool(0.7) && { createdFrom }),
    ...(random.bool(0.7) && { createdTo }),
  };
  const query = {
    ...(Object.keys(range).length === 0 ? { createdTo } : range),
    ...(random.bool(0.3) && { status: 'completed' }),
    limit: String(random.pick([2, 9, 30])),
  };
  const { createdFrom: from = '', createdTo: to = '~' } = query as { createdFrom?: string; createdTo?: string };
  const right = made.filter(({ createdAt }) => createdAt >= from && createdAt < to).toReversed();
  const found: string[] = [];
  let cursor: unknown = null;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const { ids, meta } = await ask(long, { ...query, ...(cursor !== null && { cursor: String(cursor) }) });
    found.push(...ids);
    cursor = meta['nextCursor'] ?? null;
    if (cursor === null) break;
  }
  const about = `a long list by ${JSON.stringify(query)}`;
  const expected = right.slice(0, cursor === null ? right.length : found.length).map(({ id }) => id);
  // Those of one instant come in any order by an index.
  const times = new Map(made.map(({ id, createdAt }) => [id, createdAt]));
  const dated = (ids: readonly string[]) => ids.map((id) => times.get(id) ?? id);
  judgeSame(world, about, dated(found), dated(expected));
  if (new Set(found).size < found.length) world.violate(14, `${about}: one twice`);
}
