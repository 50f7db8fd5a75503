/** What a customer may print, on the real table: behind the links of a collection and of all debts, and behind no other. */
import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { recordPayment } from '#functions/api/record-payment.ts';
import { paymentPage } from '#functions/payment/payment-page.ts';
import { PaymentResponse } from '#lib/contract/payment.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { debtsToken } from '#lib/domain/links.ts';
import { receiptNumber } from '#lib/domain/payment/receipt.ts';
import { saveSettings } from '#lib/store/account/settings.ts';
import { getCollection } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aShop } from './a-payment-page.ts';
import { aCreatedCollection, aNewPerson } from './created.ts';

useTable();
captureLogs();
useTenants();
useClock(new Date('2026-03-02T09:00:00.000Z'));
const page = paymentPage(service);

const ngn = (value: number) => ({ value, currency: 'NGN' });

async function twoDebts() {
  const shop = await aShop({ name: 'Ade Fabrics' });
  const contact = aNewPerson();
  const given = { contact, amount: ngn(50), payable: { enabled: true } };
  const [first, second] = [await aCreatedCollection(shop, given), await aCreatedCollection(shop, given)];
  const { id } = second;
  const body = { amount: ngn(20), method: 'cash', transaction: 'till-1' };
  const payment = dataOf(
    await invoke(recordPayment(service), { method: 'POST', key: shop.key, id, body }),
    PaymentResponse,
  );
  const collection = await getCollection(table, parseCollectionId(id) ?? { account: '', hash: '' });
  if (collection === undefined) throw new Error('no such collection');
  const all = debtsToken({ collection, phone: phoneOf(collection.contact, shop.account) }, shop.account.salt);
  const link = second.payable.options.flatMap((each) => (each.method === 'payment_link' ? each.link : []))[0] ?? '';
  return { shop, first, second, payment, all, token: link.split('/').at(-1) ?? '' };
}

type Shown = { statusCode: number; body: string };
/** The spaces of amounts do not break. */
const asPlain = ({ statusCode, body }: Shown) => ({ statusCode, body: body.replaceAll('\u00a0', ' ') });

const show = async (token: string, resource: string, query: Record<string, string>) =>
  asPlain((await page({ ...anApiEvent({ resource, query }), pathParameters: { token } }, {} as never)) as Shown);

it('the statement of all debts has those of the customer, and what was paid', async () => {
  const { first, second, all } = await twoDebts();
  const { statusCode, body } = await show(all, '/me/{token}', { statement: '1' });
  expect(statusCode).toBe(200);
  expect(body).toContain('Statement of account · Ade Fabrics');
  for (const text of [first.reference, second.reference, 'NGN 80.00']) expect(body).toContain(text);
  expect((await show(all.slice(0, -1), '/me/{token}', { statement: '1' })).statusCode).toBe(404);
  expect((await show(all, '/me/{token}', {})).body).toContain('href="?statement=1"');
});

it('a receipt is behind the link of its collection; a number that is none shows the collection', async () => {
  const { payment, token } = await twoDebts();
  const number = receiptNumber(payment.id);
  const { body } = await show(token, '/pay/{token}', { receipt: number });
  expect(body).toContain('<h1>Receipt</h1>');
  for (const text of [number, 'NGN 20.00', 'Cash']) expect(body).toContain(text);
  expect((await show(token, '/pay/{token}', {})).body).toContain(`href="?receipt=${number}"`);
  const other = await show(token, '/pay/{token}', { receipt: 'ABCDEFGHIJ' });
  expect([other.statusCode, other.body.includes('Payment to Ade Fabrics')]).toEqual([200, true]);
});

it('every page and paper has the colour of the merchant, which the policy allows, and says who stands behind the name', async () => {
  const { payment, all, token, shop } = await twoDebts();
  const set = { color: '#ffcc00', legalName: 'Ade Fabrics Limited' };
  await saveSettings(table, shop.account.id, { set, remove: [] });
  const receipt = receiptNumber(payment.id);
  const asked = [
    [token, '/pay/{token}', {}],
    [token, '/pay/{token}', { receipt }],
    [all, '/me/{token}', {}],
    [all, '/me/{token}', { statement: '1' }],
  ] as const;
  for (const [link, resource, query] of asked) {
    const event = { ...anApiEvent({ resource, query }), pathParameters: { token: link } };
    const { body, headers = {} } = (await page(event, {} as never)) as Shown & { headers?: Record<string, string> };
    const [, style = ''] = /<style>(.*)<\/style>/.exec(body) ?? [];
    expect(style, resource).toContain('--accent:#8f7200');
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy'], resource).toContain(`style-src 'sha256-${hash}'`);
    expect(body, resource).toContain('<p class="small imprint">Ade Fabrics Limited</p>');
    expect(Buffer.byteLength(body), resource).toBeLessThan(12 * 1024);
  }
});
