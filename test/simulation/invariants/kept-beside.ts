/** What is kept beside the collections is exact: the list, what needs a person, the book, and what customers owe. */
import { isDeepStrictEqual } from 'node:util';
import { causesOf } from '#lib/domain/attention/attention.ts';
import { debtOf, isOwed, openSumsOf } from '#lib/domain/customer.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { bookOf } from '#lib/domain/insights/reports.ts';
import type { Numbers, Statistic } from '#lib/domain/insights/statistics.ts';
import { journalOf, owedBy } from '#lib/domain/journal/journal.ts';
import { listPageMeta, ranksOfPage } from '#lib/domain/list-cursor.ts';
import { partitionOf } from '#lib/store/collection/collections.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { toSum } from '#lib/store/customer/customers.ts';
import { CUSTOMER_SORT_KEY, customerKey } from '#lib/store/customer/keys.ts';
import { positionKey, statisticKey, statisticNameIn } from '#lib/store/insights/keys.ts';
import { unpackText } from '#lib/store/table/read-item.ts';
import { DEBT_WRITTEN_LATE } from '#test/simulation/aws/dynamodb.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import { hasReceivers } from '#test/simulation/world/merchants.ts';
import type { Tenant } from '#test/simulation/world/tenants.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Invariant } from './invariant.ts';
import { hashOf, isOf, ledgerRows, listOf, storedCollections, storedItems } from './stored.ts';

export const exactAttention: Invariant = {
  number: 15,
  name: 'the list of what needs a person is what the histories say',
  watch: (world, violate) => ({
    ended() {
      // In the other worlds nothing is told.
      if (!hasReceivers(world)) return;
      for (const { id, ref } of storedCollections(world)) {
        const { listed, caused } = judged(world, collectionKey(ref.account, ref.hash).pk);
        for (const each of listed) world.note(`needs a person: ${each.reason}`);
        if (!isDeepStrictEqual(listed, caused))
          violate(`${id}: ${JSON.stringify(listed)} is listed, and ${JSON.stringify(caused)} needs a person`);
      }
    },
  }),
};

function judged({ table, kernel }: World, pk: string) {
  const { collection, attention, ...rest } = partitionOf(table.items.partition(pk) as never);
  if (collection === undefined) return { listed: [], caused: [] };
  const done = new Map(attention.map(({ reason, doneAt }) => [reason, doneAt]));
  const causes = causesOf({ collection, ...rest }, (reason) => done.get(reason), new Date(kernel.now()));
  const inOrder = (all: readonly { reason: string; since: string }[]) =>
    all.map(({ reason, since }) => ({ reason, since })).toSorted((one, other) => (one.reason < other.reason ? -1 : 1));
  return { listed: inOrder(attention.filter(({ isListed }) => isListed)), caused: inOrder(causes) };
}

export const exactBook: Invariant = {
  number: 14,
  name: 'the book is the sum of the collections',
  watch: (world, violate) => ({
    ended() {
      // In the other worlds nothing is told.
      if (!hasReceivers(world)) return;
      for (const { account } of world.tenants) {
        const said = saidOf(world, account.id);
        for (const [currency, sum] of summed(world, account.id)) {
          if (said.get(currency) !== sum)
            violate(`${account.id}: the book says ${said.get(currency)}, and it is ${sum}`);
          said.delete(currency);
        }
        for (const [currency, sum] of said)
          if (sum !== NOTHING) violate(`${account.id}: ${currency} ${sum} is not owed`);
      }
    },
  }),
};

const NOTHING = '0 in 0 of 0';

/** Minor units, collections and customers by currency, in words. */
function saidOf({ table }: World, account: string): Map<string, string> {
  const generation = Number(table.items.get(positionKey(account))?.['generation'] ?? 1);
  const found = new Map<string, Statistic[]>();
  for (const { sk, cells } of table.items.partition(positionKey(account).pk)) {
    if (!String(sk).startsWith(statisticKey(account, generation, 'BOOK').sk)) continue;
    const currency = statisticNameIn(String(sk)).split('#')[2] ?? '';
    const statistic = new Map(JSON.parse(unpackText(cells)) as [string, Numbers][]);
    found.set(currency, [...(found.get(currency) ?? []), statistic]);
  }
  return new Map(
    [...found].map(([currency, statistics]) => {
      const { owed, customers } = bookOf(statistics, 0);
      return [currency, `${owed.minor} in ${owed.count} of ${customers}`];
    }),
  );
}

function summed(world: World, account: string): Map<string, string> {
  const sums = new Map<string, { minor: number; count: number; customers: Set<string> }>();
  for (const collection of storedCollections(world)) {
    const { ref, amount, contact } = collection;
    const owed = owedBy(journalOf({ collection, entries: ledgerRows(world, ref) }));
    if (ref.account !== account || owed === 0) continue;
    const sum = sums.get(amount.currency) ?? { minor: 0, count: 0, customers: new Set<string>() };
    const { minor, count, customers } = sum;
    sums.set(amount.currency, { minor: minor + owed, count: count + 1, customers: customers.add(contact.id) });
  }
  return new Map(
    [...sums].map(([currency, { minor, count, customers }]) => [currency, `${minor} in ${count} of ${customers.size}`]),
  );
}

export const exactCustomers: Invariant = {
  number: 17,
  name: 'what a customer owes is the sum of its collections',
  watch: (world, violate) => ({
    ended() {
      // Nothing guards a debt against a write that the table executes seconds after its sender gave up, and nothing is kept of a record
      // that the relay gave up: `customers rebuild` mends both.
      if (world.notes.has('record given up') || world.notes.has(DEBT_WRITTEN_LATE)) return;
      const customers = Map.groupBy(
        storedCollections(world),
        ({ ref, contact }) => customerKey(ref.account, contact.id).pk,
      );
      for (const [pk, collections] of customers) {
        const owed = openSumsOf(collections.flatMap((each) => debtOf(each) ?? []));
        const kept = world.table.items
          .partition(pk)
          .filter(({ sk }) => String(sk).startsWith(`${CUSTOMER_SORT_KEY}#`))
          .map((item) => toSum(item as never))
          .filter(isOwed)
          .map(({ version: _version, ...sum }) => sum);
        if (!isDeepStrictEqual(kept, owed))
          violate(`${pk}: ${JSON.stringify(kept)} is kept, and ${JSON.stringify(owed)} is owed`);
      }
    },
  }),
};

const SEGMENT_SIZE = 50;

export const exactList: Invariant = {
  number: 6,
  name: 'count and pages are exact for acknowledged creates',
  watch(world, violate) {
    const lists: Answer[] = [];
    const acknowledged: { account: string; id: string; at: number }[] = [];
    return {
      answered(answer) {
        const { asked, status, body, answeredAt: at } = answer;
        if (asked.operation === 'list-collections' && asked.call.query?.['page'] && status === 200) lists.push(answer);
        if (asked.operation !== 'create-collection') return;
        const id: string | undefined = status === 201 ? body.data.id : body.existing?.id;
        if (id !== undefined) acknowledged.push({ account: asked.by.account.id, id, at });
      },
      ended() {
        for (const tenant of world.tenants) {
          const log = judgeLog(tenant);
          for (const answer of lists) if (answer.asked.by === tenant) judgePage(answer, log);
        }
      },
    };

    /** Returns the ids in the log, oldest first. */
    function judgeLog({ account: { id: account } }: Tenant): string[] {
      const segments = listOf(world, account);
      for (const [index, { segment, hashes }] of segments.entries())
        if (
          segment !== index ||
          hashes.length > SEGMENT_SIZE ||
          (index < segments.length - 1 && hashes.length < SEGMENT_SIZE)
        )
          violate(`${account}: segment ${segment} has ${hashes.length} entries`);
      const listed = segments.flatMap(({ hashes }) => hashes);
      const stored = storedItems(world).filter((item) => isOf(account, item));
      if (new Set(listed).size < listed.length) violate(`${account}: something is listed twice`);
      for (const item of stored) if (!listed.includes(hashOf(item))) violate(`${item.pk}: never listed`);
      if (listed.length > stored.length) violate(`${account}: something is listed that does not exist`);
      return listed.map((hash) => collectionId({ account, hash }));
    }

    function judgePage({ asked, invocation, body }: Answer, log: readonly string[]): void {
      const [page, limit] = [Number(asked.call.query?.['page']), Number(asked.call.query?.['limit'])];
      const { count } = body.meta;
      const { from, to } = ranksOfPage(count, page, limit);
      const shown = body.data.map(({ id }: { id: string }) => id).join(' ');
      const about = `${asked.by.mark} page ${page} of ${limit}`;
      if (shown !== log.slice(from, to).toReversed().join(' ')) violate(`${about}: not what the log says`);
      if (JSON.stringify(body.meta) !== JSON.stringify(listPageMeta(count, page, limit)))
        violate(`${about}: wrong neighbours`);
      const before = acknowledged.filter(
        ({ account, at }) => account === asked.by.account.id && at < invocation.startedAt,
      );
      const listed = new Set(log.slice(0, count));
      for (const { id } of before) if (!listed.has(id)) violate(`${about}: ${id} was acknowledged, and is not counted`);
    }
  },
};
