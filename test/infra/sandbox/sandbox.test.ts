/** Paying through the sandbox provider on a local run: from a payment option to the completed collection. */
import { DatabaseSync } from 'node:sqlite';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  aCreate,
  call,
  type Instance,
  sharedDatabase,
  startInstance,
  useDataDir,
} from '#test/infra/local/local-instance.ts';

const dataDir = useDataDir();
const database = await sharedDatabase();
let instance: Instance;

beforeAll(async () => {
  instance = await startInstance(dataDir, database);
});

type Option = { method: string; link: string };
type Collection = { id: string; status: string; payable: { options: Option[] }; events: { type: string }[] };

async function create(reference: string, given: object = {}): Promise<Collection> {
  const { baseUrl, apiKey } = instance.ready;
  const payable = { enabled: true, methods: ['payment_link', 'card', 'virtual_account'] };
  const { body } = await call(
    `${baseUrl}/public/collections`,
    'POST',
    { ...aCreate(reference), payable, ...given },
    apiKey,
  );
  return body['data'] as Collection;
}

async function seen(id: string): Promise<{ status: string; events: string[] }> {
  const { baseUrl, apiKey } = instance.ready;
  const { body } = await call(`${baseUrl}/public/collections/${id}`, 'GET', undefined, apiKey);
  const { status, events } = body['data'] as Collection;
  return { status, events: events.map(({ type }) => type).filter((type) => type.startsWith('payment')) };
}

const pay = (given: object) => call(`${instance.ready.baseUrl}/_local/sandbox/payments`, 'POST', given);
const naira = (value: number) => ({ value, currency: 'NGN' });
const linkOf = ({ payable }: Collection, method: string) =>
  payable.options.find((option) => option.method === method)?.link ?? '';

const sessionsOf = ({ id }: Collection) => call(`${instance.ready.baseUrl}/_local/sandbox/sessions?collection=${id}`);

/** A click on our payment page opens the provider's page for this method: its link. */
async function clickThrough(link: string, method: string): Promise<string> {
  const answer = await fetch(link, { method: 'POST', body: new URLSearchParams({ method }), redirect: 'manual' });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}

async function clickPay(link: string, amount: string): Promise<Response> {
  return fetch(link, { method: 'POST', body: new URLSearchParams({ amount }), redirect: 'manual' });
}

describe('a payment by call', () => {
  it('a payment by call completes its collection before it is answered, and counts once when repeated', async () => {
    const { id } = await create('by-call');
    const given = { collectionId: id, amount: naira(10), transaction: 'by-call-1' };
    const paid = { status: 200, body: { delivered: true, status: 200, transaction: 'by-call-1' } };
    expect(await pay(given)).toEqual(paid);
    expect(await seen(id)).toEqual({ status: 'completed', events: ['payment.received'] });
    expect(await pay(given)).toEqual(paid);
    expect(await seen(id)).toEqual({ status: 'completed', events: ['payment.received'] });
  });

  it.each([
    [{ amount: naira(1) }, 'either collectionId'],
    [{ collectionId: 'pay_x', amount: naira(1) }, 'no collection'],
    [{ collectionId: `pay_${'0'.repeat(35)}`, amount: naira(1) }, 'no collection'],
    [{ account: 'none', reference: 'a', amount: naira(1) }, 'no account none'],
    [{ account: 'none', amount: naira(1) }, 'either collectionId'],
    [{ account: 'none', reference: 'a' }, 'amount'],
    [{ account: 'none', reference: 'a', amount: { value: '1', currency: 'NGN' } }, 'amount.value'],
    [{ account: 'none', reference: 'a', amount: { value: 1, currency: 'NAIRA' } }, 'amount.currency'],
    [{ account: 'none', reference: 'a', amount: naira(1), transaction: 'a b' }, 'transaction'],
    [{ account: 'none', reference: 'a', amount: naira(1), signature: 'good' }, 'signature'],
    [{ account: 'none', reference: 'a', amount: naira(1), colour: 'red' }, 'colour'],
    [[], 'object'],
  ])('a payment by call is refused as %j', async (given, reason) => {
    expect(await pay(given)).toEqual({ status: 400, body: { error: expect.stringContaining(reason) } });
  });
});

describe('a click on Pay', () => {
  it('the card option leads to the payment page, and a click there opens the card session that completes the collection', async () => {
    const collection = await create('by-card');
    const page = linkOf(collection, 'payment_link');
    expect(linkOf(collection, 'card')).toBe(`${page}?method=card`);
    expect((await fetch(linkOf(collection, 'card'))).status).toBe(200);
    const checkout = await clickThrough(linkOf(collection, 'card'), 'card');
    expect((await sessionsOf(collection)).body['sessions']).toMatchObject([
      { method: 'virtual_account', status: 'open' },
      { reference: expect.stringMatching(/-card-2$/), method: 'card', amount: naira(10), status: 'open' },
    ]);
    const answer = await clickPay(checkout, '10');
    const back = `${page}?returned=1`;
    expect([answer.status, answer.headers.get('location')]).toEqual([303, back]);
    expect((await seen(collection.id)).status).toBe('completed');
    expect((await fetch(back)).status).toBe(200);
  });
});

it('sessions and payments survive a kill, and the demo account gets a new key when its key was lost', async () => {
  const collection = await create('through-a-kill');
  await clickThrough(linkOf(collection, 'card'), 'card');
  const given = { collectionId: collection.id, amount: naira(3), transaction: 'before-the-kill' };
  await pay(given);
  const port = new URL(instance.ready.baseUrl).port;
  await instance.kill('SIGKILL');
  instance = await startInstance(dataDir, { ...database, PORT: port });
  expect(await pay({ ...given, amount: naira(4) })).toMatchObject({ status: 400 });
  // What is open for more than is left is ended soon: the page opens another one.
  const link = linkOf(
    (
      await call(
        `${instance.ready.baseUrl}/public/collections/${collection.id}`,
        'GET',
        undefined,
        instance.ready.apiKey,
      )
    ).body['data'] as Collection,
    'card',
  );
  expect((await clickPay(await clickThrough(link, 'card'), '7')).status).toBe(303);
  expect((await seen(collection.id)).status).toBe('completed');

  await instance.kill('SIGKILL');
  const secrets = new DatabaseSync(`${dataDir}/aws/state.sqlite`);
  secrets.exec('DELETE FROM secret');
  secrets.close();
  instance = await startInstance(dataDir, database);
  const { id } = await create('with-a-new-key');
  expect((await pay({ collectionId: id, amount: naira(10) })).body).toMatchObject({ delivered: true });
  expect((await seen(id)).status).toBe('completed');
});
