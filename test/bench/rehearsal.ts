/** Measures how long rules take to be tried on all that an account is owed, and what that reads. */

import type { Channel } from '#lib/domain/channels/channels.ts';
import type { FollowUpRule } from '#lib/domain/follow-up/follow-up-policy.ts';
import { forecastNeeds } from '#lib/endpoints/forecast-endpoint.ts';
import { toItem } from '#lib/store/collection/item.ts';
import { putDebt, saveCustomer, saveOpenSum } from '#lib/store/customer/customers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { advanceForecast, newForecast } from '#lib/use-cases/make-forecast.ts';
import { aCollection, aContact } from '#test/support/a-collection.ts';
import { openBenchAccount } from './bench-account.ts';
import type { BenchTable } from './bench-table.ts';
import { costOf } from './count-calls.ts';
import { hundredth, type Table } from './report.ts';
import { type Item, writeItems } from './seed-collections.ts';

const DAY = 86_400_000;
const DEBTS_A_CUSTOMER = 3;
const AMOUNT = { minor: 4_500_000, currency: 'NGN' };
const AT_ONCE = 50;

/** The rule fits every debt and gives each another plan, so that all plans are made twice. */
const RULES: readonly FollowUpRule[] = [{ name: 'All', when: {}, followUp: { channels: ['sms'], cadence: 'daily' } }];

/** `rows`: of debts, as many as whole customers have. */
export async function rehearsal(bench: BenchTable, rows: number): Promise<Table[]> {
  const debts = rows - (rows % DEBTS_A_CUSTOMER);
  const { account } = await openBenchAccount();
  const now = Date.now();
  await writeItems(bench, collectionsOf(account.id, debts, now));
  await writeCustomers(account.id, debts, now);
  const ports = { ...forecastNeeds, configuredChannels: (): Channel[] => ['whatsapp', 'sms', 'email'] };
  const forecast = await newForecast(ports, account, RULES);
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  const cost = await costOf(table.client, () => advanceForecast(ports, account, forecast, Number.POSITIVE_INFINITY));
  const { user, system } = process.cpuUsage(cpu);
  if (forecast.place !== 'end') throw new Error('the rehearsal did not come to its end');
  return [
    {
      title: `Rehearsal: rules that change the plans of ${debts} debts of ${debts / DEBTS_A_CUSTOMER} customers`,
      notes: [
        `On this machine, with DynamoDB beside it: ${Math.round((performance.now() - started) / 1000)} s, ${Math.round((user + system) / 1e6)} s of them processor of our own.`,
      ],
      rows: [
        {
          trips: cost.trips,
          'requests a debt': hundredth(cost.requests / debts),
          'RCU a debt': hundredth(cost.rcu / debts),
          'processor ms a debt': hundredth((user + system) / 1000 / debts),
        },
      ],
    },
  ];
}

const contactOf = (nth: number) => {
  const phone = `+234803${String(nth).padStart(7, '0')}`;
  return aContact({ id: `contact_${String(nth).padStart(25, '0')}`, phone, email: `customer-${nth}@example.com` });
};

/** One a minute, so that the debts of a customer are created months apart. */
function* collectionsOf(account: string, debts: number, now: number): Generator<Item> {
  const customers = debts / DEBTS_A_CUSTOMER;
  for (let rank = 0; rank < debts; rank += 1) {
    const createdAt = new Date(now - DAY - (debts - rank) * 1000).toISOString();
    const collection = aCollection({
      account,
      reference: `order-${rank}`,
      contact: contactOf(rank % customers),
      createdAt,
      expiresAt: new Date(now + 30 * DAY).toISOString(),
    });
    yield toItem(collection, { nonce: `seed-${String(rank).padStart(21, '0')}`, startSegment: 0 });
  }
}

async function writeCustomers(account: string, debts: number, now: number): Promise<void> {
  const customers = debts / DEBTS_A_CUSTOMER;
  const at = new Date(now).toISOString();
  let nth = 0;
  const write = async () => {
    for (let customer = nth++; customer < customers; customer = nth++) {
      const { id, ...details } = contactOf(customer);
      const sum = { currency: AMOUNT.currency, outstanding: DEBTS_A_CUSTOMER * AMOUNT.minor, count: DEBTS_A_CUSTOMER };
      const hashes = Array.from(
        { length: DEBTS_A_CUSTOMER },
        (_, turn) => aCollection({ account, reference: `order-${turn * customers + customer}` }).ref.hash,
      );
      await Promise.all([
        saveCustomer(table, account, id, { ...details, at, createdAt: at, words: [], version: 0 }),
        saveOpenSum(table, account, id, { ...sum, oldestDueDay: null, expired: 0, expiredCount: 0, version: 0 }),
        ...hashes.map((hash) =>
          putDebt(table, account, id, { hash, currency: sum.currency, outstanding: AMOUNT.minor }),
        ),
      ]);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, write));
}
