/** What is open at the provider is for what is owed: any change of one of the debts ends it within a minute, and a set has one session. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { aCollection, createCollection, expectStatus } from '#test/end-to-end/requests.ts';
import { useOwnService } from '#test/support/service.ts';
import { dayOf } from './follow-up-day.ts';

const service = useOwnService();
const day = dayOf(() => service.baseUrl);
const naira = (value: number) => ({ value, currency: 'NGN' });

beforeAll(() => day.toMorning(11));

let people = 0;
function aPerson() {
  people += 1;
  return { firstName: 'Ada', lastName: 'Obi', phone: `+2348031239${100 + people}`, email: `ada-${people}@example.com` };
}

const aDebt = (contact: object, value: number): Promise<CollectionResponse> =>
  createCollection(
    service.owner,
    aCollection({
      contact,
      amount: naira(value),
      payable: { enabled: true },
      followUp: { channels: ['email'], startAfter: 1, cadence: 'daily' },
    }),
  );

type OpenSession = { reference: string; amount: { value: number }; status: string };

async function openSessions(...debts: readonly CollectionResponse[]): Promise<OpenSession[]> {
  const of = await Promise.all(
    debts.map(async ({ id }) => {
      const answer = await fetch(`${service.baseUrl}/_local/sandbox/sessions?collection=${id}`);
      return ((await answer.json()) as { sessions: OpenSession[] }).sessions;
    }),
  );
  return of.flat().filter(({ status }) => status === 'open');
}

const sumsOf = async (...debts: readonly CollectionResponse[]) =>
  (await openSessions(...debts)).map(({ amount }) => amount.value);

/** The page of all debts of the person, by the link of the message for several. */
async function debtsPageOf(...debts: readonly CollectionResponse[]): Promise<string> {
  await day.advance(2);
  const messages = await Promise.all(debts.map(({ id }) => day.messages(id)));
  const [link] = messages.flat().flatMap(({ text }) => /http\S+\/me\/[0-9a-z]+/.exec(text)?.[0] ?? []);
  if (link === undefined) throw new Error('no message for several debts');
  return link;
}

const hashOf = ({ id }: CollectionResponse): string => id.slice(-25);

const click = (page: string, ...debts: readonly CollectionResponse[]) =>
  fetch(page, {
    method: 'POST',
    body: new URLSearchParams(debts.map((each): [string, string] => ['pay', hashOf(each)])),
    redirect: 'manual',
  });

const patch = (path: string, body: object) => expectStatus(200, service.owner, ['PATCH', path, { json: body }]);
const record = ({ id }: CollectionResponse, value: number) =>
  expectStatus(201, service.owner, [
    'POST',
    `/public/collections/${id}/payments`,
    { json: { amount: naira(value), method: 'cash', transaction: `t-${id}-${value}` } },
  ]);

/** Of the newer of two debts, whose session is the older one's, or of that itself. */
const CHANGES: Record<string, (debt: CollectionResponse) => Promise<unknown>> = {
  'is paid': (debt) => record(debt, 3_000),
  'is paid in part': (debt) => record(debt, 1_000),
  'is cancelled': ({ id }) => patch(`/public/collections/${id}/status`, { status: 'cancelled' }),
  'is marked as paid': ({ id }) => patch(`/public/collections/${id}/status`, { status: 'completed' }),
  expires: ({ id }) => patch(`/public/collections/${id}/status`, { status: 'expired' }),
  'is lowered': ({ id }) => patch(`/public/collections/${id}`, { amount: naira(2_500) }),
  'is credited': ({ id }) =>
    expectStatus(201, service.owner, [
      'POST',
      `/public/collections/${id}/credits`,
      { json: { amount: naira(500), reason: 'goodwill' } },
    ]),
  'is written off': ({ id }) => patch(`/public/collections/${id}/status`, { status: 'cancelled', reason: 'bad_debt' }),
  'gets money of another debt': async (debt) => {
    const { id: _id, ...contact } = debt.contact;
    const paid = await aDebt(contact, 1_000);
    const { data } = await record(paid, 1_400);
    const { id } = data as { id: string };
    await expectStatus(201, service.owner, [
      'POST',
      `/public/collections/${paid.id}/payments/${id}/move`,
      { json: { to: debt.id, amount: naira(400) } },
    ]);
  },
  'is paused': ({ id }) =>
    expectStatus(200, service.owner, ['POST', `/public/collections/${id}/follow-ups/pause`, { json: {} }]),
};

describe('a session for two debts', () => {
  it.each(Object.keys(CHANGES).flatMap((change) => ['newer', 'older'].map((which) => ({ change, which }))))(
    'ends when the $which one $change',
    async ({ change, which }) => {
      const contact = aPerson();
      const older = await aDebt(contact, 3_000);
      const newer = await aDebt(contact, 3_000);
      const page = await debtsPageOf(older, newer);
      expect((await click(page, older, newer)).status).toBe(303);
      expect(await sumsOf(older, newer)).toEqual([6_000]);
      await CHANGES[change]?.(which === 'newer' ? newer : older);
      await expect.poll(() => sumsOf(older, newer)).toEqual([]);
    },
  );

  it('is one, however many click at once, and another set with one of them ends it', async () => {
    const contact = aPerson();
    const [first, second, third] = [
      await aDebt(contact, 1_000),
      await aDebt(contact, 2_000),
      await aDebt(contact, 4_000),
    ];
    const page = await debtsPageOf(first, second, third);
    const clicks = await Promise.all(Array.from({ length: 10 }, () => click(page, first, second)));
    expect(clicks.map(({ status }) => status)).toEqual(clicks.map(() => 303));
    expect(new Set(clicks.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(await sumsOf(first, second, third)).toEqual([3_000]);
    for (const [set, sum] of [
      [[second, third], 6_000],
      [[first, second, third], 7_000],
      [[first, third], 5_000],
    ] as const) {
      expect((await click(page, ...set)).status).toBe(303);
      await expect.poll(() => sumsOf(first, second, third)).toEqual([sum]);
    }
  });
});

describe('a session for one debt', () => {
  const payPageOf = ({ payable }: CollectionResponse): string => (payable.options[0] as { link: string }).link;
  const open = (debt: CollectionResponse) =>
    fetch(payPageOf(debt), { method: 'POST', body: new URLSearchParams({ method: 'checkout' }), redirect: 'manual' });

  it('is one, however many click at once', async () => {
    const debt = await aDebt(aPerson(), 5_000);
    const clicks = await Promise.all(Array.from({ length: 10 }, () => open(debt)));
    expect(clicks.map(({ status }) => status)).toEqual(clicks.map(() => 303));
    expect(new Set(clicks.map(({ headers }) => headers.get('location'))).size).toBe(1);
    expect(await sumsOf(debt)).toEqual([5_000]);
  });

  it('ends with a part payment, and the next one is for the rest', async () => {
    const debt = await aDebt(aPerson(), 5_000);
    await open(debt);
    await record(debt, 4_000);
    await expect.poll(() => sumsOf(debt)).toEqual([]);
    await open(debt);
    expect(await sumsOf(debt)).toEqual([1_000]);
  });

  describe('of which a part can be paid', () => {
    beforeAll(() => patch('/public/account', { partPayments: 'on' }));
    afterAll(() => patch('/public/account', { partPayments: 'off' }));

    const payPart = (debt: CollectionResponse, part: number) =>
      fetch(payPageOf(debt), {
        method: 'POST',
        body: new URLSearchParams({ method: 'checkout', part: String(part) }),
        redirect: 'manual',
      });

    it('has one page, for what was asked for last', async () => {
      const debt = await aDebt(aPerson(), 5_000);
      await open(debt);
      const [first, again] = [await payPart(debt, 2_000), await payPart(debt, 2_000)];
      expect(again.headers.get('location')).toBe(first.headers.get('location'));
      await expect.poll(() => sumsOf(debt)).toEqual([2_000]);
      await payPart(debt, 3_000);
      await expect.poll(() => sumsOf(debt)).toEqual([3_000]);
      await open(debt);
      await expect.poll(() => sumsOf(debt)).toEqual([5_000]);
    });

    it('has one page, however many click at once', async () => {
      const debt = await aDebt(aPerson(), 5_000);
      const clicks = await Promise.all(
        Array.from({ length: 6 }, (_click, at) => (at % 2 === 0 ? open(debt) : payPart(debt, 2_000))),
      );
      expect(clicks.map(({ status }) => status)).toEqual(clicks.map(() => 303));
      await expect.poll(async () => (await sumsOf(debt)).length).toBe(1);
    });

    it('is paid in part, and then the rest is asked for', async () => {
      const debt = await aDebt(aPerson(), 5_000);
      await payPart(debt, 2_000);
      const body = JSON.stringify({ collectionId: debt.id, amount: naira(2_000) });
      expect((await fetch(`${service.baseUrl}/_local/sandbox/payments`, { method: 'POST', body })).status).toBe(200);
      await expect.poll(() => sumsOf(debt)).toEqual([]);
      expect(await (await fetch(payPageOf(debt))).text()).toContain('Pay NGN\u00a03,000.00');
    });

    it('is asked for again where no such part can be paid', async () => {
      const debt = await aDebt(aPerson(), 5_000);
      const answer = await payPart(debt, 499);
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('at least NGN\u00a0500.00')]);
      expect(await sumsOf(debt)).toEqual([]);
    });
  });
});
