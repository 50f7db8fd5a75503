/** What counting takes of a life in an account with much to do: its tellings, as if of many whose events are counted together. */
import { countNeeds } from '#functions/scheduled/count-insights.ts';
import type { ToldRecord } from '#lib/domain/feed.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { getTold } from '#lib/store/event/told.ts';
import { table } from '#lib/store/table/live-table.ts';
import { countInsights } from '#lib/use-cases/count-insights.ts';
import { openBenchAccount } from '#test/bench/bench-account.ts';
import type { BenchTable } from '#test/bench/bench-table.ts';
import { type Item, writeItems } from '#test/bench/seed-collections.ts';
import { toldItems } from '#test/bench/told-items.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { END, START, setClock } from './acts.ts';
import type { Ledger, Step } from './ledger.ts';

const LIVES = 60;
/** Each begins a second after the one before, so that a count meets lives of all ages. */
const SECOND = 1000;
const HOUR = 3_600_000;
/** Between two tellings of a life; after all of them the last is settled. */
const APART = 10 * SECOND;

type Counted = { step: Step; writes: Ledger['writes'] };

/** Of one life: its share of what all take together. `ledger` is a new one. */
export async function countedTogether(bench: BenchTable, ledger: Ledger, life: CollectionRef): Promise<Counted> {
  const told = await getTold(table, life);
  setClock(START);
  const { account } = await openBenchAccount();
  await writeItems(bench, tellings(account.id, told));
  setClock(START + HOUR);
  await ledger.take('count', 'count-insights', async () => {
    const { outcome, collections } = await countInsights(countNeeds, account.id, END);
    if (outcome !== 'counted' || collections < LIVES) throw new Error(`counting ended as ${outcome}`);
  });
  const [step] = ledger.steps;
  if (step === undefined) throw new Error('nothing was counted');
  const share = (amount: number) => amount / LIVES;
  const { trips, tripsInAll, requests, rcu, wcu, wcuIndexInTransaction } = step;
  return {
    step: {
      ...step,
      ...{ trips: share(trips), tripsInAll: share(tripsInAll), requests: share(requests) },
      ...{ rcu: share(rcu), wcu: share(wcu), wcuIndexInTransaction: share(wcuIndexInTransaction) },
    },
    writes: new Map([...ledger.writes].map(([item, sum]) => [item, { times: share(sum.times), wcu: share(sum.wcu) }])),
  };
}

/** Each life is another customer's. */
function* tellings(account: string, told: readonly ToldRecord[]): Generator<Item> {
  for (let life = 0; life < LIVES; life += 1) {
    const { ref } = aCollection({ account, reference: `order-${life}` });
    for (const [index, { sequence, facts }] of told.entries()) {
      const own = facts && { ...JSON.parse(facts), contact: `contact_${String(life).padStart(25, '0')}` };
      yield* toldItems({ ref, sequence, toldAt: START + life * SECOND + index * APART, facts: own });
    }
  }
}
