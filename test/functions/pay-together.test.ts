/** Several debts paid in one go, on the real table: one session, and a part of its money in the ledger of each. */
import { expect, it } from 'vitest';
import { paymentPage } from '#functions/payment/payment-page.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import { debtsToken } from '#lib/domain/links.ts';
import type { Order } from '#lib/domain/payment/exchange.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { getLedger, keepForLater, recordEntry } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { bookMovements } from '#lib/use-cases/book-movements.ts';
import { aReported } from '#test/support/a-payment.ts';
import { aService, service } from '#test/support/a-service.ts';
import type { Tenant } from '#test/support/accounts.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { aShop, pay } from './a-payment-page.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';
import { openToReplies } from './replies.ts';

useTable();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const logs = captureLogs();
keepLogsPrivate(logs);

const CHECKOUT = 'https://checkout.example/s/1';

const refOf = ({ id }: CollectionResponse): CollectionRef => parseCollectionId(id) as CollectionRef;

async function debtsOf(tenant: Tenant, amounts: readonly object[]): Promise<CollectionResponse[]> {
  const contact = aNewPerson();
  const debts: CollectionResponse[] = [];
  for (const [index, amount] of amounts.entries()) {
    const given = { contact, amount, expiresIn: 1440 + index, payable: { enabled: true } };
    debts.push(await aCreatedCollection(tenant, given));
  }
  for (const { id } of debts) await openToReplies(id);
  return debts;
}

const OPENED = { kind: 'opened', option: { link: CHECKOUT, expiresAt: '2099-01-01T00:00:00.000Z' } };

async function choose({ account }: Tenant, chosen: readonly CollectionResponse[], outcome: object = OPENED) {
  const orders: Order[] = [];
  const page = paymentPage({
    ...aService(),
    checkoutHosts: () => ['https://checkout.example'],
    openSession: async (_target, _method, order) => {
      orders.push(order);
      return outcome as never;
    },
  });
  const collection = await getCollection(table, refOf(chosen[0] as CollectionResponse));
  if (collection === undefined) throw new Error('no such collection');
  const token = debtsToken({ collection, phone: phoneOf(collection.contact, account) }, account.salt);
  const body = new URLSearchParams(chosen.map((each): [string, string] => ['pay', refOf(each).hash])).toString();
  const call = { ...anApiEvent({ method: 'POST', resource: '/me/{token}', body }), pathParameters: { token } };
  type Shown = { statusCode: number; body: string; headers: object };
  const click = async () => (await page(call, {} as never)) as Shown;
  /** By the address to which the provider sends the payer back. */
  const visit = async (url: string, form?: string) => {
    const query = Object.fromEntries(new URL(url).searchParams);
    const asked = form === undefined ? { query } : ({ method: 'POST', body: form } as const);
    const event = { ...anApiEvent({ resource: '/me/{token}', ...asked }), pathParameters: { token } };
    return (await page(event, {} as never)) as Shown;
  };
  return { click, visit, orders, page: `https://pay.example/me/${token}` };
}

const bookPorts = { ...service, ...storeOf(table, { getLedger, recordEntry, keepForLater }) };

async function balances(debts: readonly CollectionResponse[]) {
  const ledgers = await Promise.all(debts.map((each) => getLedger(table, refOf(each))));
  return ledgers.map(({ collection, entries }) => [collection?.status, collection?.received, entries.length]);
}

const ngn = (value: number) => ({ value, currency: 'NGN' });

it('one session asks for the sum, a second click leads to it again, and its money completes each debt, whoever reports it at once', async () => {
  const tenant = await aShop();
  const debts = await debtsOf(tenant, [ngn(100), ngn(200), ngn(300)]);
  const { click, orders } = await choose(tenant, debts);
  const clicks = [await click(), await click()];
  expect(clicks.map(({ statusCode }) => statusCode)).toEqual([303, 303]);
  const about = expect.stringMatching(/ \(\+2\)$/);
  expect(orders.map(({ amount, description }) => [amount.minor, description])).toEqual([[60_000, about]]);
  const reported = [
    aReported({ references: [orders[0]?.reference ?? ''], amount: { minor: 60_000, currency: 'NGN' } }),
  ];
  const [ref] = debts.map(refOf) as [CollectionRef];
  const book = () => bookMovements(bookPorts, { ref, reported });
  const booked = await Promise.all([book(), book(), book()]);
  expect(booked.flat()).toHaveLength(3);
  expect(await balances(debts)).toEqual([
    ['completed', 10_000, 1],
    ['completed', 20_000, 1],
    ['completed', 30_000, 1],
  ]);
});

it('a session that is open for another two minutes is too short to pay: a click then opens another', async () => {
  const tenant = await aShop();
  const debts = await debtsOf(tenant, [ngn(100), ngn(200)]);
  const option = { link: CHECKOUT, expiresAt: '2026-03-02T10:00:00.000Z' };
  const { click, orders } = await choose(tenant, debts, { kind: 'opened', option });
  const openedAt = async (now: string) => {
    clock.now = new Date(now);
    expect((await click()).statusCode).toBe(303);
    return orders.length;
  };
  expect(await openedAt('2026-03-02T09:00:00.000Z')).toBe(1);
  expect(await openedAt('2026-03-02T09:57:59.999Z')).toBe(1);
  expect(await openedAt('2026-03-02T09:58:00.000Z')).toBe(2);
});

it('where the provider opens nothing, the page says so, and it is counted', async () => {
  const tenant = await aShop();
  const debts = await debtsOf(tenant, [ngn(100), ngn(200)]);
  const { click } = await choose(tenant, debts, { kind: 'failed', reason: 'unauthorized' });
  const { statusCode, body } = await click();
  expect([statusCode, body]).toEqual([200, expect.stringContaining('cannot take payments right now')]);
  expect(logs.lines.at(-1)).toMatch(/"event":"payment_session_failed".*"reason":"unauthorized"/);
});

it('debts of two currencies are not paid together, and one that is not the person’s is not paid at all', async () => {
  const tenant = await aShop();
  const debts = await debtsOf(tenant, [ngn(100), { value: 20, currency: 'USD' }]);
  const [others] = [await debtsOf(tenant, [ngn(500)])];
  const mixed = await choose(tenant, debts);
  expect((await mixed.click()).body).toContain('cannot be paid together');
  const foreign = await choose(tenant, [debts[0] as CollectionResponse, others[0] as CollectionResponse]);
  await foreign.click();
  expect([mixed.orders.length, foreign.orders.map(({ amount }) => amount.minor)]).toEqual([0, [10_000]]);
});

it('debts of two currencies have a button each, which pays what is ticked in it; what was ticked stays ticked', async () => {
  const tenant = await aShop();
  const debts = await debtsOf(tenant, [ngn(100), { value: 20, currency: 'USD' }, ngn(300), ngn(500)]);
  const { visit, page, orders } = await choose(tenant, debts);
  const hashes = debts.map((each) => refOf(each).hash);
  const { body } = await visit(page);
  expect(body.match(/<button class="go"[^>]*>[^<]*/g)).toEqual([
    '<button class="go" name="currency" value="NGN">Pay what is ticked · NGN',
    '<button class="go" name="currency" value="USD">Pay what is ticked · USD',
  ]);
  const click = async (currency: string, ticked: readonly (string | undefined)[]) => {
    const ticks = ticked.map((hash = ''): [string, string] => ['pay', hash]);
    return visit(page, new URLSearchParams([...ticks, ['currency', currency]]).toString());
  };
  expect((await click('NGN', hashes.slice(0, 3))).statusCode).toBe(303);
  expect((await click('USD', hashes)).statusCode).toBe(303);
  expect(orders.map(({ amount }) => amount)).toEqual([
    { minor: 40_000, currency: 'NGN' },
    { minor: 2_000, currency: 'USD' },
  ]);
  const none = await click('USD', [hashes[0], hashes[3]]);
  expect(none.body).toContain('Please tick at least one payment.');
  const ticked = [...none.body.matchAll(/value="(\w{25})" checked/g)].map(([, hash]) => hash);
  expect(ticked).toEqual([hashes[0], hashes[3]]);
  // What is said to be paid is not ticked any more.
  await visit(page, `pay=${hashes[0]}&method=claim&paidOn=2026-03-01&how=cash`);
  const left = [...(await visit(page)).body.matchAll(/value="(\w{25})" checked/g)].map(([, hash]) => hash);
  expect(left.toSorted()).toEqual(hashes.slice(1).toSorted());
});

it('who comes back sees at once what has come, on the page of all debts, and what is left of them', async () => {
  const tenant = await aShop();
  const debts = await debtsOf(tenant, [ngn(100), ngn(200), ngn(300)]);
  const [first, second] = debts as [CollectionResponse, CollectionResponse];
  const { click, orders, visit } = await choose(tenant, [first, second]);
  await click();
  const { returnUrl = '', cancelUrl = '', reference = '' } = orders[0] ?? {};
  expect(returnUrl).toMatch(/\/me\/[0-9a-z]{60}\?returned=[0-9a-z]{25}$/);
  expect((await visit(cancelUrl)).body).toContain('Nothing was taken');
  const waiting = await visit(returnUrl);
  expect(waiting.body).toContain('Your payment is being confirmed');
  expect(waiting.body).toContain('3 payments');
  const reported = [aReported({ references: [reference], amount: { minor: 30_000, currency: 'NGN' } })];
  await bookMovements(bookPorts, { ref: refOf(first), reported });
  const paid = await visit(returnUrl);
  expect(paid.body).toContain('class="note good" role="status">Payment received');
  const receipt = paid.body.slice(paid.body.indexOf('Payment received'), paid.body.indexOf('<form'));
  expect(receipt.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ')).toMatch(
    new RegExp(`NGN 300\\.00 .*2026.* ${first.reference} NGN 100\\.00 ${second.reference} NGN 200\\.00 `),
  );
  expect((await visit(returnUrl)).body).toBe(paid.body);
  expect(paid.body).toMatch(/1 payment, NGN.300\.00/);
  for (const from of ['1', '0'.repeat(25), "'"])
    expect((await visit(returnUrl.replace(/=.*/, `=${from}`))).statusCode).toBe(200);
});

it('who ticks nothing is asked to, unless nothing is left', async () => {
  const tenant = await aShop();
  const [debt, other] = (await debtsOf(tenant, [ngn(100), ngn(200)])) as [CollectionResponse, CollectionResponse];
  const { visit, page: address } = await choose(tenant, [debt]);
  const asked = 'Please tick at least one payment.';
  expect((await visit(address, 'other=1')).body).toContain(asked);
  for (const { id } of [debt, other]) await pay(id, 20_000);
  const { body } = await visit(address, 'other=1');
  expect([body.includes('There is nothing left to pay'), body.includes(asked)]).toEqual([true, false]);
});

it('what is said of several debts holds for each that was ticked, and for no other', async () => {
  const tenant = await aShop();
  const debts = await debtsOf(tenant, [ngn(100), ngn(200), ngn(300)]);
  const [first, second, third] = debts as [CollectionResponse, CollectionResponse, CollectionResponse];
  const { visit, page } = await choose(tenant, debts);
  const say = async (ticked: readonly CollectionResponse[], fields: Record<string, string>) => {
    const ticks = ticked.map((each): [string, string] => ['pay', refOf(each).hash]);
    return (await visit(page, new URLSearchParams([...ticks, ...Object.entries(fields)]).toString())).body;
  };
  const stored = async () => {
    const found = await Promise.all(debts.map((each) => getCollection(table, refOf(each))));
    return found.map((each) => [
      each?.claims?.map(({ amount }) => amount.minor) ?? [],
      each?.disputes?.map(({ reason }) => reason) ?? [],
      each?.promise !== undefined,
    ]);
  };
  const claim = { method: 'claim', paidOn: '2026-03-01', how: 'bank_transfer' };
  expect(await say([], claim)).toContain('role="alert">Please tick at least one payment.');
  expect(await say([first], { ...claim, how: '' })).toContain('role="alert">Something is missing');
  for (let click = 0; click < 2; click += 1)
    expect(await say([first, second], claim)).toContain('role="status">Thank you.');
  expect(await say([third], { method: 'promise', payBy: '2026-03-06' })).toContain('that you will pay on');
  expect(await say([second], { method: 'dispute', reason: 'not_mine', text: 'no' })).toContain('Thank you.');
  expect(await stored()).toEqual([
    [[10_000], [], false],
    [[20_000], ['not_mine'], false],
    [[], [], true],
  ]);
});
