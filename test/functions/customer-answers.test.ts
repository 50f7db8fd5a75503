/** What customers say on the payment page, and what people of the merchant decide, on a real table. */
import { beforeAll, describe, expect, it } from 'vitest';
import { decideClaim } from '#functions/api/decide-claim.ts';
import { getCollection } from '#functions/api/get-collection.ts';
import { getFollowUps } from '#functions/api/get-follow-ups.ts';
import { promisePayment } from '#functions/api/promise-payment.ts';
import { recordPayment } from '#functions/api/record-payment.ts';
import { resolveDispute } from '#functions/api/resolve-dispute.ts';
import { paymentPage } from '#functions/payment/payment-page.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { PaymentResponse } from '#lib/contract/payment.ts';
import { saveSettings } from '#lib/store/account/settings.ts';
import { table } from '#lib/store/table/live-table.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCollectionToPay, aShop, openPage } from './a-payment-page.ts';

useTable();
keepLogsPrivate(captureLogs());
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const page = paymentPage(service);
let shop: Tenant;
beforeAll(async () => {
  shop = await aShop();
});

const DAY = 86_400_000;
const CLAIM = { method: 'claim', paidOn: '2026-03-01', amount: '20000', how: 'bank_transfer', transaction: '…4411' };
const DISPUTE = { method: 'dispute', reason: 'wrong_amount', text: 'I ordered <one>' };

const say = (token: string, form: Record<string, string>) =>
  openPage(page, token, { method: 'POST', body: new URLSearchParams(form).toString() });
const ask = async (id: string, key = shop.key) =>
  dataOf(await invoke(getCollection(service), { id, key }), CollectionResponse);
const planOf = async (id: string) =>
  dataOf(await invoke(getFollowUps(service), { id, key: shop.key }), FollowUpPlanResponse);
const typesOf = async (id: string) => (await ask(id)).events.map(({ type }) => type);
const toCome = async (id: string) => (await planOf(id)).slots.filter(({ status }) => status === 'planned');
const aDebt = () =>
  aCollectionToPay(shop, { expiresIn: 20 * 1440, followUp: { enabled: true, startAfter: 60, cadence: 'daily' } });
const decide = (id: string, part: string, body: object, key = shop.key) =>
  invoke(decideClaim(service), { method: 'POST', id, part, key, body });
const resolve = (id: string, part: string, body: object) =>
  invoke(resolveDispute(service), { method: 'POST', id, part, key: shop.key, body });

async function claimed(form = CLAIM, tenant = shop) {
  const debt = await aCollectionToPay(tenant, {
    expiresIn: 20 * 1440,
    followUp: { enabled: true, startAfter: 60, cadence: 'daily' },
  });
  await say(debt.token, form);
  const { claims = [] } = await ask(debt.id, tenant.key);
  return { ...debt, claim: claims[0]?.id ?? '' };
}

describe('I will pay on …', () => {
  it('a promise holds the reminders until the end of its day, and is told once, as the customer’s', async () => {
    const { id, token } = await aDebt();
    for (let click = 0; click < 2; click += 1) {
      const { html } = await say(token, { method: 'promise', payBy: '2026-03-06' });
      expect(html).toContain('role="status">You told Shop that you will pay on');
    }
    const { events } = await ask(id);
    expect(events.filter(({ type }) => type === 'promise.made')).toMatchObject([
      { data: { actor: 'customer', payBy: '2026-03-07T00:00:00.000Z' } },
    ]);
    expect((await toCome(id))[0]?.dueAt.slice(0, 10)).toBe('2026-03-07');
  });

  it.each([
    ['yesterday', '2026-03-01'],
    ['the day after the last', '2026-03-17'],
    ['no day', ''],
    ['a day that does not exist', '2026-02-30'],
  ])('a promise of %s is not taken', async (_name, payBy) => {
    const { id, token } = await aDebt();
    expect((await say(token, { method: 'promise', payBy })).html).toContain('Something is missing');
    expect(await typesOf(id)).toEqual(['collection.created']);
  });

  it('the account says how many days ahead, and putting off does not count anew', async () => {
    const { id, token } = await aDebt();
    await saveSettings(table, shop.account.id, { set: { promiseDays: 3 }, remove: [] });
    await say(token, { method: 'promise', payBy: '2026-03-05' });
    clock.now = new Date(clock.now.getTime() + DAY);
    expect((await openPage(page, token)).html).toContain('max="2026-03-05"');
    await say(token, { method: 'promise', payBy: '2026-03-06' });
    expect((await typesOf(id)).filter((type) => type === 'promise.made')).toHaveLength(1);
    await saveSettings(table, shop.account.id, { set: {}, remove: ['promiseDays'] });
    clock.now = new Date('2026-03-02T09:00:00.000Z');
  });

  it('it shortens no pause of the merchant', async () => {
    const { id, token } = await aDebt();
    const { pauseFollowUps } = await import('#functions/api/pause-follow-ups.ts');
    await invoke(pauseFollowUps(service), { method: 'POST', id, key: shop.key, body: {} });
    await say(token, { method: 'promise', payBy: '2026-03-05' });
    expect(await planOf(id)).toMatchObject({ paused: { reason: 'merchant' }, slots: [] });
  });
});

describe('what the page says afterwards', () => {
  /** The parts of a page, in their order: what was said, the sum, what is late, the ways to pay, the forms. */
  const partsOf = (html: string) =>
    [
      ...html.matchAll(
        /note good|class="sum"|was due|<details><summary><h2>Pay all the same|value="checkout"|value="(?:promise|claim|dispute)"/g,
      ),
    ].map(([part]) => part.replace('<details><summary><h2>', ''));
  const aLate = () =>
    aCollectionToPay(shop, { expiresIn: 40 * 1440, dueDate: '2026-03-02', payable: { enabled: true } });
  const FORMS = ['value="promise"', 'value="claim"', 'value="dispute"'];

  it.each([
    [
      'a claim',
      CLAIM,
      'Shop has been told that you have paid NGN\u00a020,000.00 on Sun 1 Mar 2026',
      [FORMS[0], FORMS[2]],
    ],
    ['a promise', { method: 'promise', payBy: '2026-03-06' }, 'You told Shop that you will pay on Fri 6 Mar', FORMS],
  ])('%s comes first, and paying is behind a line, at once and later', async (_name, form, text, forms) => {
    const { token } = await aLate();
    clock.now = new Date('2026-03-04T09:00:00.000Z');
    expect(partsOf((await openPage(page, token)).html)).toEqual([
      'class="sum"',
      'was due',
      'value="checkout"',
      ...FORMS,
    ]);
    for (const { html } of [await say(token, form), await openPage(page, token)]) {
      expect(html).toContain(text);
      expect(partsOf(html)).toEqual(['note good', 'class="sum"', 'Pay all the same', 'value="checkout"', ...forms]);
    }
    clock.now = new Date('2026-03-02T09:00:00.000Z');
  });

  it('once the merchant has not found the payment, it is asked for as before', async () => {
    const { id, token, claim } = await claimed();
    await decide(id, claim, { decision: 'rejected' });
    const { html } = await openPage(page, token);
    expect(html).toContain('class="note">Shop could not find the payment');
    expect(partsOf(html)).toEqual(['class="sum"', 'value="checkout"', ...FORMS]);
  });
});

describe('I have paid already', () => {
  it('a claim is kept once, holds the reminders for three days at most, and is told without the customer’s words', async () => {
    const { id, token } = await aDebt();
    await Promise.all([say(token, CLAIM), say(token, CLAIM)]);
    const { html } = await say(token, CLAIM);
    expect(html).toContain('Shop has been told that you have paid');
    const { claims, events } = await ask(id);
    expect(claims).toEqual([
      {
        id: expect.stringMatching(/^clm_[0-9a-z]{25}$/),
        status: 'open',
        paidOn: '2026-03-01',
        amount: { value: 20_000, currency: 'NGN' },
        method: 'bank_transfer',
        transaction: '…4411',
        madeAt: expect.any(String),
      },
    ]);
    expect(events.at(-1)).toMatchObject({ type: 'claim.made', data: { claim: claims?.[0]?.id, actor: 'customer' } });
    expect(JSON.stringify(events)).not.toContain('4411');
    const { removed, slots } = await planOf(id);
    expect(removed.map(({ reason }) => reason)).toContain('claimed');
    expect(slots[0]?.dueAt.slice(0, 10)).toBe('2026-03-05');
  });

  it.each([
    ['in the future', { paidOn: '2026-03-04' }],
    ['of nothing', { amount: '0' }],
    ['of a third of a kobo', { amount: '0.003' }],
    ['of no number', { amount: 'Infinity' }],
    ['by an unknown way', { how: 'barter' }],
  ])('a claim %s is not taken', async (_name, wrong) => {
    const { id, token } = await aDebt();
    await say(token, { ...CLAIM, ...wrong });
    expect((await ask(id)).claims).toBeUndefined();
  });

  it('an accepted claim is booked once, whatever is clicked twice', async () => {
    const { id, claim } = await claimed();
    const answers = await Promise.all([1, 2, 3].map(() => decide(id, claim, { decision: 'accepted' })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const collection = dataOf(await decide(id, claim, { decision: 'accepted' }), CollectionResponse);
    expect(collection.balance.received.value).toBe(20_000);
    expect(collection.claims).toMatchObject([{ status: 'accepted' }]);
    expect(collection.events.filter(({ type }) => type === 'claim.accepted')).toHaveLength(1);
    expectRefusal(await decide(id, claim, { decision: 'rejected' }), { status: 409, code: 'already_decided' });
  });

  it('what was not exact is recorded as the merchant says, and enough of it completes the collection', async () => {
    const { id, claim } = await claimed();
    const payment = { amount: { value: 45_000, currency: 'NGN' }, transaction: 'T-1' };
    const answer = await decide(id, claim, { decision: 'accepted', payment });
    expect(dataOf(answer, CollectionResponse).status).toBe('completed');
    expect((await decide(id, claim, { decision: 'accepted', payment })).status).toBe(200);
  });

  it('what cannot be recorded leaves the claim open', async () => {
    const { id, claim } = await claimed();
    for (const payment of [{ amount: { value: 1, currency: 'GHS' } }, { paidAt: '2026-03-09T09:00:00Z' }]) {
      expect((await decide(id, claim, { decision: 'accepted', payment })).status).toBe(400);
    }
    expect((await ask(id)).claims).toMatchObject([{ status: 'open' }]);
  });

  it('money that is recorded already is not booked again by its claim, in each way that it can be accepted', async () => {
    const { id, claim } = await claimed();
    const payment = { amount: { value: 20_000, currency: 'NGN' }, method: 'bank_transfer', transaction: 'bank-1' };
    const call = { id, key: shop.key };
    const paid = await invoke(recordPayment(service), { ...call, method: 'POST', body: payment });
    const paymentId = dataOf(paid, PaymentResponse).id;
    const unknown = await decide(id, claim, { decision: 'accepted', paymentId: `pmt_${'0'.repeat(25)}` });
    expectRefusal(unknown, { status: 400, code: 'validation_failed', paths: ['paymentId'] });
    const bodies = [{ paymentId }, {}, { paymentId }].map((body) => ({ decision: 'accepted', ...body }));
    for (const body of bodies) expect((await decide(id, claim, body)).status).toBe(200);
    const { balance, claims } = await ask(id);
    expect(balance.received.value).toBe(20_000);
    expect(claims).toMatchObject([{ status: 'accepted', paymentId }]);
  });

  it('after a rejected one the reminders go on, and the page says what became of it', async () => {
    const { id, token, claim } = await claimed();
    await decide(id, claim, { decision: 'rejected' });
    expect((await toCome(id))[0]?.dueAt.slice(0, 10)).toBe('2026-03-02');
    expect((await openPage(page, token)).html).toContain('could not find the payment');
    const [next, later] = await toCome(id);
    expect(next?.text).toContain('find the payment that you told us about');
    expect(later?.text).not.toContain('find the payment');
    clock.now = new Date(next?.dueAt ?? '');
    await runCollection({ collection: id });
    expect(channels.messages().at(-1)?.text).toContain('find the payment that you told us about');
    expect((await toCome(id))[0]?.text).not.toContain('find the payment');
    expectRefusal(await decide(id, claim, { decision: 'accepted' }), { status: 409, code: 'already_decided' });
  });

  it('a claim that does not exist answers 404; a payment beside a rejection 400', async () => {
    const { id, claim } = await claimed();
    const unknown = await decide(id, 'clm_0000000000000000000000000', { decision: 'rejected' });
    expectRefusal(unknown, { status: 404, code: 'claim_not_found' });
    const both = await decide(id, claim, { decision: 'rejected', payment: { note: 'x' } });
    expectRefusal(both, { status: 400, code: 'validation_failed', paths: ['payment'] });
    const paymentId = `pmt_${'0'.repeat(25)}`;
    for (const body of [
      { decision: 'rejected', paymentId },
      { decision: 'accepted', paymentId, payment: { note: 'x' } },
    ]) {
      const refused = await decide(id, claim, body);
      expectRefusal(refused, { status: 400, code: 'validation_failed', paths: ['paymentId'] });
    }
  });
});

describe('Something is wrong', () => {
  it('a dispute holds the reminders until it is resolved, whatever else is resumed', async () => {
    const { id, token } = await aDebt();
    for (let click = 0; click < 2; click += 1) await say(token, DISPUTE);
    const { disputes = [], events } = await ask(id);
    expect(disputes).toMatchObject([{ status: 'open', reason: 'wrong_amount', text: 'I ordered <one>' }]);
    expect(events.at(-1)).toMatchObject({
      type: 'dispute.opened',
      data: { reason: 'wrong_amount', actor: 'customer' },
    });
    await invoke(promisePayment(service), {
      method: 'POST',
      id,
      key: shop.key,
      body: { payBy: '2026-03-03T09:00:00Z' },
    });
    const { slots, removed } = await planOf(id);
    expect(slots).toEqual([]);
    expect(removed.map(({ reason }) => reason)).toContain('disputed');
    const ruling = { resolution: 'dismissed', note: 'Two were ordered' };
    const resolved = dataOf(await resolve(id, disputes[0]?.id ?? '', ruling), CollectionResponse);
    expect(resolved.disputes).toMatchObject([{ status: 'dismissed', note: 'Two were ordered' }]);
    expect((await resolve(id, disputes[0]?.id ?? '', ruling)).status).toBe(200);
    expect(await toCome(id)).not.toEqual([]);
    const other = await resolve(id, disputes[0]?.id ?? '', { resolution: 'upheld' });
    expectRefusal(other, { status: 409, code: 'already_decided' });
  });

  it('a reason that the page does not have is not taken, and longer words are cut', async () => {
    const { id, token } = await aDebt();
    await say(token, { ...DISPUTE, reason: 'whatever' });
    expect((await ask(id)).disputes).toBeUndefined();
    await say(token, { ...DISPUTE, text: 'ж'.repeat(501) });
    expect((await ask(id)).disputes?.[0]?.text).toHaveLength(500);
  });
});

it('the page takes five answers a day, says so at the sixth, and tells the merchant once', async () => {
  const { id, token } = await aDebt();
  for (const amount of ['1', '2', '3', '4', '5']) await say(token, { ...CLAIM, amount });
  expect((await say(token, { ...CLAIM, amount: '5' })).html).not.toContain('enough for today');
  for (const amount of ['6', '7']) expect((await say(token, { ...CLAIM, amount })).html).toContain('enough for today');
  expect((await ask(id)).claims).toHaveLength(5);
  expect((await typesOf(id)).filter((type) => type === 'contact.over_limit')).toHaveLength(1);
  clock.now = new Date(clock.now.getTime() + DAY);
  await say(token, DISPUTE);
  expect((await ask(id)).disputes).toHaveLength(1);
  clock.now = new Date('2026-03-02T09:00:00.000Z');
});

it('opening the page with the fields of a form writes nothing', async () => {
  const { id, token } = await aDebt();
  await openPage(page, token, { query: CLAIM });
  expect(await typesOf(id)).toEqual(['collection.created']);
});

const prepareClaim = async (tenant: Tenant) => {
  const { id, claim } = await claimed(CLAIM, tenant);
  return { id, part: claim, body: { decision: 'accepted' } };
};
everyEndpoint({ operation: 'decide-claim', handler: decideClaim(service), tenants, prepare: prepareClaim });

const prepareDispute = async (tenant: Tenant) => {
  const { id, token } = await aCollectionToPay(tenant);
  await say(token, DISPUTE);
  const { disputes } = await ask(id, tenant.key);
  return { id, part: disputes?.[0]?.id ?? '', body: { resolution: 'dismissed' } };
};
everyEndpoint({ operation: 'resolve-dispute', handler: resolveDispute(service), tenants, prepare: prepareDispute });
