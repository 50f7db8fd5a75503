/** What the local run has for the workbench: its page and files, what it shows, and the receiver of webhooks. */
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { call, type Instance, sharedDatabase, startInstance, useDataDir } from '#test/infra/local/local-instance.ts';

/** Only ends what hangs. */
const PATIENT = { timeout: 60_000 };
const dataDir = useDataDir();
const database = await sharedDatabase();
let instance: Instance;
let base: string;

beforeAll(async () => {
  instance = await startInstance(dataDir, database);
  base = instance.ready.baseUrl;
});

const local = async (path: string, method = 'GET', body?: unknown) => {
  const answer = await call(`${base}/_local/${path}`, method, body);
  expect(answer.status).toBe(200);
  return answer.body as never;
};
const api = async (method: string, path: string, body?: unknown) =>
  (await call(`${base}/public/${path}`, method, body, instance.ready.apiKey)).body['data'] as Record<string, unknown>;

const create = (reference: string) => ({
  reference,
  amount: { value: 10, currency: 'NGN' },
  contact: { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' },
  payable: { enabled: true },
  followUp: { channels: ['email'] },
});

describe('the page', () => {
  it('the page and its files are at most 60 KB compressed, and the files may be kept for ever', async () => {
    const html = await (await fetch(`${base}/`)).text();
    const files = [...html.matchAll(/(?:href|src)="(\/_local\/workbench\/[^"]+)"/g)].map(([, path]) => path ?? '');
    expect(files).toHaveLength(2);
    const answers = await Promise.all(files.map((path) => fetch(base + path)));
    for (const { headers } of answers) expect(headers.get('cache-control')).toContain('immutable');
    const texts = await Promise.all(answers.map((answer) => answer.text()));
    expect(gzipSync(html + texts.join('')).length).toBeLessThan(60 * 1024);
    expect(texts.join('')).not.toMatch(/node:|process\.env/);
  });

  it('the page allows nothing from elsewhere and no script inside itself', async () => {
    const { headers } = await fetch(`${base}/`);
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).not.toContain('unsafe');
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('what it shows', () => {
  it('GET /_local/demo has the account, the key and the address', async () => {
    const { account, apiKey } = instance.ready;
    expect(await local('demo')).toEqual({ account, apiKey, name: 'Demo Shop', baseUrl: base });
  });

  it('GET /_local/changes has another version after each change', async () => {
    const version = async () => (await local('changes'))['version'];
    const before = await version();
    expect(await api('POST', 'collections', create('changes'))).toHaveProperty('id');
    await expect.poll(version, PATIENT).not.toBe(before);
    const set = await version();
    await local('faults', 'POST', { service: 'sms', kind: 'error', times: 1 });
    expect(await version()).not.toBe(set);
    await local('faults', 'DELETE');
  });

  it('GET /_local/messages/{id}/html shows an email in which nothing runs, and 404 for another message', async () => {
    await api('POST', 'collections', create('html'));
    await local('clock', 'POST', { advanceMinutes: 1440 });
    const [email] = (await local('messages')) as { id: string; html: string }[];
    const answer = await fetch(`${base}/_local/messages/${email?.id}/html`);
    expect(await answer.text()).toContain(email?.html ?? 'none');
    expect(answer.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/);
    expect((await fetch(`${base}/_local/messages/nobody/html`)).status).toBe(404);
  });

  it('GET /_local/sandbox/webhooks has what the provider told, and how it was answered', async () => {
    const { id } = await api('POST', 'collections', create('told'));
    await local('sandbox/payments', 'POST', { collectionId: id, amount: { value: 10, currency: 'NGN' } });
    expect(((await local('sandbox/webhooks')) as object[]).at(-1)).toMatchObject({
      event: 'payment.succeeded',
      status: 200,
    });
  });
});

describe('the receiver', () => {
  type Shown = {
    endpoint: string | null;
    answer: number;
    webhooks: { isVerified: boolean; answered: number; body: string }[];
  };
  const received = async () => ((await local('receiver')) as Shown).webhooks;
  /** What earlier tests did may be told as late as now. */
  const receivedOf = async (id: unknown) => (await received()).find(({ body }) => body.includes(String(id)));

  it('the receiver has no endpoint until it is asked for, and then one, however often it is asked', async () => {
    expect(await local('receiver')).toEqual({ endpoint: null, answer: 200, webhooks: [] });
    const { endpoint } = (await local('receiver', 'POST')) as Shown;
    expect(await local('receiver', 'POST', {})).toMatchObject({ endpoint });
    expect(await api('GET', 'webhook-endpoints')).toMatchObject([{ id: endpoint, events: ['*'] }]);
  });

  it('the receiver verifies and keeps each webhook', async () => {
    const { id } = await api('POST', 'collections', create('verified'));
    await expect.poll(() => receivedOf(id), PATIENT).toMatchObject({ isVerified: true, answered: 200 });
    const forged = { method: 'POST', headers: { 'webhook-id': 'evt_x' }, body: '{}' };
    await fetch(`${base}/_local/receiver/webhooks`, forged);
    expect((await received()).filter(({ isVerified }) => !isVerified)).toMatchObject([{ body: '{}' }]);
  });

  it('the receiver answers with the status that it is given, and refuses one that is none', async () => {
    await local('receiver', 'POST', { answer: 500 });
    const { id } = await api('POST', 'collections', create('refused'));
    await expect.poll(() => receivedOf(id), PATIENT).toMatchObject({ answered: 500 });
    for (const answer of [100, 600, '200', null]) {
      expect((await call(`${base}/_local/receiver`, 'POST', { answer })).status).toBe(400);
    }
    await local('receiver', 'POST', { answer: 200 });
  });
});
