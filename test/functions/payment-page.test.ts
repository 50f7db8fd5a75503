/** The payment page: GET shows it and changes nothing, POST leads to the provider's own page. */

import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Context } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { paymentPage } from '#functions/payment/payment-page.ts';
import { saveSettings } from '#lib/store/account/settings.ts';
import { getCollection, getHistory } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import { interceptSend } from '#test/store/intercept-send.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import type { Tenant } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { aCollectionToPay, aPaymentPage, aShop, CHECKOUT, collectionRefOf, openPage, pay } from './a-payment-page.ts';
import { expectPrivatePage } from './private-page.ts';

const changeStatus = updateCollectionStatus(service);
const handler = paymentPage(service);

const { documents, tableName } = useTable();
const logs = captureLogs();
keepLogsPrivate(logs);
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
let shop: Tenant;
let other: Tenant;
beforeAll(async () => {
  [shop, other] = [await aShop(), await aShop()];
});

const everything = async () => (await documents.send(new ScanCommand({ TableName: tableName }))).Items;
const sessionsOf = async (id: string) => (await getCollection(table, collectionRefOf(id)))?.sessions;
const close = (id: string, status: string) =>
  invoke(changeStatus, {
    method: 'PATCH',
    resource: '/public/collections/{id}/status',
    id,
    key: shop.key,
    body: { status },
  });

describe('GET /pay/{token}', () => {
  it('the payment page shows what is to be paid in one round trip, and writes nothing', async () => {
    const { token } = await aCollectionToPay(shop, { metadata: { description: 'School fees' } });
    const before = await everything();
    const { page } = aPaymentPage();
    const seen = interceptSend((_command, send) => send());
    const { status, html } = await openPage(page, token);
    expect(status).toBe(200);
    for (const text of [
      'Payment to Shop',
      'NGN\u00a045,000.00',
      'School fees',
      'Tue 3 Mar, 10:00',
      '<form method="post"',
    ]) {
      expect(html).toContain(text);
    }
    expect(seen.map((command) => command.constructor.name).toSorted()).toEqual(['GetCommand', 'QueryCommand']);
    expect(await everything()).toEqual(before);
  });

  it('the payment page shows neither the payer’s name nor their addresses', async () => {
    const { id, token } = await aCollectionToPay(shop);
    const { page } = aPaymentPage();
    const shown = [await openPage(page, token), await openPage(page, token, { query: { returned: '1' } })];
    await pay(id, 4_500_000);
    for (const { html } of [...shown, await openPage(page, token)]) {
      for (const word of ['Ada', 'Obi', '8031234567', 'example.com']) expect(html).not.toContain(word);
    }
  });

  it('the payment page is in the language of the phone’s country', async () => {
    const { token } = await aCollectionToPay(shop, {
      contact: aContactBody({ phone: '+221771234568', email: 'f@x.sn' }),
    });
    expect((await openPage(aPaymentPage().page, token)).html).toContain('<html lang="fr">');
  });

  it('the payment page says that a payment is being confirmed after the provider sent the payer back', async () => {
    const { id, token } = await aCollectionToPay(shop);
    const { page } = aPaymentPage();
    const query = { returned: '1' };
    expect((await openPage(page, token, { query })).html).toContain('is being confirmed');
    await pay(id, 4_500_000);
    const { html } = await openPage(page, token, { query });
    expect(html).toContain('Payment received');
    expect(html).not.toMatch(/being confirmed|<form/);
  });

  it('the payment page says to a payer who left the provider’s page that nothing was taken, and still takes the payment', async () => {
    const { token } = await aCollectionToPay(shop);
    const { html } = await openPage(aPaymentPage().page, token, { query: { cancelled: '1' } });
    expect(html).toContain('You left the payment page. Nothing was taken.');
    expect(html).toContain('<form method="post"');
  });

  it('the payment page shows the card first when the link asks for it, and only where it is a way to pay', async () => {
    const payable = { enabled: true, methods: ['payment_link', 'card'] };
    const [withCard, without] = [await aCollectionToPay(shop, { payable }), await aCollectionToPay(shop)];
    const shown = async (token: string) =>
      (await openPage(aPaymentPage().page, token, { query: { method: 'card' } })).html;
    expect(await shown(withCard.token)).toMatch(
      /<button class="go">Pay NGN[^<]* by card<.*<button class="go quiet">Pay NGN/s,
    );
    expect(await shown(without.token)).not.toContain('by card');
  });

  it('the payment page shows how to reach the merchant, once that is set', async () => {
    const helpful = await aShop();
    await saveSettings(table, helpful.account.id, { set: { supportPhone: '+2348031112222' }, remove: [] });
    const { token } = await aCollectionToPay(helpful);
    expect((await openPage(aPaymentPage().page, token)).html).toContain('href="tel:+2348031112222"');
  });

  it.each(['completed', 'cancelled', 'expired'])(
    'the payment page shows no form to pay once the collection is %s',
    async (status) => {
      const { id, token } = await aCollectionToPay(shop);
      expect((await close(id, status)).status).toBe(200);
      const { status: answered, html } = await openPage(aPaymentPage().page, token);
      expect([answered, html.includes('<form')]).toEqual([200, status === 'expired']);
      expect(html).not.toContain('value="checkout"');
    },
  );
});

it('the pages of a link are in the language that the browser asks for', async () => {
  const { token } = await aCollectionToPay(shop);
  const headers = { 'Accept-Language': 'fr-CA,fr;q=0.9,en;q=0.8' };
  const { page } = aPaymentPage();
  expect((await openPage(page, token, { headers })).html).toContain('<html lang="fr">');
  expect((await openPage(page, token)).html).toContain('<html lang="en">');
});

describe('POST /pay/{token}', () => {
  it('a click opens a session at the provider for what is to be paid, and redirects there', async () => {
    const { id, token } = await aCollectionToPay(shop);
    const { page, provider } = aPaymentPage();
    const { status, headers, html } = await openPage(page, token, { method: 'POST' });
    expect([status, headers['location'], html]).toEqual([303, CHECKOUT, '']);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
    const opened = { minor: 4_500_000, until: '2099-01-01T00:00:00.000Z', link: CHECKOUT };
    const reservedAt = clock.now.toISOString();
    expect(await sessionsOf(id)).toEqual([{ method: 'checkout', provider: 'paystack', reservedAt, opened }]);
    expect(provider.orders).toMatchObject([{ amount: { minor: 4_500_000, currency: 'NGN' } }]);
    expect(provider.orders[0]?.returnUrl).toBe(`https://collections.example/pay/${token}?returned=1`);
    expect(logs.events()).toContain('payment_session_opened');
  });

  it('110 clicks open one session, ask the provider about it at most once in three seconds, and lead to it', async () => {
    const { id, token } = await aCollectionToPay(shop);
    const { page, provider } = aPaymentPage();
    for (let click = 0; click < 110; click += 1) {
      const { status, headers } = await openPage(page, token, { method: 'POST' });
      expect([status, headers['location']]).toEqual([303, CHECKOUT]);
    }
    expect([provider.orders.length, (await sessionsOf(id))?.length, provider.asked.length]).toEqual([1, 1, 2]);
  });

  it('a click whose provider fails keeps the form, says so, and is counted', async () => {
    const { token } = await aCollectionToPay(shop);
    const { page, provider } = aPaymentPage();
    provider.answer = { kind: 'failed', reason: 'timeout' };
    const { status, html } = await openPage(page, token, { method: 'POST' });
    expect(status).toBe(200);
    expect(html).toContain('role="alert">Paystack cannot take payments right now.');
    expect(html).toContain('<form method="post"');
    expect(logs.lines.at(-1)).toMatch(/"event":"payment_session_failed".*"reason":"timeout"/);
    provider.answer = { kind: 'failed', reason: 'declined' };
    await openPage(page, (await aCollectionToPay(shop)).token, { method: 'POST' });
    expect(logs.lines.at(-1)).toMatch(/"event":"payment_session_refused".*"reason":"declined"/);
  });

  it('a click shows a link where the policy allows no redirect, and never leads to a page without https', async () => {
    const { page, provider, opened } = aPaymentPage();
    provider.answer = opened('https://elsewhere.example/1');
    const linked = await openPage(page, (await aCollectionToPay(shop)).token, { method: 'POST' });
    expect([linked.status, linked.html.includes('href="https://elsewhere.example/1"')]).toEqual([200, true]);
    for (const link of ['http://checkout.example/', 'javascript:alert(1)', 'nonsense']) {
      const { token } = await aCollectionToPay(shop);
      provider.answer = opened(link);
      const { status, headers, html } = await openPage(page, token, { method: 'POST' });
      expect([status, headers['location'], html.includes(link)]).toEqual([200, undefined, false]);
      expect(html).toContain('cannot take payments right now');
    }
  });

  it.each(['completed', 'cancelled', 'expired'])(
    'a click on a collection that is %s shows the page again, and asks no provider',
    async (status) => {
      const { id, token } = await aCollectionToPay(shop);
      await close(id, status);
      const { page, provider } = aPaymentPage();
      const answer = await openPage(page, token, { method: 'POST' });
      expect([answer.status, answer.html.includes('checkout'), provider.orders]).toEqual([200, false, []]);
    },
  );

  it('who asks for a new link of an expired request is told so; the merchant hears of it once a day', async () => {
    const { id, token } = await aCollectionToPay(shop, { expiresIn: 60 });
    clock.advance(60);
    const { page } = aPaymentPage();
    const ask = async () => (await openPage(page, token, { method: 'POST', body: 'method=new_link' })).html;
    const requests = async () =>
      (await getHistory(table, collectionRefOf(id)))?.events
        .filter(({ type }) => type === 'link.requested')
        .map(({ data }) => data);
    expect(await ask()).toContain('has been told that you would like a new link');
    await ask();
    expect(await requests()).toEqual([{ actor: 'customer' }]);
    clock.advance(1440);
    await ask();
    expect(await requests()).toHaveLength(2);
  });

  it('nobody asks for a new link of a request that can be paid or was cancelled', async () => {
    for (const status of ['pending', 'cancelled']) {
      const { id, token } = await aCollectionToPay(shop);
      if (status !== 'pending') await close(id, status);
      await openPage(aPaymentPage().page, token, { method: 'POST', body: 'method=new_link' });
      expect((await getHistory(table, collectionRefOf(id)))?.events).toEqual([]);
    }
  });

  it('a click from the expiry on opens nothing, whatever is stored', async () => {
    const { id, token } = await aCollectionToPay(shop, { expiresIn: 60 });
    clock.advance(60);
    const { html } = await openPage(aPaymentPage().page, token, { method: 'POST' });
    expect(html).toContain('This request has expired');
    expect(await sessionsOf(id)).toEqual([]);
  });

  it('a click that was slower than a payment shows the collection as it is now', async () => {
    const { id, token } = await aCollectionToPay(shop);
    const { page, provider } = aPaymentPage();
    interceptSend(async (command, send) => {
      const isReservation =
        command.constructor.name === 'UpdateCommand' && String(command.input.UpdateExpression).includes('sessions');
      if (isReservation) await pay(id, 4_500_000);
      return send();
    });
    const { status, html } = await openPage(page, token, { method: 'POST' });
    expect([status, html.includes('Payment received'), provider.orders]).toEqual([200, true, []]);
  });

  it.each(['method=checkout', ''])('a click that sends %j pays on the provider’s page', async (body) => {
    const { token } = await aCollectionToPay(shop);
    for (const base64 of [false, true]) {
      const { status } = await openPage(aPaymentPage().page, token, { method: 'POST', body, base64 });
      expect(status).toBe(303);
    }
  });

  it('mobile money is asked of the number that the payer types, else of the contact’s; what is no number asks nobody', async () => {
    const ask = async (number: string) => {
      const amount = { value: 50, currency: 'GHS' };
      const { token } = await aCollectionToPay(shop, {
        amount,
        payable: { enabled: true, methods: ['payment_link', 'mobile_money'] },
      });
      const { page, provider } = aPaymentPage();
      // What the create asked for came to nothing.
      provider.found = { kind: 'found', movements: [], progress: 'ended' };
      const shown = (await openPage(page, token)).html;
      const body = new URLSearchParams({ method: 'mobile_money', network: 'MTN', number }).toString();
      const { html } = await openPage(page, token, { method: 'POST', body });
      return { shown, html, phones: provider.orders.map(({ customer }) => customer.phone) };
    };
    const own = await ask('');
    expect(own.shown).toContain(`if it is not …${own.phones[0]?.slice(-3)}`);
    expect((await ask('+233 24 123 4567')).phones).toEqual(['+233241234567']);
    for (const typed of ['my phone', '1'.repeat(400)]) {
      const { html, phones } = await ask(typed);
      expect([phones, html.includes('Something is missing')]).toEqual([[], true]);
    }
  });

  it.each(['method=card', 'method=nonsense', 'method=mobile_money&code=1', `method=${'%'.repeat(4000)}`, 'method=%00'])(
    'a click that sends %j, which the page does not offer, shows the page and opens nothing',
    async (body) => {
      const { token } = await aCollectionToPay(shop);
      const { page, provider } = aPaymentPage();
      const { status, html } = await openPage(page, token, { method: 'POST', body });
      expect([status, provider.orders, html.includes('To pay')]).toEqual([200, [], true]);
    },
  );

  it('a click with a body that no form of ours sends is never a failure', async () => {
    const { token } = await aCollectionToPay(shop);
    for (const body of ['x'.repeat(100_000), '{"method":"card"}', '\u0000']) {
      expect((await openPage(aPaymentPage().page, token, { method: 'POST', body })).status).toBeLessThan(400);
    }
  });
});

describe('404', () => {
  const live = (token: string | undefined, method = 'GET') =>
    openPage((event) => handler(event, {} as Context), token, { method });

  it.each([undefined, '', 'nonsense', 'x'.repeat(60), '../u', '%00', '0'.repeat(60)])(
    'the payment page answers 404 for %j, which is not a token',
    async (token) => {
      for (const method of ['GET', 'POST']) expect((await live(token, method)).status).toBe(404);
    },
  );

  it('the payment page answers 404 and writes nothing for a token with another proof or any changed letter', async () => {
    const [one, two] = [await aCollectionToPay(shop), await aCollectionToPay(other)];
    const changed = [0, 12, 36, 59].map(
      (at) => `${one.token.slice(0, at)}${one.token[at] === 'a' ? 'b' : 'a'}${one.token.slice(at + 1)}`,
    );
    const swapped = [one.token.slice(0, 35) + two.token.slice(35), two.token.slice(0, 35) + one.token.slice(35)];
    const before = await everything();
    for (const token of [...swapped, ...changed, `${one.token}0`, one.token.slice(1), one.token.toUpperCase()]) {
      const { status, html } = await live(token, 'POST');
      expect([status, html.includes('Shop')]).toEqual([404, false]);
    }
    expect(await everything()).toEqual(before);
  });
});

describe('every answer', () => {
  it('every answer of the payment page loads and runs nothing, is not cached, and passes no address on', async () => {
    const { token } = await aCollectionToPay(shop);
    const { page } = aPaymentPage();
    for (const answer of [await openPage(page, token), await openPage(page, 'nonsense')]) expectPrivatePage(answer);
  });

  it('the payment page’s form may lead to the provider’s pages only while there is a form', async () => {
    const { id, token } = await aCollectionToPay(shop);
    const { page } = aPaymentPage();
    const policy = async () => String((await openPage(page, token)).headers['content-security-policy']);
    expect(await policy()).toContain("form-action 'self' https://checkout.example;");
    await pay(id, 4_500_000);
    expect(await policy()).toContain("form-action 'self';");
  });

  it('a failure of the payment page still answers a page, and the log quotes no message', async () => {
    const { token } = await aCollectionToPay(shop);
    interceptSend(() => Promise.reject(new Error('about Ada Obi')));
    const { status, headers, html } = await openPage((event) => handler(event, {} as Context), token);
    expect([status, headers['content-type'], html.includes('Ada')]).toEqual([503, 'text/html; charset=utf-8', false]);
    expect(logs.events().at(-1)).toBe('request_failed');
  });
});
