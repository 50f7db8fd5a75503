/** What each customer owed at the end of a day, on a real table: a page at a time, and together what the book says. */
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getBook } from '#functions/api/get-book.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { countInsights } from '#functions/scheduled/count-insights.ts';
import { rebuildAllCustomers } from '#infra/cli/commands/rebuild.ts';
import { BookPage } from '#lib/contract/book.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';
import { tellAll } from './telling.ts';

useTable();
captureLogs();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const count = countInsights(service);
const book = getBook(service);

const DAY_MINUTES = 1_440;
const money = (value: number, currency = 'NGN') => ({ value, currency });

const read = async ({ key }: Tenant, query: Record<string, string> = {}) =>
  z.parse(BookPage, (await invoke(book, { key, query: { by: 'customer', ...query } })).body);

/** All pages: of each customer what is owed, of all ages but those of nothing. */
async function everyone(tenant: Tenant, query: Record<string, string> = {}): Promise<string[]> {
  const rows: string[] = [];
  let cursor: string | null | undefined;
  do {
    const { data, meta } = await read(tenant, { ...query, ...(cursor && { cursor }) });
    for (const { firstName, lastName, outstanding, count: number, byAge } of data.customers ?? []) {
      const ages = byAge.filter((each) => each.count > 0).map(({ age, amount }) => `${age} ${amount.value}`);
      rows.push([firstName, lastName, outstanding.currency, outstanding.value, number, ...ages].join(' '));
    }
    cursor = meta?.nextCursor;
  } while (cursor);
  return rows;
}

const ADA = { firstName: 'Ada', lastName: 'Obi', phone: '+2348035550101', email: 'ada@example.com' };
const BEN = { firstName: 'Ben', lastName: 'Udo', phone: '+2348035550102', email: 'ben@example.com' };
const CHI = { firstName: 'Chi', lastName: 'Eze', phone: '+2348035550103', email: 'chi@example.com' };

async function aBook() {
  const tenant = await aTenant({ country: 'NG', createdAt: new Date(clock.now.getTime() - 60_000) });
  const owes = (contact: typeof ADA, given: object) =>
    aCreatedCollection(tenant, { contact: aContactBody(contact), expiresIn: 90 * DAY_MINUTES, ...given });
  const made = [
    await owes(CHI, { amount: money(500), dueDate: '2026-03-10' }),
    await owes(ADA, { amount: money(100), dueDate: '2026-03-03' }),
    await owes(ADA, { amount: money(7, 'USD'), dueDate: '2026-03-30' }),
    await owes(BEN, { amount: money(50), dueDate: '2026-03-05' }),
  ];
  const settle = async () => {
    await tellAll(made.map(({ id }) => id));
    clock.advance(7);
    await count();
  };
  await rebuildAllCustomers({ account: tenant.account.id });
  await settle();
  clock.advance(10 * DAY_MINUTES);
  const [, , , last] = made;
  const body = { kind: 'payment', amount: money(50), method: 'cash', transaction: 'cash-1' };
  const paidAt = clock.now.toISOString();
  await invoke(recordPayment(service), {
    method: 'POST',
    key: tenant.key,
    id: last?.id ?? '',
    body: { ...body, paidAt },
  });
  made.push(await owes(ADA, { amount: money(30), dueDate: '2026-03-31' }));
  await settle();
  return tenant;
}

describe('the book by customer', () => {
  it('says who owes how much since when, now and at the end of a day, by name, whatever the pages', async () => {
    const tenant = await aBook();
    const now = ['Ada Obi NGN 130 2 not_due 30 8-30 100', 'Ada Obi USD 7 1 not_due 7', 'Chi Eze NGN 500 1 1-7 500'];
    for (const limit of ['1', '2', '3', '25']) expect(await everyone(tenant, { limit })).toEqual(now);
    expect(await everyone(tenant, { at: '2026-03-06', limit: '1' })).toEqual([
      'Ada Obi NGN 100 1 1-7 100',
      'Ada Obi USD 7 1 not_due 7',
      'Ben Udo NGN 50 1 1-7 50',
      'Chi Eze NGN 500 1 not_due 500',
    ]);
    expect(await everyone(tenant, { currency: 'USD' })).toEqual(['Ada Obi USD 7 1 not_due 7']);
    expect(await everyone(tenant, { at: '2026-03-06', bands: '2,3' })).toContain('Ada Obi NGN 100 1 3-3 100');
    expect(await everyone(tenant, { at: '2026-03-01' })).toEqual([]);
  });

  it('is together what the book says at that day', async () => {
    const tenant = await aBook();
    for (const at of ['2026-03-02', '2026-03-06', '2026-03-12']) {
      const { data } = await read(tenant, { at });
      const sums = new Map<string, number>();
      for (const { currency, outstanding } of data.customers ?? [])
        sums.set(currency, (sums.get(currency) ?? 0) + outstanding.value);
      expect([...sums].toSorted()).toEqual(
        data.currencies.map(({ currency, outstanding }) => [currency, outstanding.value]),
      );
    }
  });

  it('has pages of its own only, and nothing of others', async () => {
    const tenant = await aBook();
    const { meta } = await read(tenant, { limit: '1' });
    const cursor = meta?.nextCursor ?? '';
    const ask = (query: Record<string, string>, { key } = tenant) => invoke(book, { key, query });
    const refused = { status: 400, code: 'validation_failed', paths: ['cursor'] };
    expectRefusal(await ask({ by: 'customer', at: '2026-03-06', cursor }), refused);
    expectRefusal(await ask({ by: 'customer', currency: 'NGN', cursor }), refused);
    expectRefusal(await ask({ by: 'customer', bands: '30', cursor }), refused);
    expectRefusal(await ask({ by: 'customer', cursor }, tenants.other), refused);
    expectRefusal(await ask({ cursor, limit: '1' }), { ...refused, paths: ['limit', 'cursor'] });
    expectRefusal(await ask({ by: 'channel' }), { ...refused, paths: ['by'] });
    expect((await ask({})).body).not.toHaveProperty('meta');
    expect(await everyone(tenants.other)).toEqual([]);
  });
});
