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

const methodsOf = ({ payable }: Collection) => payable.options.map(({ method }) => method);

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

  it('payments by call of one collection add up', async () => {
    const { id } = await create('in-parts');
    await pay({ collectionId: id, amount: naira(4) });
    expect((await seen(id)).status).toBe('pending');
    await pay({ collectionId: id, amount: naira(6) });
    expect(await seen(id)).toEqual({ status: 'completed', events: ['payment.received', 'payment.received'] });
  });

  it('a payment by call may come before its collection', async () => {
    const { account } = instance.ready;
    expect((await pay({ account, reference: 'ahead', amount: naira(10) })).body).toMatchObject({ delivered: true });
    const { id } = await create('ahead');
    await call(`${instance.ready.baseUrl}/_local/clock`, 'POST', { advanceMinutes: 0 });
    expect(await seen(id)).toEqual({ status: 'completed', events: ['payment.received'] });
  });

  it('a payment by call with a bad signature changes nothing', async () => {
    const { id } = await create('forged');
    const forged = await pay({ collectionId: id, amount: naira(10), signature: 'bad' });
    expect(forged).toMatchObject({ status: 200, body: { delivered: false, status: 401 } });
    expect(await seen(id)).toEqual({ status: 'pending', events: [] });
  });

  it('a payment by call goes to the default sandbox when the collection names a provider of no kind', async () => {
    const { baseUrl, apiKey } = instance.ready;
    await call(`${baseUrl}/public/providers`, 'POST', { name: 'Of no kind', slug: 'no-kind' }, apiKey);
    const payable = { enabled: true, methods: ['payment_link'] };
    const { id } = await create('names-another', { provider: 'no-kind', payable });
    expect((await pay({ collectionId: id, amount: naira(10) })).body).toMatchObject({ delivered: true });
    expect((await seen(id)).status).toBe('completed');
  });

  it('two accounts may have payments with the same transaction', async () => {
    const { baseUrl } = instance.ready;
    const { body } = await call(`${baseUrl}/_local/accounts`, 'POST', { name: 'Other' });
    const { id } = await create('of-two-accounts');
    const transaction = 'of-two-accounts';
    const mine = await pay({ collectionId: id, amount: naira(1), transaction });
    const theirs = await pay({ account: body['account'], reference: 'theirs', amount: naira(2), transaction });
    expect([mine.body, theirs.body]).toMatchObject([{ delivered: true }, { delivered: true }]);
  });

  it('a payment by call is refused when its transaction was another payment', async () => {
    const [one, two] = await Promise.all([create('first-of-two'), create('second-of-two')]);
    await pay({ collectionId: one.id, amount: naira(1), transaction: 'used' });
    const refusals = [
      { collectionId: one.id, amount: naira(2), transaction: 'used' },
      { collectionId: two.id, amount: naira(1), transaction: 'used' },
    ];
    for (const given of refusals) {
      expect(await pay(given)).toEqual({ status: 400, body: { error: expect.stringContaining('used') } });
    }
    expect((await seen(two.id)).events).toEqual([]);
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

  it('a payment by call is refused when the sandbox provider has no key', async () => {
    const { baseUrl } = instance.ready;
    const { body } = await call(`${baseUrl}/_local/accounts`, 'POST', { name: 'Keyless' });
    const kms = new DatabaseSync(`${dataDir}/aws/state.sqlite`);
    kms.prepare('DELETE FROM seenCredentials WHERE provider LIKE ?').run(`prv_${body['account']}%`);
    kms.close();
    const refused = await pay({ account: body['account'], reference: 'a', amount: naira(1) });
    expect(refused).toEqual({ status: 400, body: { error: expect.stringContaining('has no sandbox key') } });
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

  it('a click on the payment page leads to the sandbox, where a click on Pay completes the collection', async () => {
    const collection = await create('by-link');
    const toProvider = await fetch(linkOf(collection, 'payment_link'), { method: 'POST', redirect: 'manual' });
    expect(toProvider.status).toBe(303);
    expect((await clickPay(toProvider.headers.get('location') ?? '', '10')).status).toBe(303);
    expect((await seen(collection.id)).status).toBe('completed');
  });
});

it('a collection is created even when the sandbox provider fails', async () => {
  const { baseUrl } = instance.ready;
  for (const kind of ['reject', 'throttle', 'error', 'lost-reply']) {
    // More than are needed: the first runs of this and of earlier collections ask the provider, too.
    await call(`${baseUrl}/_local/faults`, 'POST', { service: 'sandbox', kind, times: 99 });
    const collection = await create(`fault-${kind}`);
    await call(`${baseUrl}/_local/faults`, 'DELETE');
    expect(methodsOf(collection)).toEqual(['payment_link', 'card']);
    expect(collection.events.map(({ type }) => type)).toEqual(['collection.created']);
    expect(await seen(collection.id)).toEqual({ status: 'pending', events: ['payment_option.failed'] });
    const opened = kind === 'lost-reply' ? [{ method: 'virtual_account', status: 'open' }] : [];
    expect((await sessionsOf(collection)).body['sessions']).toMatchObject(opened);
  }
});

it('on the fault unavailable-verify a collection gets its options, and its sessions are listed', async () => {
  const { baseUrl } = instance.ready;
  await call(`${baseUrl}/_local/faults`, 'POST', { service: 'sandbox', kind: 'unavailable-verify', times: 9 });
  const collection = await create('unavailable-verify');
  await call(`${baseUrl}/_local/faults`, 'DELETE');
  expect(methodsOf(collection)).toEqual(['payment_link', 'card', 'virtual_account']);
  const reference = expect.stringMatching(/-virtual-account-1$/);
  const account = { reference, method: 'virtual_account', amount: naira(10), status: 'open' };
  expect(await sessionsOf(collection)).toEqual({ status: 200, body: { sessions: [account] } });
});

it('sessions and payments survive a kill, and the demo account gets a new key when its key was lost', async () => {
  const collection = await create('through-a-kill');
  const checkout = await clickThrough(linkOf(collection, 'card'), 'card');
  const given = { collectionId: collection.id, amount: naira(3), transaction: 'before-the-kill' };
  await pay(given);
  const port = new URL(instance.ready.baseUrl).port;
  await instance.kill('SIGKILL');
  instance = await startInstance(dataDir, { ...database, PORT: port });
  expect(await pay({ ...given, amount: naira(4) })).toMatchObject({ status: 400 });
  expect((await clickPay(checkout, '7')).status).toBe(303);
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
