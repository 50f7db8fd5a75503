/** The official client against a local run that fails: everything is made once, lists come whole, and what is thrown says what to do. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  Collections,
  type CollectionsError,
  DuplicateReferenceError,
  NotNowError,
  RateLimitError,
  ValidationError,
} from '#lib/client/client.ts';
import { signedHeaders } from '#lib/domain/webhook/signature.ts';
import { aCollection } from '#test/end-to-end/requests.ts';
import { useOwnService } from '#test/support/service.ts';

const service = useOwnService();
let client: Collections;

/** In Nigeria, long after any test runs. */
const [DAY, NIGHT] = ['2030-01-14T10:00:00.000Z', '2030-01-15T01:00:00.000Z'];

const setClock = (now: string) =>
  fetch(`${service.baseUrl}/_local/clock`, { method: 'POST', body: JSON.stringify({ now }) });

beforeAll(async () => {
  client = new Collections({ apiKey: service.keys.owner, baseUrl: service.baseUrl });
  await setClock(DAY);
});

const fail = async (kind: string, times: number) => {
  await fetch(`${service.baseUrl}/_local/faults`, {
    method: 'POST',
    body: JSON.stringify({ service: 'api', kind, times }),
  });
};
const faultsLeft = async () => ((await (await fetch(`${service.baseUrl}/_local/faults`)).json()) as unknown[]).length;
const thrownBy = (work: Promise<unknown>): Promise<CollectionsError> =>
  work.then(
    () => expect.unreachable(),
    (error) => error,
  );
const all = async <Item>(list: AsyncIterable<Item>): Promise<Item[]> => {
  const items: Item[] = [];
  for await (const item of list) items.push(item);
  return items;
};
const named = (reference: string) => all(client.collections.list({ reference }));

describe('a service that fails', () => {
  it.each(['throttle', 'error', 'unavailable', 'timeout', 'lost-reply'])(
    'a create and a payment are made once, whatever comes between: %s',
    async (kind) => {
      const body = aCollection({ reference: `once-${kind}` }) as never;
      await fail(kind, 2);
      const { id, status } = await client.collections.create(body);
      expect([status, (await named(`once-${kind}`)).map((each) => each.id)]).toEqual(['pending', [id]]);
      await fail(kind, 2);
      await client.collections.recordPayment(id, { amount: { value: 1, currency: 'NGN' }, method: 'cash' });
      expect(await client.collections.payments(id)).toHaveLength(1);
      expect(await faultsLeft()).toBe(0);
    },
  );

  it('a reminder is asked for again with the same key, after an answer that may have been lost, too', async () => {
    const { id } = await client.collections.create(aCollection({ reference: 'sent' }) as never);
    await fail('timeout', 1);
    await client.followUps.send(id);
    await fail('throttle', 1);
    await client.followUps.send(id);
    expect(await faultsLeft()).toBe(0);
  });

  it('a service that stays busy is given up after the attempts that were asked for', async () => {
    const hasty = new Collections({ apiKey: service.keys.owner, baseUrl: service.baseUrl, maxRetries: 1 });
    await fail('throttle', 2);
    expect(await thrownBy(all(hasty.collections.list()))).toBeInstanceOf(RateLimitError);
    expect(await faultsLeft()).toBe(0);
  });
});

describe('what is thrown', () => {
  it('a reference that exists names its collection, and ensure answers that one as it is', async () => {
    const first = await client.collections.ensure(aCollection({ reference: 'there' }) as never);
    const again = aCollection({ reference: 'there', amount: { value: 7, currency: 'NGN' } }) as never;
    const error = await thrownBy(client.collections.create(again));
    expect(error).toBeInstanceOf(DuplicateReferenceError);
    expect(error).toMatchObject({ existingId: first.id, status: 409, requestId: expect.any(String) });
    expect(await client.collections.ensure(again)).toMatchObject({ id: first.id, amount: first.amount });
  });

  it('a request that is not valid says each fault, and what is not there is told apart', async () => {
    const error = await thrownBy(
      client.collections.create({ ...aCollection(), amount: { value: -1, currency: 'NGN' } } as never),
    );
    expect(error).toBeInstanceOf(ValidationError);
    expect(error.errors).toEqual([{ path: 'amount.value', message: 'must be a number above 0' }]);
    expect(await thrownBy(client.collections.get('pay_unknown'))).toMatchObject({ name: 'NotFoundError' });
  });
});

describe('lists', () => {
  it('every list comes whole, by numbers, by cursors and by the feed', async () => {
    for (let n = 0; n < 5; n += 1) await client.collections.create(aCollection({ reference: `page-${n}` }) as never);
    const pages = await all(client.collections.list({ limit: 2 }));
    const filtered = await all(client.collections.list({ limit: 2, status: 'pending' }));
    expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
    expect(pages.length).toBeGreaterThanOrEqual(5);
    expect(filtered.map(({ id }) => id)).toEqual(
      pages.filter(({ status }) => status === 'pending').map(({ id }) => id),
    );
    await fetch(`${service.baseUrl}/_local/clock`, { method: 'POST', body: '{"advanceMinutes": 1}' });
    const events = await all(client.events.list({ limit: 2, type: 'collection.created' }));
    expect(events).toHaveLength(pages.length);
    expect(await all(client.list('GET /public/providers'))).toHaveLength(1);
  });
});

describe('webhooks', () => {
  const body = JSON.stringify({ id: 'evt_1', type: 'webhook.ping', timestamp: '', data: {} });
  const secrets = [1, 2].map((n) => `whsec_${Buffer.alloc(32, n).toString('base64')}`) as [string, string];
  const signed = (sentAt: Date) => signedHeaders({ id: 'evt_1', body, sentAt, secrets: [secrets[1]] });

  it('a webhook that one of two secrets signed is genuine, and no other', () => {
    const headers = signed(new Date());
    expect(Collections.verify(body, headers, ...secrets)).toEqual(JSON.parse(body));
    expect(Collections.verify(body, new Headers(headers), secrets[1])).toEqual(JSON.parse(body));
    expect(Collections.verify(body, headers, secrets[1], undefined)).toEqual(JSON.parse(body));
    expect(() => Collections.verify(body, headers, secrets[0])).toThrow('No matching signature found');
    expect(() => Collections.verify(body, headers, undefined)).toThrow('No secret to check the webhook by');
    expect(() => Collections.verify(`${body} `, headers, ...secrets)).toThrow();
    expect(() => Collections.verify(body, signed(new Date(Date.now() - 600_000)), ...secrets)).toThrow();
  });
});

it('a webhook of a type that came later is told as unknown, with its name and its data', () => {
  const later = { id: 'evt_2', type: 'payment.imagined', timestamp: '', sequence: 3, data: { more: 1 } };
  const text = JSON.stringify(later);
  const secret = `whsec_${Buffer.alloc(32, 1).toString('base64')}`;
  const headers = signedHeaders({ id: 'evt_2', body: text, sentAt: new Date(), secrets: [secret] });
  expect(Collections.verify(text, headers, secret)).toEqual({ ...later, type: 'unknown', name: 'payment.imagined' });
});

describe('at night', () => {
  it('a reminder that cannot be sent now says why, and when one can', async () => {
    await setClock(NIGHT);
    const { id } = await client.collections.create(aCollection() as never);
    const refused = await thrownBy(client.followUps.send(id));
    expect(refused).toBeInstanceOf(NotNowError);
    expect(refused).toMatchObject({ reason: 'quiet_hours', firstAt: expect.stringMatching(/Z$/) });
  });
});
