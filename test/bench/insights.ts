/** Measures what counting the events of an account costs, and what each report reads afterwards. */
import { getBook } from '#functions/api/get-book.ts';
import { getExperiment } from '#functions/api/get-experiment.ts';
import { getFlow } from '#functions/api/get-flow.ts';
import { getRecovery } from '#functions/api/get-recovery.ts';
import { countNeeds } from '#functions/scheduled/count-insights.ts';
import type { Facts } from '#lib/domain/insights/facts.ts';
import { insightsNeeds } from '#lib/endpoints/insights-endpoint.ts';
import { findByContact } from '#lib/store/collection/find.ts';
import { listCustomers } from '#lib/store/customer/list.ts';
import { getLedger } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { countInsights } from '#lib/use-cases/count-insights.ts';
import { aCollection } from '#test/support/a-collection.ts';
import { type BenchAccount, openBenchAccount } from './bench-account.ts';
import type { BenchTable } from './bench-table.ts';
import { type Cost, costOf } from './count-calls.ts';
import { hundredth, type Table } from './report.ts';
import { type Item, writeItems } from './seed-collections.ts';
import { toldItems } from './told-items.ts';

const DAY = 86_400_000;
const HOLD_MS = 10;
const CURRENCIES = ['NGN', 'USD'];
const EVENTS_A_COLLECTION = 2;
/** An account of a million collections has at least as many customers for each. */
const COLLECTIONS_A_CUSTOMER = 3;

export async function insights(bench: BenchTable, collections: number): Promise<Table[]> {
  const shop = await openBenchAccount();
  // Told within the day before, so that counting begins with them.
  const now = Date.now();
  await writeItems(bench, tellings(shop.account.id, collections, now - DAY / 2));
  const { cost, seconds } = await counted(shop, now);
  const events = collections * EVENTS_A_COLLECTION;
  return [
    {
      title: `Insights: counting ${events} events of ${collections} collections`,
      notes: [
        `"events a second": at ${HOLD_MS} ms a trip, as on AWS; ${Math.round(events / seconds)} on this machine.`,
        'Capacity is that of a collection with two tellings.',
      ],
      rows: [
        {
          trips: cost.trips,
          'events a trip': Math.round(events / cost.trips),
          'events a second': Math.round((events / cost.trips) * (1000 / HOLD_MS)),
          'RCU a collection': hundredth(cost.rcu / collections),
          'WCU a collection': hundredth(cost.wcu / collections),
        },
      ],
    },
    { title: 'Insights: a report after that, the key check included', rows: await reports(shop) },
  ];
}

async function counted({ account }: BenchAccount, now: number): Promise<{ cost: Cost; seconds: number }> {
  const clock = { ...insightsNeeds.clock, now: () => new Date(now) };
  const ports = { ...countNeeds, clock };
  const started = performance.now();
  const cost = await costOf(table.client, async () => {
    const { outcome } = await countInsights(ports, account.id, new Date(now + DAY));
    if (outcome !== 'counted') throw new Error(`counting ended as ${outcome}`);
  });
  return { cost, seconds: (performance.now() - started) / 1000 };
}

async function reports({ ask }: BenchAccount) {
  const to = new Date().toISOString().slice(0, 10);
  const from = new Date(Date.now() - 365 * DAY).toISOString().slice(0, 10);
  const year = { from, to, by: 'month' };
  const needs = { ...insightsNeeds, ...storeOf(table, { findByContact, getLedger, listCustomers }) };
  const asked = [
    ['book', getBook, {}],
    ['flow of a year', getFlow, year],
    ['recovery of a year by channel', getRecovery, { from, to, by: 'channel' }],
    ['experiment', getExperiment, {}],
  ] as const;
  const rows = [];
  for (const [report, make, query] of asked) {
    const { trips, requests, rcu } = await costOf(
      table.client,
      () => ask(make(needs), 200, { query: query as Record<string, string> }),
      HOLD_MS,
    );
    rows.push({ report, trips, requests, rcu });
  }
  return rows;
}

/** Each collection was created within the last year, and was reminded; every second one is paid. */
function* tellings(account: string, collections: number, start: number): Generator<Item> {
  for (let rank = 0; rank < collections; rank += 1) {
    const { ref } = aCollection({ account, reference: `order-${rank}` });
    const createdAt = start - (rank % 360) * DAY;
    const isPaid = rank % 2 === 0;
    const facts: Facts = {
      contact: `contact_${String(Math.floor(rank / COLLECTIONS_A_CUSTOMER)).padStart(25, '0')}`,
      currency: CURRENCIES[rank % CURRENCIES.length] ?? 'NGN',
      amount: 4_500_000,
      reference: `order-${rank}`,
      status: 'pending',
      createdAt,
      journal: [{ at: createdAt, kind: 'asked', minor: 4_500_000 }],
      terms: [{ from: createdAt, expiresAt: createdAt + 30 * DAY }],
      country: 'NG',
      messages: [{ at: createdAt + DAY / 4, channel: 'whatsapp', tone: 'gentle', result: 'read' }],
      replies: [],
      optOuts: [],
    };
    const paid: Facts = {
      ...facts,
      status: 'completed',
      journal: [...facts.journal, { at: createdAt + DAY, kind: 'received', minor: -facts.amount, provider: 'prv_1' }],
    };
    for (const [index, known] of [facts, isPaid ? paid : facts].entries()) {
      yield* toldItems({ ref, sequence: index + 1, toldAt: start + rank * EVENTS_A_COLLECTION + index, facts: known });
    }
  }
}
