/** The opt-out link in messages: GET asks and changes nothing, POST opts out of every channel at once. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { APIGatewayProxyResult, Context } from 'aws-lambda';
import { beforeAll, describe, expect, it } from 'vitest';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { getFollowUps as makeGetFollowUps } from '#functions/api/get-follow-ups.ts';
import { updateCollection as makeUpdateCollection } from '#functions/api/update-collection.ts';
import { receiveReply } from '#functions/messaging/receive-reply.ts';
import { unsubscribe } from '#functions/messaging/unsubscribe.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { addressesOf } from '#lib/domain/contact.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { optOutToken } from '#lib/domain/links.ts';
import { findReach, optOut } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { interceptSend } from '#test/store/intercept-send.ts';
import { aContactBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { anApiEvent } from '#test/support/api-event.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { aCreatedCollection } from './created.ts';
import { expectPrivatePage } from './private-page.ts';
import { openToReplies, smsReply, sns } from './replies.ts';

const getCollection = makeGetCollection(service);
const getFollowUps = makeGetFollowUps(service);
const updateCollection = makeUpdateCollection(service);
const handler = unsubscribe(service);

const { documents, tableName } = useTable();
const logs = captureLogs();
keepLogsPrivate(logs);
const channels = useChannels();
const tenants = useTenants();
let shop: Tenant;
beforeAll(async () => {
  shop = await aTenant({ mode: 'live' });
});
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

let people = 0;
/** A collection with its own contact, which got a message, and the token in it. */
async function aToken(given: object = {}, tenant: Tenant = shop, channel = 'email', isSent = true, more: object = {}) {
  people += 1;
  const [phone, email] = [`+23480312346${people + 10}`, `Person.${people}@Example.com`];
  const contact = aContactBody({ phone, email, ...given });
  const followUp = { channels: [channel], startAfter: 0, cadence: 'every_1h' };
  const { id } = await aCreatedCollection(tenant, { contact, followUp, ...more });
  if (isSent) await runCollection({ collection: id, run: 1 });
  const ref = parseCollectionId(id) ?? { account: '', hash: '' };
  const addresses = [
    { channel: 'whatsapp', address: phone },
    { channel: 'sms', address: phone },
    { channel: 'email', address: email.toLowerCase() },
  ] as const;
  const tokenOf = (address: string) => optOutToken(ref, address, tenant.account.salt);
  return { id, addresses, token: tokenOf(addresses[2].address), tokenOf };
}

/** One that can be paid by its link, whose message went out. */
async function aPayable() {
  const made = await aToken({}, shop, 'email', true, { payable: { enabled: true } });
  return { id: made.id, token: made.token };
}

async function open(token: string | undefined, method = 'GET', body: string | null = null) {
  const event = { ...anApiEvent({ method, resource: '/u/{token}', requestId: 'r-9' }), body };
  const pathParameters = token === undefined ? null : { token };
  const answer: APIGatewayProxyResult = await handler({ ...event, pathParameters }, {} as Context);
  return { status: answer.statusCode, headers: answer.headers ?? {}, html: answer.body };
}
const everything = async () => (await documents.send(new ScanCommand({ TableName: tableName }))).Items;

describe('GET /u/{token}', () => {
  it('the opt-out page asks in the merchant’s name, and writes nothing', async () => {
    const { token } = await aToken();
    const before = await everything();
    const { status, html } = await open(token);
    expect(status).toBe(200);
    expect(html).toContain('Shop');
    expect(html).toContain('<form method="post">');
    expect(await everything()).toEqual(before);
  });

  it('the opt-out page shows neither the contact’s name nor their addresses', async () => {
    const { token } = await aToken();
    for (const { html } of [await open(token), await open(token, 'POST')]) {
      for (const word of ['Ada', 'Obi', '+234', '8031', '@', 'Person'])
        expect(html.replace(/<style>.*<\/style>/, '')).not.toContain(word);
    }
  });

  it('the opt-out page is in the language of the phone’s country', async () => {
    const { token } = await aToken({ phone: '+221771234567' });
    expect((await open(token)).html).toContain('<html lang="fr">');
  });

  it('the opt-out page escapes the merchant’s name', async () => {
    const evil = await aTenant({ mode: 'live', name: '<script>alert("1")</script> & \'Sons\'' });
    const { token } = await aToken({}, evil);
    const { html } = await open(token);
    expect(html).not.toContain('<script');
    expect(html).not.toContain('alert("');
    expect(html).toContain('&amp;');
  });
});

describe('POST /u/{token}', () => {
  it('an opt-out by link applies to every channel from the next run on', async () => {
    const { id, token, addresses } = await aToken();
    const { status, html } = await open(token, 'POST', 'List-Unsubscribe=One-Click');
    expect(status).toBe(200);
    expect(html).not.toContain('<button class="go">');
    expect((await findReach(table, addresses, new Date())).optedOut).toEqual(['whatsapp', 'sms', 'email']);
    clock.advance(60);
    await runCollection({ collection: id, run: 2 });
    expect(channels.messages()).toHaveLength(1);
  });

  it('an opt-out by link adds one event to the collection, however often it comes', async () => {
    const { id, token } = await aToken();
    clock.advance(1);
    await Promise.all([open(token, 'POST'), open(token, 'POST')]);
    clock.advance(1);
    await open(token, 'POST');
    const { events } = dataOf(await invoke(getCollection, { key: shop.key, id }), CollectionResponse);
    expect(events.map(({ type }) => type)).toEqual(['collection.created', 'followup.sent', 'contact.opted_out']);
    expect(events[2]?.timestamp).toMatch(/^2026-03-02T09:01/);
  });

  it('an opt-out by link is told to every open collection of the phone and the email, in all accounts', async () => {
    const { addresses, token } = await aToken();
    const [, { address: phone }, { address: email }] = addresses;
    const another = await aTenant({ mode: 'live' });
    const concerned = [{ phone }, { email }, {}].map((given) =>
      aCreatedCollection(another, {
        contact: aContactBody({ phone: '+2348077700001', email: 'x@example.com', ...given }),
      }),
    );
    const ids = (await Promise.all(concerned)).map(({ id }) => id);
    for (const id of ids) await openToReplies(id);
    await open(token, 'POST');
    const told = async (id: string) => {
      const { events } = dataOf(await invoke(getCollection, { key: another.key, id }), CollectionResponse);
      return events.some(({ type }) => type === 'contact.opted_out');
    };
    expect(await Promise.all(ids.map(told))).toEqual([true, true, false]);
  });

  it('an opt-out by link does not change the opt-outs of another contact', async () => {
    const [one, two] = [await aToken(), await aToken()];
    await open(one.token, 'POST');
    expect((await findReach(table, two.addresses, new Date())).optedOut).toEqual([]);
  });
});

describe('starting again', () => {
  const reached = async (addresses: Parameters<typeof findReach>[1]) =>
    (await findReach(table, addresses, new Date())).optedOut;
  const told = async (id: string) => {
    const { events } = dataOf(await invoke(getCollection, { key: shop.key, id }), CollectionResponse);
    return events.map(({ type }) => type).filter((type) => type.startsWith('contact.'));
  };

  it('who stopped by the link can start again there, and the reminders go on; each change is told once', async () => {
    const { id, token, addresses } = await aToken();
    const stopped = await open(token, 'POST');
    expect(stopped.html).toContain('<button class="go quiet" name="again" value="yes">Start reminders again</button>');
    for (let clicks = 0; clicks < 2; clicks += 1) {
      clock.advance(1);
      const { status, html } = await open(token, 'POST', 'again=yes');
      expect([status, html.includes('You will get reminders again.')]).toEqual([200, true]);
    }
    expect(await reached(addresses)).toEqual([]);
    expect(await told(id)).toEqual(['contact.opted_out', 'contact.opted_in']);
    clock.advance(60);
    await runCollection({ collection: id, run: 2 });
    expect(channels.messages()).toHaveLength(2);
    clock.advance(1);
    await open(token, 'POST');
    await open(token, 'POST');
    expect(await reached(addresses)).toEqual(['whatsapp', 'sms', 'email']);
    expect(await told(id)).toEqual(['contact.opted_out', 'contact.opted_in', 'contact.opted_out']);
  });

  it('what was said in another way stays, whichever came first', async () => {
    const { token, addresses } = await aToken();
    const [whatsapp, , email] = addresses;
    await open(token, 'POST');
    await optOut(table, [whatsapp], 'reply', clock.now);
    await optOut(table, [email], 'provider', clock.now);
    await open(token, 'POST', 'again=yes');
    expect(await reached(addresses)).toEqual(['whatsapp', 'email']);
  });

  it('what was said by the link after the click stays', async () => {
    const { token, addresses } = await aToken();
    await optOut(table, addresses, 'link', new Date(clock.now.getTime() + 1));
    await open(token, 'POST', 'again=yes');
    expect(await reached(addresses)).toEqual(['whatsapp', 'sms', 'email']);
  });

  it('nobody starts and stops for ever', async () => {
    const { id, token, addresses } = await aToken();
    for (let times = 0; times < 12; times += 1) {
      await open(token, 'POST');
      await open(token, 'POST', 'again=yes');
    }
    expect(await reached(addresses)).toEqual(['whatsapp', 'sms', 'email']);
    expect((await told(id)).filter((type) => type === 'contact.opted_in')).toHaveLength(10);
  });

  it('it leads back to the payment, as long as it can be paid and only for whom the collection is addressed to', async () => {
    expect((await open((await aToken()).token)).html).not.toContain('/pay/');
    const { id, token } = await aPayable();
    expect((await open(token)).html).toMatch(
      /<a href="https:\/\/collections\.example\/pay\/\w+">Go to the payment<\/a>/,
    );
    await invoke(updateCollection, {
      method: 'PATCH',
      key: shop.key,
      id,
      body: { contact: { email: 'right@example.com' } },
    });
    expect((await open(token)).html).not.toContain('/pay/');
  });
});

describe('a link that went to nobody', () => {
  it('the link of a message that was not sent leads nowhere, until it is', async () => {
    const { id, token } = await aToken({}, shop, 'email', false);
    expect((await open(token, 'POST')).status).toBe(404);
    await runCollection({ collection: id, run: 1 });
    expect((await open(token, 'POST')).status).toBe(200);
  });

  it('no plan shows the link of a message, sent or not', async () => {
    const { id, token } = await aToken();
    const { text } = await invoke(getFollowUps, { key: shop.key, id });
    expect(channels.messages()[0]?.text).toContain(`/u/${token}`);
    expect(new Set(text.match(/\/u\/[^"\\]+/g))).toEqual(new Set(['/u/…']));
  });
});

describe('a test account', () => {
  it('the link of a test account silences nobody outside it, and START ends that, too', async () => {
    const { mine, other } = tenants;
    const { addresses, tokenOf } = await aToken({}, mine, 'sms');
    const [, { address: phone }, { address: email }] = addresses;
    expect((await open(tokenOf(phone), 'POST')).status).toBe(200);
    const optedOutFor = async ({ account }: Tenant) =>
      (await findReach(table, addressesOf({ email }, { reachable: true, lookup: phone }, account), clock.now)).optedOut;
    expect(await optedOutFor(mine)).toEqual(['whatsapp', 'sms', 'email']);
    for (const each of [shop, other]) expect(await optedOutFor(each)).toEqual([]);
    clock.advance(1);
    await receiveReply(service)(sns(smsReply(phone, 'START')));
    expect(await optedOutFor(mine)).toEqual(['email']);
  });
});

describe('after a correction', () => {
  const to = { phone: '+2348055550000', email: 'corrected@example.com' };
  const corrected = [
    { channel: 'whatsapp', address: to.phone },
    { channel: 'sms', address: to.phone },
    { channel: 'email', address: to.email },
  ] as const;
  const correct = (id: string, contact: object) =>
    invoke(updateCollection, { key: shop.key, id, method: 'PATCH', body: { contact } });

  it('the link of a message that went to a wrong email opts that email out, and not whom the collection is addressed to now', async () => {
    const { id, token, addresses } = await aToken();
    await correct(id, to);
    expect((await open(token, 'POST')).status).toBe(200);
    expect((await findReach(table, addresses, new Date())).optedOut).toEqual(['email']);
    expect((await findReach(table, corrected, new Date())).optedOut).toEqual([]);
    const { events } = dataOf(await invoke(getCollection, { key: shop.key, id }), CollectionResponse);
    expect(events.map(({ type }) => type)).not.toContain('contact.opted_out');
  });

  it('the link of a message that went to a wrong phone opts out both channels of that phone', async () => {
    const { id, addresses, tokenOf } = await aToken({}, shop, 'sms');
    await correct(id, to);
    expect((await open(tokenOf(addresses[0].address), 'POST')).status).toBe(200);
    expect((await findReach(table, addresses, new Date())).optedOut).toEqual(['whatsapp', 'sms']);
  });

  it('an email that stays speaks for its person, whose phone was corrected', async () => {
    const { id, token, addresses } = await aToken();
    await correct(id, { phone: '+2348055550001' });
    await open(token, 'POST');
    const [, , email] = addresses;
    const now = [{ channel: 'sms', address: '+2348055550001' } as const, email];
    expect((await findReach(table, now, new Date())).optedOut).toEqual(['sms', 'email']);
    expect((await findReach(table, addresses.slice(0, 2), new Date())).optedOut).toEqual([]);
  });

  it('details that were corrected back are again those of the collection', async () => {
    const { id, token, addresses } = await aToken();
    const [{ address: phone }, , { address: email }] = addresses;
    await correct(id, to);
    await correct(id, { phone, email });
    await open(token, 'POST');
    expect((await findReach(table, addresses, new Date())).optedOut).toEqual(['whatsapp', 'sms', 'email']);
    expect((await findReach(table, corrected, new Date())).optedOut).toEqual([]);
  });
});

describe('404', () => {
  it.each([undefined, '', 'nonsense', 'x'.repeat(60), '../u', '%00', '0'.repeat(60)])(
    'the opt-out page answers 404 for %j, which is not a token',
    async (token) => {
      for (const method of ['GET', 'POST']) expect((await open(token, method)).status).toBe(404);
    },
  );

  it('the opt-out page answers 404 and writes nothing for a token with another proof or any changed letter', async () => {
    const [one, two] = [await aToken(), await aToken({}, tenants.other)];
    const swapped = [one.token.slice(0, 35) + two.token.slice(35), two.token.slice(0, 35) + one.token.slice(35)];
    const changed = [0, 12, 36, 59].map((at) => {
      const other = one.token[at] === 'a' ? 'b' : 'a';
      return one.token.slice(0, at) + other + one.token.slice(at + 1);
    });
    const before = await everything();
    for (const token of [...swapped, ...changed, `${one.token}0`, one.token.slice(1), one.token.toUpperCase()]) {
      const { status, html } = await open(token, 'POST');
      expect([status, html.includes('Shop')]).toEqual([404, false]);
    }
    expect(await everything()).toEqual(before);
  });

  it('the opt-out page answers 404 for a collection that does not exist', async () => {
    const ref = { account: tenants.mine.account.id, hash: '0'.repeat(25) };
    expect((await open(optOutToken(ref, 'ada@example.com', tenants.mine.account.salt), 'POST')).status).toBe(404);
  });
});

describe('every answer', () => {
  it('every answer of the opt-out page loads and runs nothing, is not cached, and passes no address on', async () => {
    const { token } = await aToken();
    for (const answer of [await open(token), await open(token, 'POST'), await open('nonsense')]) {
      const policy = expectPrivatePage(answer);
      expect(policy).toContain("form-action 'self'");
      const styles = [...answer.html.matchAll(/<style>(.*?)<\/style>/g)].map(([, style]) => style ?? '');
      expect(styles).toHaveLength(1);
      const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(styles[0]));
      expect(policy).toContain(`style-src 'sha256-${Buffer.from(bytes).toString('base64')}'`);
      expect(answer.html).not.toMatch(/<script|style=|src=|href=(?!"\?lang=)/);
    }
  });

  it('a failure of the opt-out page still answers a page, and the log quotes no message', async () => {
    const { token } = await aToken();
    interceptSend(() => Promise.reject(new Error('about Ada Obi')));
    const { status, headers, html } = await open(token);
    expect([status, headers['content-type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(html).not.toContain('Ada');
    expect(logs.events()).toEqual(['collection_created', 'followup_sent', 'request_failed']);
  });
});
