/** Invariant 14: what the insights say is owed is the sum of what each collection says, once all events are counted. */
import { owedOf } from '#lib/domain/insights/facts.ts';
import { bookOf } from '#lib/domain/insights/reports.ts';
import type { Numbers, Statistic } from '#lib/domain/insights/statistics.ts';
import { positionKey, statisticKey, statisticNameIn } from '#lib/store/insights/keys.ts';
import { unpackText } from '#lib/store/table/read-item.ts';
import { hasReceivers } from '#test/simulation/world/merchants.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Invariant } from './invariant.ts';
import { storedCollections } from './stored.ts';

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
  for (const { ref, amount, status, received, contact } of storedCollections(world)) {
    const owed = owedOf({ status, amount: amount.minor, received });
    if (ref.account !== account || owed === 0) continue;
    const sum = sums.get(amount.currency) ?? { minor: 0, count: 0, customers: new Set<string>() };
    const { minor, count, customers } = sum;
    sums.set(amount.currency, { minor: minor + owed, count: count + 1, customers: customers.add(contact.id) });
  }
  return new Map(
    [...sums].map(([currency, { minor, count, customers }]) => [currency, `${minor} in ${count} of ${customers.size}`]),
  );
}
