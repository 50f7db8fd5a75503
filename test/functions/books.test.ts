/**
 * Books on a real table that never change: days of trade are played over the API, what the book says is kept at each midnight, and
 * afterwards every report about a past day says the same.
 */

import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { getBook } from '#functions/api/get-book.ts';
import { getCollection } from '#functions/api/get-collection.ts';
import { getFlow } from '#functions/api/get-flow.ts';
import { getStatement } from '#functions/api/get-statement.ts';
import { listAccountPayments } from '#functions/api/list-account-payments.ts';
import { listJournal } from '#functions/api/list-journal.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { reopenCollection } from '#functions/api/reopen-collection.ts';
import { updateCollection } from '#functions/api/update-collection.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { countInsights } from '#functions/scheduled/count-insights.ts';
import { UsageError } from '#infra/cli/command.ts';
import { exportJournalTo } from '#infra/cli/commands/journal.ts';
import { BookResponse } from '#lib/contract/book.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FlowResponse } from '#lib/contract/insights.ts';
import { JournalPage } from '#lib/contract/journal.ts';
import { StatementResponse } from '#lib/contract/statement.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { RULES } from '#lib/domain/insights/counted.ts';
import type { Movement } from '#lib/domain/payment/movement.ts';
import { toldKey } from '#lib/store/event/keys.ts';
import { readJournal, writeJournal } from '#lib/store/insights/journal.ts';
import { savePosition } from '#lib/store/insights/rebuild.ts';
import { getPosition } from '#lib/store/insights/statistics.ts';
import { table } from '#lib/store/table/live-table.ts';
import { rebuildInsights } from '#lib/use-cases/rebuild-insights.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';
import { aShop, paid, referenceOf, type Shop } from './paying.ts';
import { tellAll } from './telling.ts';

useTable();
captureLogs();
const tenants = useTenants();
/** Midnight in Nigeria is an hour before that of UTC. */
const clock = useClock(new Date('2026-03-02T07:00:00.000Z'));

const count = countInsights(service);
const [book, flow] = [getBook(service), getFlow(service)];
const [journal, payments] = [listJournal(service), listAccountPayments(service)];

const ngn = (value: number) => ({ value, currency: 'NGN' });

type Debt = { shop: Shop; id: string };
type Trade = (of: Debt) => Promise<unknown>;

const patch =
  (body: object): Trade =>
  ({ shop: { key }, id }) =>
    invoke(updateCollection(service), { method: 'PATCH', key, id, body });
const close =
  (status: string): Trade =>
  ({ shop: { key }, id }) =>
    invoke(updateCollectionStatus(service), { method: 'PATCH', key, id, body: { status } });
const reopen: Trade = ({ shop: { key }, id }) =>
  invoke(reopenCollection(service), { method: 'POST', key, id, body: { extendBy: 10 * 1_440 } });

/** The merchant's own record; of as many days ago. */
const recorded =
  (kind: 'payment' | 'refund', value: number, days: number): Trade =>
  ({ shop: { key }, id }) =>
    invoke(recordPayment(service), {
      method: 'POST',
      ...{ key, id },
      body: {
        ...{ kind, amount: ngn(value), method: 'cash', transaction: `${kind}-${value}-${clock.now.getTime()}` },
        paidAt: new Date(clock.now.getTime() - days * 86_400_000).toISOString(),
      },
    });

const told =
  (kind: Movement['kind'], minor: number, given: Partial<Movement> = {}): Trade =>
  ({ shop, id }) =>
    paid(shop, referenceOf(id), {
      ...{ kind, transaction: id, object: kind === 'payment' ? id : (kind.split('_')[0] ?? kind) },
      ...{ amount: { minor, currency: 'NGN' }, ...given },
    });

/** What happens on each day, to the debt of that place. */
const DAYS: [number, Trade][][] = [
  [[0, told('payment', 2_000_000)]],
  [
    [0, patch({ amount: ngn(60_000) })],
    [1, told('payment', 4_500_000)],
  ],
  [
    [1, recorded('refund', 10_000, 0)],
    [2, recorded('payment', 5_000, 20)],
    [3, close('cancelled')],
  ],
  [
    [2, patch({ dueDate: '2026-03-20' })],
    [3, recorded('payment', 45_000, 0)],
  ],
  [
    [1, told('dispute', 2_000_000, { taken: true })],
    [4, told('payment', 5_000_000)],
  ],
  [
    [1, told('dispute_won', 2_000_000)],
    [5, close('completed')],
  ],
  [[0, close('cancelled')]],
  [
    [0, reopen],
    [4, told('refund', 500_000)],
  ],
  [[0, told('refund', 1_000_000)]],
];

async function aFortnight() {
  const shop = await aShop(await aTenant({ country: 'NG', createdAt: new Date(clock.now.getTime() - 60_000) }));
  const ids: string[] = [];
  const kept: { day: string; book: unknown }[] = [];
  for (const trades of DAYS) {
    if (ids.length < 6) ids.push((await aCreatedCollection(shop, { expiresIn: 5 * 1_440 })).id);
    if (ids.length < 6) ids.push((await aCreatedCollection(shop, { expiresIn: 5 * 1_440 })).id);
    for (const [place, trade] of trades) {
      clock.advance(45);
      await trade({ shop, id: ids[place] ?? '' });
    }
    await tellAll(ids);
    clock.advance(7);
    await count();
    const day = clock.now.toISOString().slice(0, 10);
    const { currencies } = await bookOf(shop);
    kept.push({
      day,
      book: currencies.map(({ outstanding, count: number, byAge }) => ({ outstanding, number, byAge })),
    });
    clock.now = new Date(`${day}T23:30:00.000Z`);
    clock.advance(450);
  }
  return { shop, ids, kept };
}

const read = async ({ key }: Shop, id: string) =>
  dataOf(await invoke(getCollection(service), { key, id }), CollectionResponse);

const bookOf = async ({ key }: Shop, query: Record<string, string> = {}) =>
  dataOf(await invoke(book, { key, query }), BookResponse);

async function past(shop: Shop, days: readonly string[]) {
  const books = [];
  for (const day of days) {
    const { currencies } = await bookOf(shop, { at: day });
    books.push({
      day,
      book: currencies.map(({ outstanding, count: number, byAge }) => ({ outstanding, number, byAge })),
    });
  }
  return books;
}

async function journalOf({ key }: Shop, query: Record<string, string> = {}, list = journal) {
  const all = [];
  let cursor: string | null = null;
  do {
    const answer = await invoke(list, { key, query: { limit: '3', ...query, ...(cursor && { cursor }) } });
    const { data, meta } = z.parse(JournalPage, answer.body);
    all.push(...data);
    cursor = meta.nextCursor;
  } while (cursor !== null);
  return all as {
    id: string;
    kind: string;
    amount: { value: number };
    day: string;
    collection: string;
    customer: string;
  }[];
}

everyEndpoint({ operation: 'list-journal', handler: journal, tenants, prepare: async () => ({}) });
everyEndpoint({ operation: 'list-account-payments', handler: payments, tenants, prepare: async () => ({}) });

describe('the books', () => {
  it('say of each day that is over what they said then: the flow, the book as at a day, the journal, after a rebuild, too', async () => {
    const { shop, ids, kept } = await aFortnight();
    const days = kept.map(({ day }) => day);
    const { currencies } = dataOf(await invoke(flow, { key: shop.key, query: { from: days[0] ?? '' } }), FlowResponse);
    const closings = currencies[0]?.steps.slice(0, kept.length).map(({ closing }) => closing.amount.value);
    expect(closings).toEqual(
      kept.map(({ book: then }) => (then as { outstanding: { value: number } }[])[0]?.outstanding.value),
    );
    expect(await past(shop, days)).toEqual(kept);

    const entries = await journalOf(shop);
    const upTo = (day: string) =>
      entries.filter((entry) => entry.day <= day).reduce((sum, { amount }) => sum + amount.value, 0);
    expect(days.map(upTo)).toEqual(closings);
    expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);

    for (const id of ids) {
      const own = entries
        .filter(({ collection }) => collection === id)
        .reduce((sum, { amount }) => sum + amount.value, 0);
      const { status, balance } = dataOf(
        await invoke(getCollection(service), { key: shop.key, id }),
        CollectionResponse,
      );
      expect(own).toBe(status === 'completed' || status === 'cancelled' ? 0 : balance.outstanding.value);
    }

    expect(await rebuildInsights(service, shop.account)).toEqual({ collections: ids.length, changed: [] });
    expect(await past(shop, days)).toEqual(kept);
    const anew = await journalOf(shop);
    const byId = (all: typeof anew) => all.toSorted((one, other) => (one.id < other.id ? -1 : 1));
    expect(byId(anew)).toEqual(byId(entries));
  });

  it('are written as CSV, day by day, with what the console says of the provider', async () => {
    const { shop } = await aFortnight();
    const [file, progress] = [[] as string[], [] as string[]];
    const taking = (into: string[]) => ({ write: (text: string) => into.push(text) > 0 });
    const write = exportJournalTo({ file: taking(file) as never, progress: taking(progress) });
    const account = shop.account.id;
    await write({ account, from: '2026-03-02', to: '2026-03-10' });
    const lines = file.join('').split('\r\n').slice(0, -1);
    expect(lines[0]).toBe(
      '\ufeffday,at,effectiveAt,kind,amount,currency,reference,customer,method,provider,transaction,fee,reason,by,number,tax,collection,id',
    );
    const entries = await journalOf(shop);
    expect(lines.slice(1).map((line) => line.split(',').at(-1))).toEqual(entries.map(({ id }) => id));
    const cells = lines.slice(1).map((line) => line.split(','));
    expect(cells.reduce((sum, [, , , , amount]) => sum + Number(amount), 0)).toBe(
      entries.reduce((sum, { amount }) => sum + amount.value, 0),
    );
    expect(cells.filter(([, , , kind]) => kind === 'received').map((row) => row[9])).toContain('sandbox');
    expect(progress.join('')).toMatch(new RegExp(`^${entries.length} entries\\. Nothing is missing until 2026-`));
    for (const given of [{ from: 'yesterday' }, { to: '2026-03-01', from: '2026-03-02' }, { currency: 'naira' }])
      await expect(write({ account, ...given })).rejects.toThrow(UsageError);
    const ledger = { as: 'xero', accounts: 'accounts.json', currency: 'NGN' };
    for (const given of [
      { ...ledger, as: 'sage' },
      { ...ledger, currency: undefined },
      { ...ledger, accounts: undefined },
      { accounts: 'accounts.json' },
    ])
      await expect(write({ account, ...given })).rejects.toThrow(UsageError);
    await expect(write({ account, json: true })).rejects.toThrow(UsageError);
  });

  it('come for an accounting program by the accounts of the merchant, and balance', async () => {
    const { shop } = await aFortnight();
    const accounts = join(mkdtempSync(join(tmpdir(), 'accounts-')), 'accounts.json');
    const names = ['receivable', 'sales', 'tax', 'credits', 'badDebt', 'customerCredit', 'moves'];
    const map = {
      ...Object.fromEntries(names.map((name) => [name, name])),
      money: { default: 'bank', sandbox: 'online' },
    };
    writeFileSync(accounts, JSON.stringify(map));
    const file: string[] = [];
    const write = exportJournalTo({
      file: { write: (text: string) => file.push(text) > 0 } as never,
      progress: { write: () => true },
    });
    await write({
      account: shop.account.id,
      from: '2026-03-02',
      to: '2026-03-10',
      currency: 'NGN',
      as: 'xero',
      accounts,
    });
    const rows = file.join('').split('\r\n').slice(1, -1);
    expect(rows.length).toBe(2 * (await journalOf(shop)).length);
    expect(rows.reduce((sum, row) => sum + Math.round(Number(row.split(',').at(-1)) * 100), 0)).toBe(0);
    expect(rows.join()).toContain(',online,');
  });

  it('list money alone, by customer and kind, and nothing of others', async () => {
    const { shop, ids } = await aFortnight();
    const money = await journalOf(shop, {}, payments);
    expect(new Set(money.map(({ kind }) => kind))).toEqual(new Set(['received', 'returned', 'restored']));
    const [first] = money;
    const own = await journalOf(shop, { customer: first?.customer ?? '' }, payments);
    expect([own.length > 0, own.every(({ collection }) => collection === ids[0])]).toEqual([true, true]);
    const returned = await journalOf(shop, { kind: 'returned' });
    expect(returned.map(({ amount }) => amount.value)).toEqual([10_000, 20_000, 5_000, 10_000]);
    expect(await journalOf(shop, { currency: 'USD' })).toEqual([]);
    const other = await aShop(tenants.other);
    expect(await journalOf(other)).toEqual([]);
  });

  it('of an account that was never counted are made from its collections, whatever an earlier version told of them', async () => {
    const shop = await aShop(
      await aTenant({ country: 'NG', createdAt: new Date(clock.now.getTime() - 3 * 86_400_000) }),
    );
    const { id } = await aCreatedCollection(shop);
    await tellAll([id]);
    const ref = parseCollectionId(id) ?? { account: '', hash: '' };
    const { pk, sk } = toldKey(ref, 1);
    const key = { TableName: table.name, Key: { pk, sk } };
    await table.send(new UpdateCommand({ ...key, UpdateExpression: 'REMOVE facts' }));
    clock.advance(60);
    await tellAll([(await aCreatedCollection(shop)).id]);
    clock.advance(7);
    await count();
    expect((await bookOf(shop)).currencies[0]?.count).toBe(2);
  });

  it('leave nothing of other generations behind, and take nothing of a rebuild that died', async () => {
    const { shop } = await aFortnight();
    const account = shop.account.id;
    const rows = async (generation: number) =>
      (await readJournal(table, account, { generation, from: '2026-01-01', to: '2026-12-31', limit: 100 })).rows;
    const before = (await journalOf(shop)).length;
    const [first] = await rows(1);
    await writeJournal(table, account, { generation: 2, page: 9 }, new Map([['2026-03-02', first?.entries ?? []]]));
    await rebuildInsights(service, shop.account);
    expect((await journalOf(shop)).length).toBe(before);
    expect([first === undefined, await rows(1)]).toEqual([false, []]);
  });

  it('of an earlier version are made anew by the first count', async () => {
    const { shop, kept } = await aFortnight();
    const days = kept.map(({ day }) => day);
    const { rules: _rules, ...position } = (await getPosition(table, shop.account.id)) ?? ({} as never);
    await savePosition(table, shop.account.id, position);
    await tellAll([(await aCreatedCollection(shop)).id]);
    clock.advance(7);
    await count();
    expect(await getPosition(table, shop.account.id)).toMatchObject({
      rules: RULES,
      generation: position.generation + 1,
    });
    expect(await past(shop, days)).toEqual(kept);
    clock.advance(7);
    await count();
    expect((await bookOf(shop)).currencies[0]?.count).toBe(3);
  });
});

describe('the statement of a customer', () => {
  const statement = getStatement(service);

  it('is what the collections say now, counted or not, and each day closes as the next one opens', async () => {
    const { shop, ids } = await aFortnight();
    const contact = (await read(shop, ids[1] ?? '')).contact.id;
    await recorded('payment', 1_000, 0)({ shop, id: ids[2] ?? '' });
    const of = async (query: Record<string, string>, id = contact) =>
      dataOf(await invoke(statement, { key: shop.key, id, query }), StatementResponse);
    const { currencies, ...about } = await of({ from: '2026-03-02', to: '2026-03-11' });
    expect(about).toMatchObject({ customer: contact, from: '2026-03-02', to: '2026-03-11' });
    const [all] = currencies;
    expect(all?.entries.map(({ entry, balance }) => [entry.kind, entry.amount.value, balance.value])).toEqual([
      ['asked', 45_000, 45_000],
      ['received', -45_000, 0],
      ['returned', 10_000, 10_000],
      ['credited', -10_000, 0],
      ['returned', 20_000, 20_000],
      ['restored', -20_000, 0],
    ]);
    const [before, after] = [
      await of({ from: '2026-03-01', to: '2026-03-06' }),
      await of({ from: '2026-03-07', to: '2026-03-11' }),
    ];
    expect(after.currencies[0]?.opening).toEqual(before.currencies[0]?.closing);
    expect((await of({ currency: 'USD' })).currencies).toEqual([]);
    const other = (await read(shop, ids[2] ?? '')).contact.id;
    expect((await of({}, other)).currencies[0]?.closing.value).toBe(39_000);
  });

  it.each(['contact_0000000000000000000000000', 'x'])('of %s is none', async (id) => {
    const answer = await invoke(statement, { key: tenants.mine.key, id });
    expectRefusal(answer, { status: 404, code: 'customer_not_found' });
  });

  it('of another account is none', async () => {
    const { contact } = await aCreatedCollection(tenants.other);
    const answer = await invoke(statement, { key: tenants.mine.key, id: contact.id });
    expectRefusal(answer, { status: 404, code: 'customer_not_found' });
  });
});

describe('a write-off', () => {
  it.each(['bad_debt', 'goodwill', 'mistake', 'other'])(
    'for the reason %s ends what has expired, and money that comes later counts',
    async (reason) => {
      const shop = await aShop(await aTenant({ country: 'NG', createdAt: new Date(clock.now.getTime() - 60_000) }));
      const { id } = await aCreatedCollection(shop, { expiresIn: 60 });
      clock.advance(90);
      const { key } = shop;
      const write = (body: object) => invoke(updateCollectionStatus(service), { method: 'PATCH', key, id, body });
      expect((await write({ status: 'cancelled' })).status).toBe(409);
      expect(dataOf(await write({ status: 'cancelled', reason }), CollectionResponse).status).toBe('cancelled');
      expect(dataOf(await write({ status: 'cancelled', reason }), CollectionResponse).status).toBe('cancelled');
      clock.advance(5);
      await told('payment', 1_000_000)({ shop, id });
      await tellAll([id]);
      clock.advance(7);
      await count();
      const entries = await journalOf(shop);
      expect(entries.map(({ kind, amount }) => `${kind} ${amount.value}`)).toEqual([
        ...['asked 45000', 'written_off -45000'],
        ...['received -10000', 'reinstated 10000'],
      ]);
      expect(entries[1]).toMatchObject({ reason });
      expect((await bookOf(shop)).currencies).toEqual([]);
    },
  );

  it('keeps its note for a reader of the collection', async () => {
    const { id } = await aCreatedCollection(tenants.mine);
    const body = { status: 'cancelled', reason: 'goodwill', note: ' a friend of Ada ' };
    await invoke(updateCollectionStatus(service), { method: 'PATCH', key: tenants.mine.key, id, body });
    const answer = await invoke(getCollection(service), { key: tenants.mine.key, id });
    const { events } = dataOf(answer, CollectionResponse);
    expect(events.find(({ type }) => type === 'collection.cancelled')).toMatchObject({
      data: { reason: 'goodwill', note: 'a friend of Ada' },
    });
  });

  it.each<[object, string]>([
    [{ status: 'completed', reason: 'bad_debt' }, 'reason'],
    [{ status: 'cancelled', reason: 'because' }, 'reason'],
    [{ status: 'cancelled', reason: null }, 'reason'],
    [{ status: 'cancelled', note: 'a friend' }, 'note'],
    [{ status: 'cancelled', reason: 'goodwill', note: ' ' }, 'note'],
  ])('is refused as %j', async (body, path) => {
    const { id } = await aCreatedCollection(tenants.mine);
    const answer = await invoke(updateCollectionStatus(service), { method: 'PATCH', key: tenants.mine.key, id, body });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: [path] });
  });
});

describe('refuses', () => {
  const TODAY = '2026-03-02';

  it.each([
    [{ at: '2026-03-03' }, ['at']],
    [{ at: '2026-02-30' }, ['at']],
    [{ bands: '30,20' }, ['bands']],
    [{ bands: '30,30' }, ['bands']],
    [{ bands: '0' }, ['bands']],
    [{ bands: '' }, ['bands']],
    [{ bands: '3651' }, ['bands']],
    [{ bands: '1,2,3,4,5,6,7,8,9,10' }, ['bands']],
  ])('a book of %j', async (query, paths) => {
    const answer = await invoke(book, { key: tenants.mine.key, query });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths });
  });

  it('no book of today, with any bands', async () => {
    for (const query of [{ at: TODAY }, { bands: '3650' }, { bands: '1,2,3,4,5,6,7,8,9' }])
      expect((await invoke(book, { key: tenants.mine.key, query })).status).toBe(200);
  });

  it.each([
    [{ kind: 'paid' }, ['kind']],
    [{ from: '2026-03-03', to: TODAY }, ['to']],
    [{ cursor: 'x' }, ['cursor']],
    [{ limit: '101' }, ['limit']],
    [{ page: '1' }, ['page']],
  ])('a journal of %j', async (query, paths) => {
    const answer = await invoke(journal, { key: tenants.mine.key, query });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths });
  });

  it('payments of a kind that moves none', async () => {
    const answer = await invoke(payments, { key: tenants.mine.key, query: { kind: 'asked' } });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['kind'] });
  });
});
