/** The calls under `/_local/`, over HTTP on the real thing. */
import { beforeAll, describe, expect, it } from 'vitest';
import { aCreate, call, type Instance, sharedDatabase, startInstance, useDataDir } from './local-instance.ts';

const dataDir = useDataDir();
let instance: Instance;
let local: string;

beforeAll(async () => {
  instance = await startInstance(dataDir, sharedDatabase());
  local = `${instance.ready.baseUrl}/_local`;
});

describe('accounts', () => {
  it('opens an account whose key works, with an enabled default provider', async () => {
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

  it('opens a new account at every call', async () => {
    const first = await call(`${local}/accounts`, 'POST', { name: 'Mine' });
    const second = await call(`${local}/accounts`, 'POST', { name: 'Mine' });
    expect(first.body['account']).not.toBe(second.body['account']);
  });

  it.each([
    [{}, 'name'],
    [{ name: '  ' }, 'name'],
    [{ name: 7 }, 'name'],
    [{ name: 'a', country: 'Nigeria' }, 'country'],
    [{ name: 'a', country: 7 }, 'country'],
    [{ name: 'a', colour: 'red' }, 'colour'],
    [[], 'object'],
  ])('refuses %j as plain JSON', async (given, reason) => {
    const { status, body } = await call(`${local}/accounts`, 'POST', given);
    expect(status).toBe(400);
    expect(Object.keys(body)).toEqual(['error']);
    expect(body['error']).toContain(reason);
  });
});

describe('clock', () => {
  const read = async () => Date.parse(String((await call(`${local}/clock`)).body['now']));

  it('moves forward by minutes, and the service lives at that time', async () => {
    const before = await read();
    const { status, body } = await call(`${local}/clock`, 'POST', { advanceMinutes: 90 });
    expect({ status, fired: body['fired'] }).toEqual({ status: 200, fired: 0 });
    expect(Date.parse(String(body['now'])) - before).toBeGreaterThanOrEqual(90 * 60_000);
    const { baseUrl, apiKey } = instance.ready;
    const created = await call(`${baseUrl}/public/collections`, 'POST', aCreate('later'), apiKey);
    const { createdAt } = created.body['data'] as { createdAt: string };
    expect(Date.parse(createdAt)).toBeGreaterThanOrEqual(Date.parse(String(body['now'])));
  });

  it('moves to an instant', async () => {
    const target = new Date((await read()) + 3_600_000).toISOString();
    const { body } = await call(`${local}/clock`, 'POST', { now: target });
    expect(String(body['now']) >= target).toBe(true);
  });

  it('adds up moves that are asked for at once', async () => {
    const before = await read();
    await Promise.all([1, 2, 3].map((advanceMinutes) => call(`${local}/clock`, 'POST', { advanceMinutes })));
    expect((await read()) - before).toBeGreaterThanOrEqual(6 * 60_000);
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
  ])('refuses %j and stays where it is', async (given, reason) => {
    const before = await read();
    const { status, body } = await call(`${local}/clock`, 'POST', given);
    expect({ status, error: body['error'] }).toEqual({ status: 400, error: expect.stringContaining(reason) });
    expect((await read()) - before).toBeLessThan(30_000);
  });
});

it('answers 404 to a path it does not have, and 405 to a wrong method', async () => {
  expect((await call(`${local}/nothing`)).status).toBe(404);
  expect((await call(local)).status).toBe(404);
  expect((await call(`${local}/accounts`)).status).toBe(405);
});
