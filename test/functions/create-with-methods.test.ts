/** A create that asks for payment methods: what its response and every later read show of them. */
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { listCollections as makeListCollections } from '#functions/api/list-collections.ts';
import { updateProvider as makeUpdateProvider } from '#functions/api/update-provider.ts';
import { clock as systemClock } from '#lib/clock.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { ProviderResponse } from '#lib/contract/provider.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import { parseProviderReference } from '#lib/domain/payment/session.ts';
import { random } from '#lib/random.ts';
import { getCollection as read } from '#lib/store/collection/collections.ts';
import { table } from '#lib/store/table/live-table.ts';
import type { openOptions } from '#lib/use-cases/create-collection.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { OPENED } from '#test/support/a-payment.ts';
import { aService, service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { type Answer, dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { DOWN } from '#test/use-cases/opening.ts';
import { aCreatedProvider } from './created.ts';

type Service = ReturnType<typeof aService>;

const opens: Service['openSession'] = async (_target, method) => ({ kind: 'opened', option: OPENED[method] });

const creating = (openSession: Service['openSession'] = opens): Service => ({ ...aService(), openSession });

const getCollection = makeGetCollection(service);
const listCollections = makeListCollections(service);
const updateProvider = makeUpdateProvider(service);

useTable();
keepLogsPrivate(captureLogs());
const tenants = useTenants();
const clock = useClock(new Date('2026-03-01T09:00:00.000Z'));
systemClock.sleep = async () => {};
let sandbox: ProviderResponse;
beforeAll(async () => {
  sandbox = await aCreatedProvider(tenants.mine, { slug: 'sandbox' });
  await aCreatedProvider(tenants.mine, { slug: 'paystack' });
  await aCreatedProvider(tenants.mine, { slug: 'stripe', enabled: false });
});

type Ports = Parameters<typeof openOptions>[0];
type Provider = (method: keyof OpenedBy, reference: string) => object | undefined;

/** The provider's answer, if it does not simply open the session, and the references that it was asked for. */
const desk = { answer: (() => undefined) as Provider, references: [] as string[] };
afterEach(() => {
  Object.assign(desk, { answer: () => undefined, references: [] });
});

const openSession = (async (_target, method, { reference }) => {
  desk.references.push(reference);
  return desk.answer(method, reference) ?? { kind: 'opened', option: OPENED[method], key: `key of ${method}` };
}) as Ports['openSession'];

const handler = createCollection(creating(openSession));

const METHODS = ['mobile_money', 'payment_link', 'card', 'bank_transfer', 'virtual_account'] as const;
const bodyOf = (given: object = {}) =>
  aCreateBody({
    reference: random.nonce(),
    provider: 'sandbox',
    payable: { enabled: true, methods: METHODS },
    ...given,
  });
const post = (body: object, key?: string, { key: apiKey }: Tenant = tenants.mine): Promise<Answer> =>
  invoke(handler, {
    method: 'POST',
    key: apiKey,
    body,
    ...(key !== undefined && { headers: { 'Idempotency-Key': key } }),
  });
const shown = (answer: Answer) => dataOf(answer, CollectionResponse);
const get = async (id: string) => shown(await invoke(getCollection, { key: tenants.mine.key, id }));
const methodsOf = ({ payable }: CollectionResponse) => payable.options.map(({ method }) => method);
const typesOf = ({ events }: CollectionResponse) => events.map(({ type }) => type);
const countOf = async () => (await invoke(listCollections, { key: tenants.mine.key })).body.meta as { count: number };

describe('options', () => {
  it('a create with every method shows its options in the requested order, and so does every read', async () => {
    const answer = await post(bodyOf());
    const created = shown(answer);
    expect([answer.status, methodsOf(created), typesOf(created)]).toEqual([201, METHODS, ['collection.created']]);
    const [mobileMoney, page, card, bankTransfer, virtualAccount] = created.payable.options;
    expect([mobileMoney, bankTransfer, virtualAccount]).toEqual([
      { method: 'mobile_money', ...OPENED.mobile_money },
      { method: 'bank_transfer', ...OPENED.bank_transfer },
      { method: 'virtual_account', ...OPENED.virtual_account },
    ]);
    const link = expect.stringMatching(/^https:\/\/collections\.example\/pay\/[0-9a-z]{60}$/);
    expect(page).toEqual({ method: 'payment_link', link, expiresAt: '2026-03-02T09:00:00.000Z' });
    expect(card).toEqual({ ...page, method: 'card', link: `${page && 'link' in page && page.link}?method=card` });
    expect(await get(created.id)).toEqual(created);
    const list = await invoke(listCollections, { key: tenants.mine.key, query: { limit: '1' } });
    expect(list.body.data).toEqual([created]);
  });

  it('options are opened after the collection is recorded, under references that name it', async () => {
    const recorded: boolean[] = [];
    desk.answer = async (method, reference) => {
      const named = parseProviderReference(reference);
      recorded.push(named !== undefined && (await read(table, named.ref)) !== undefined);
      return { kind: 'opened', option: OPENED[method] };
    };
    const { id } = shown(await post(bodyOf()));
    expect(recorded).toEqual([true, true, true]);
    const owned = id.slice('pay_'.length);
    expect(desk.references.toSorted()).toEqual(
      ['bank-transfer-2', 'mobile-money-1', 'virtual-account-3'].map((end) => `pay-${owned}-${end}`),
    );
  });

  it.each([
    ['payable is disabled', { payable: { enabled: false, methods: ['bank_transfer'] } }],
    ['only the link is asked for', { payable: { enabled: true } }],
    ['only our page is needed', { payable: { enabled: true, methods: ['card', 'payment_link'] } }],
    ['payable is not given', { payable: undefined }],
  ])('a create asks no provider where %s', async (_why, given) => {
    expect((await post(bodyOf(given))).status).toBe(201);
    expect(desk.references).toEqual([]);
  });
});

describe('a provider that is down', () => {
  it('a create succeeds when its provider is down: the options are missing and events say so', async () => {
    desk.answer = (method) => (method === 'bank_transfer' || method === 'mobile_money' ? DOWN : undefined);
    const answer = await post(bodyOf());
    const created = shown(answer);
    expect([answer.status, methodsOf(created)]).toEqual([201, ['payment_link', 'card', 'virtual_account']]);
    const failed = (await get(created.id)).events.filter(({ type }) => type === 'payment_option.failed');
    expect(failed).toHaveLength(2);
    expect(new Set(failed.map(({ id }) => id)).size).toBe(2);
    expect(typesOf(created)).toEqual(['collection.created']);
  });

  it('a provider that is down leaves the ways to pay on our page, and a read or a replay does not ask it again', async () => {
    desk.answer = () => DOWN;
    const body = bodyOf();
    const created = shown(await post(body, 'k'));
    expect(methodsOf(created)).toEqual(['payment_link', 'card']);
    desk.references.length = 0;
    clock.advance(10);
    expect(shown(await post(body, 'k'))).toEqual(created);
    expect(desk.references).toEqual([]);
  });
});

describe('a create that died while its options were being opened', () => {
  /** A function that is killed: its answer never comes, and nothing is saved. */
  async function died(body: object): Promise<void> {
    const dead = Promise.withResolvers<void>();
    desk.answer = () => {
      dead.resolve();
      return new Promise(() => {});
    };
    void post(body, 'k');
    await dead.promise;
    Object.assign(desk, { answer: () => undefined, references: [] });
  }

  it('a replay opens the options of a create that died, under the references that were reserved', async () => {
    const body = bodyOf();
    await died(body);
    clock.advance(1);
    const answer = await post(body, 'k');
    expect([answer.headers['idempotent-replayed'], methodsOf(shown(answer))]).toEqual(['true', METHODS]);
    expect(desk.references.map((reference) => Number(reference.split('-').at(-1))).toSorted()).toEqual([1, 2, 3]);
    expect(await get(shown(answer).id)).toEqual(shown(answer));
    expect(shown(await post(body, 'k'))).toEqual(shown(answer));
  });
});

describe('a provider that is disabled after a create', () => {
  const turn = async (enabled: boolean) => {
    const of = { method: 'PATCH', key: tenants.mine.key, id: sandbox.id } as const;
    expect((await invoke(updateProvider, { ...of, body: { enabled } })).status).toBe(200);
  };
  afterEach(() => turn(true));

  it('a provider that is disabled after a create does not change the answer of its replay', async () => {
    const body = bodyOf();
    const created = shown(await post(body, 'k'));
    await turn(false);
    const again = await post(body, 'k');
    expect([again.status, again.headers['idempotent-replayed'], shown(again)]).toEqual([201, 'true', created]);
  });

  it.each<[string, object, string | undefined, object?]>([
    ['without the key', bodyOf(), undefined],
    ['with another key', bodyOf(), 'another'],
    ['with the key and another body', bodyOf(), 'k', { expiresIn: 77 }],
  ])(
    'a repeated create that is not a replay answers 400 once its provider is disabled: %s',
    async (_how, body, key, change = {}) => {
      await post(body, 'k');
      await turn(false);
      const answer = await post({ ...body, ...change }, key);
      expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['provider'] });
    },
  );

  it('a new reference with a disabled provider answers 400, with a key too', async () => {
    await turn(false);
    expectRefusal(await post(bodyOf(), 'k'), { status: 400, code: 'validation_failed', paths: ['provider'] });
  });
});

describe('a create whose options cannot be offered', () => {
  it.each([
    ['a method that the provider does not take in this currency', { provider: 'paystack' }, 'payable.methods'],
    ['a provider that takes no payments here', { provider: 'cash-desk' }, 'provider'],
    ['a provider that is disabled', { provider: 'stripe' }, 'provider'],
    ['no provider, and no default', { provider: undefined }, 'payable.methods'],
  ])('a create with %s answers 400, writes nothing and asks no provider', async (_what, given, path) => {
    const before = await countOf();
    expectRefusal(await post(bodyOf(given)), { status: 400, code: 'validation_failed', paths: [path] });
    expect([await countOf(), desk.references]).toEqual([before, []]);
  });
});
