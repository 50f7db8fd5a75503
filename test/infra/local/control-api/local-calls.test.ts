/** The calls under `/_local/`, over HTTP on a local run. */
import { once } from 'node:events';
import { request } from 'node:http';
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
let instance: Instance;
let local: string;

beforeAll(async () => {
  instance = await startInstance(dataDir, await sharedDatabase());
  local = `${instance.ready.baseUrl}/_local`;
});

describe('accounts', () => {
  it('POST /_local/accounts opens an account whose key works, with an enabled default provider', async () => {
    const { status, body } = await call(`${local}/accounts`, 'POST', { name: 'Mine', country: 'GH' });
    expect({ status, fields: Object.keys(body) }).toEqual({ status: 201, fields: ['account', 'apiKey'] });
    const providers = await call(
      `${instance.ready.baseUrl}/public/providers`,
      'GET',
      undefined,
      String(body['apiKey']),
    );
    expect(providers.body['data']).toMatchObject([{ slug: 'sandbox', enabled: true }]);
  });

  it.each([
    [{}, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'Ada\nObi' }, 'line breaks'],
    [{ name: 'a', country: 'Nigeria' }, 'country'],
    [{ name: 'a', country: 7 }, 'country'],
    [{ name: 'a', colour: 'red' }, 'colour'],
    [[], 'object'],
  ])('POST /_local/accounts refuses %j, in plain JSON', async (given, reason) => {
    const { status, body } = await call(`${local}/accounts`, 'POST', given);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['error']);
    expect(body['error']).toContain(reason);
  });
});

describe('console-link', () => {
  it('a page of somebody else that opens it ends no link', async () => {
    const { link } = (await call(`${local}/console-link`)).body as { link: string };
    const foreign = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    // `fetch` says another mode.
    const [refused] = await once(request(`${local}/console-link`, { headers: foreign }).end(), 'response');
    expect(refused.statusCode).toBe(400);
    const headers = { 'content-type': 'application/json', 'x-console': '1', origin: instance.ready.baseUrl };
    const body = JSON.stringify({ token: link.split('/').at(-1) });
    const entered = await fetch(`${instance.ready.baseUrl}/console/session`, { method: 'POST', headers, body });
    expect(entered.status).toBe(200);
  });

  it('GET /_local/console-link makes a fresh link for the administrator of the demo account, which signs in once', async () => {
    const { baseUrl } = instance.ready;
    const first = await call(`${local}/console-link`);
    const { link } = (await call(`${local}/console-link`)).body as { link: string };
    expect(link).toMatch(new RegExp(`^${baseUrl}/console#/enter/cl_`));
    const spend = async (url: unknown) => {
      const token = String(url).split('/').at(-1);
      const headers = { 'content-type': 'application/json', 'x-console': '1', origin: baseUrl };
      return fetch(`${baseUrl}/console/session`, { method: 'POST', headers, body: JSON.stringify({ token }) });
    };
    expect((await spend(first.body['link'])).status).toBe(401);
    const answer = await spend(link);
    const { data } = (await answer.json()) as { data: object };
    expect(data).toMatchObject({
      account: { id: instance.ready.account },
      member: { name: 'You', role: 'admin' },
      baseUrl,
    });
    expect((await spend(link)).status).toBe(401);
    const cookie = String(answer.headers.get('set-cookie')).split(';')[0] ?? '';
    expect((await fetch(`${baseUrl}/public/collections`, { headers: { cookie } })).status).toBe(200);
  });

  it('GET /_local/console-link leads a browser to the console, and answers no other web page', async () => {
    const ask = (headers: Record<string, string>) => fetch(`${local}/console-link`, { redirect: 'manual', headers });
    const led = await ask({ accept: 'text/html,*/*' });
    expect([led.status, led.headers.get('location')]).toEqual([303, expect.stringContaining('/console#/enter/cl_')]);
    expect((await ask({ 'sec-fetch-site': 'cross-site' })).status).toBe(403);
  });
});

describe('clock', () => {
  const read = async () => Date.parse(String((await call(`${local}/clock`)).body['now']));

  it('the clock moves forward by minutes, and the service uses that time', async () => {
    const before = await read();
    const { status, body } = await call(`${local}/clock`, 'POST', { advanceMinutes: 90 });
    expect({ status, fired: body['fired'] }).toEqual({ status: 200, fired: 0 });
    expect(Date.parse(String(body['now'])) - before).toBeGreaterThanOrEqual(90 * 60_000);
    const { baseUrl, apiKey } = instance.ready;
    const created = await call(`${baseUrl}/public/collections`, 'POST', aCreate('later'), apiKey);
    const { createdAt } = created.body['data'] as { createdAt: string };
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(Date.parse(String(body['now'])));
  });

  it.each([
    [{ now: '2020-01-01T00:00:00.000Z' }, 'backwards'],
    [{ advanceMinutes: -1 }, 'backwards'],
    [{ now: 'tomorrow' }, 'ISO 8601'],
    [{ now: '2099-01-01T00:00:00' }, 'ISO 8601'],
    [{ advanceMinutes: '5' }, 'number'],
    [{ advanceMinutes: 1e15 }, 'ends'],
    [{}, 'either'],
    [{ now: '2099-01-01T00:00:00Z', advanceMinutes: 1 }, 'either'],
  ])('the clock refuses %j and does not move', async (given, reason) => {
    const before = await read();
    const { status, body } = await call(`${local}/clock`, 'POST', given);
    expect({ status, error: body['error'] }).toEqual({ status: 400, error: expect.stringContaining(reason) });
    expect((await read()) - before).toBeLessThan(30_000);
  });
});

describe('faults', () => {
  it('faults are counted, listed in the order in which they will be used, and cleared', async () => {
    const given = [
      { service: 'sms', kind: 'reject', times: 2 },
      { service: 'scheduler', kind: 'lost-reply', times: 1 },
      { service: 'sandbox', kind: 'unavailable-verify', times: 3 },
    ];
    for (const fault of given) expect((await call(`${local}/faults`, 'POST', fault)).status).toBe(200);
    expect((await call(`${local}/faults`)).body).toEqual(given);
    expect(await call(`${local}/faults`, 'DELETE')).toEqual({ status: 200, body: [] });
  });

  it.each([
    ['throttle', 429, 'too_many_requests', '1', 0],
    ['error', 500, 'internal_error', null, 0],
    ['unavailable', 503, 'service_unavailable', '1', 0],
    ['timeout', 504, 'timeout', null, 1],
  ])(
    'the API itself fails on demand: %s is %i, and the next call works',
    async (kind, status, code, retryAfter, made) => {
      const { baseUrl, apiKey } = instance.ready;
      await call(`${local}/faults`, 'POST', { service: 'api', kind, times: 1 });
      const body = aCreate(`api-${kind}`);
      const headers = { 'x-api-key': apiKey, 'content-type': 'application/json' };
      const failed = await fetch(`${baseUrl}/public/collections`, {
        method: 'POST',
        headers,
        body: JSON.stringify(body),
      });
      expect([failed.status, failed.headers.get('retry-after')]).toEqual([status, retryAfter]);
      expect(await failed.json()).toMatchObject({ status: 'error', code });
      const found = await call(`${baseUrl}/public/collections?reference=api-${kind}`, 'GET', undefined, apiKey);
      expect(found.body['data']).toHaveLength(made);
    },
  );

  it.each([
    [{ service: 'pigeon', kind: 'reject', times: 1 }, 'service'],
    [{ service: 'sms', kind: 'slow', times: 1 }, 'kind'],
    [{ service: 'sms', kind: 'timeout', times: 1 }, 'kind'],
    [{ service: 'api', kind: 'reject', times: 1 }, 'kind'],
    [{ service: 'sms', kind: 'unavailable-verify', times: 1 }, 'kind'],
    [{ service: 'sms', kind: 'reject', times: 0 }, 'times'],
    [{ service: 'sms', kind: 'reject', times: 1.5 }, 'times'],
    [{ service: 'sms', kind: 'reject', times: '1' }, 'times'],
    [{ service: 'sms', kind: 'reject', times: 1, colour: 'red' }, 'colour'],
    [[], 'object'],
  ])('POST /_local/faults refuses %j', async (given, reason) => {
    const { status, body } = await call(`${local}/faults`, 'POST', given);
    expect({ status, error: body['error'] }).toEqual({ status: 400, error: expect.stringContaining(reason) });
    expect((await call(`${local}/faults`)).body).toEqual([]);
  });
});

describe('messages and schedules', () => {
  it('messages are found by their address, with an encoded or a bare plus, and by their collection', async () => {
    const { baseUrl, apiKey } = instance.ready;
    // Of a name of its own: no other debt of this phone speaks for it.
    const contact = { firstName: 'Ada', lastName: 'Messages', phone: '+2348031234567', email: 'ada@example.com' };
    const body = { ...aCreate('messages'), contact, amount: { value: 45_000, currency: 'NGN' } };
    const created = await call(`${baseUrl}/public/collections`, 'POST', body, apiKey);
    const { id } = created.body['data'] as { id: string };
    const scheduled = (await call(`${local}/schedules`)).body as unknown as object[];
    expect(scheduled).toContainEqual({
      name: `${id}-1`,
      at: expect.stringMatching(/Z$/),
      target: 'arn:aws:sqs:us-east-1:000000000000:runs',
    });
    await call(`${local}/clock`, 'POST', { advanceMinutes: 1_500 });
    const messages = (await call(`${local}/messages?collection=${id}`)).body as unknown as { to: string }[];
    expect(messages.length).toBeGreaterThan(0);
    for (const to of ['+2348031234567', encodeURIComponent('+2348031234567')]) {
      const byPhone = (await call(`${local}/messages?to=${to}&collection=${id}`)).body;
      expect(byPhone).toEqual(messages.filter((message) => message.to === '+2348031234567'));
    }
    expect((await call(`${local}/messages?to=none`)).body).toEqual([]);
    expect((await call(`${local}/messages?from=none`)).status).toBe(400);
  });

  it.each([
    [{ channel: 'fax', from: '+2348031234567', text: 'STOP' }, 'channel'],
    [{ channel: 'email', from: '+2348031234567', text: 'STOP' }, 'from'],
    [{ channel: 'sms', from: '08031234567', text: 'STOP' }, 'from'],
    [{ channel: 'sms', from: '+2348031234567', text: '' }, 'text'],
    [{ channel: 'sms', from: '+2348031234567' }, 'text'],
    [{ channel: 'sms', from: '+2348031234567', picture: 'Paid' }, 'picture'],
    [{ channel: 'whatsapp', from: '+2348031234567', text: 'a', picture: 'b' }, 'not both'],
  ])('POST /_local/inbound refuses %j', async (given, reason) => {
    const { status, body } = await call(`${local}/inbound`, 'POST', given);
    expect({ status, error: body['error'] }).toEqual({ status: 400, error: expect.stringContaining(reason) });
  });
});
