/** The commands for payment providers, against a local run. */
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  aCreate,
  call,
  type Instance,
  sharedDatabase,
  startInstance,
  useDataDir,
} from '#test/infra/local/local-instance.ts';
import { runCli, spawnCli } from './run-cli.ts';

const dataDir = useDataDir();
const KEY = 'sk_sandbox_SECRET0123456789abcd';
let instance: Instance;
let account: string;
let apiKey: string;
let provider: string;

beforeAll(async () => {
  instance = await startInstance(dataDir, await sharedDatabase());
});

/** Each test has an account of its own, with a provider of no kind beside its sandbox. */
beforeEach(async () => {
  const { baseUrl } = instance.ready;
  const opened = await call(`${baseUrl}/_local/accounts`, 'POST', { name: 'Shop' });
  ({ account, apiKey } = opened.body as { account: string; apiKey: string });
  const made = await call(`${baseUrl}/public/providers`, 'POST', { name: 'Main', slug: 'main' }, apiKey);
  provider = (made.body['data'] as { id: string }).id;
});

const cli = (line: string[], input = '', of = ['--account', account]) =>
  runCli(dataDir, [...line, ...of, '--local'], input);

const list = async () => JSON.parse((await cli(['providers', 'list', '--json'])).out) as object[];
const setKind = (kind: string, slug = 'main') => cli(['providers', 'set-kind', '--slug', slug, '--kind', kind]);
const setCredentials = (input: string, ...more: string[]) =>
  cli(['providers', 'set-credentials', '--slug', 'main', ...more], input);

describe('providers list', () => {
  it('providers list shows the kind of each provider, and whether it can be used', async () => {
    const sandbox = { slug: 'sandbox', kind: 'sandbox', enabled: true, isDefault: true, credentials: true };
    const main = { id: provider, name: 'Main', slug: 'main', enabled: true, isDefault: false, credentials: false };
    expect(await list()).toEqual([expect.objectContaining(sandbox), main]);
    const { out } = await cli(['providers', 'list']);
    expect(out).toMatch(
      /^SLUG +KIND +ENABLED +DEFAULT +CREDENTIALS +PROVIDER +NAME\nsandbox +sandbox +yes +yes +yes +prv_/,
    );
    expect(out).toMatch(/main +- +yes +no +no +prv_\w+ +Main/);
  });
});

describe('providers set-kind', () => {
  it('providers set-kind sets the kind of a provider, which the API does not show', async () => {
    expect(await setKind('sandbox')).toMatchObject({ code: 0, out: expect.stringContaining('of kind sandbox') });
    expect(await list()).toContainEqual(expect.objectContaining({ slug: 'main', kind: 'sandbox' }));
    const shown = await call(`${instance.ready.baseUrl}/public/providers/${provider}`, 'GET', undefined, apiKey);
    const fields = ['id', 'name', 'slug', 'enabled', 'createdAt', 'updatedAt'];
    expect(Object.keys(shown.body['data'] as object)).toEqual(fields);
  });

  it.each([
    ['visa', 'main', 2, '--kind must be one of paystack'],
    ['stripe', 'sandbox', 1, 'The slug sandbox says already what it is.'],
    ['stripe', 'other', 1, 'it has: '],
  ])('providers set-kind refuses the kind %s for the provider %s', async (kind, slug, code, reason) => {
    expect(await setKind(kind, slug)).toEqual({ code, out: '', err: expect.stringContaining(reason) });
  });
});

const checks = (...more: string[]) => cli(['providers', 'check', '--slug', 'main', ...more]);
const schedules = async () =>
  (await call(`${instance.ready.baseUrl}/_local/schedules`)).body as unknown as { name: string; target: string }[];

describe('providers check', () => {
  it('providers check tries the keys, and says what works with them and where webhooks go', async () => {
    await setKind('sandbox');
    await setCredentials(JSON.stringify({ secretKey: KEY }));
    const { code, out, err } = await checks();
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('Keys: they work\nMode: the keys do not say\n');
    expect(out).toContain('virtual_account: any currency');
    expect(out).toContain(`${instance.ready.baseUrl}/webhooks/${provider}`);
    expect(out).not.toContain('SECRET');
    const data = JSON.parse((await checks('--json')).out);
    expect(data).toMatchObject({ account, provider: 'main', kind: 'sandbox', works: true, methods: { card: 'any' } });
  });

  it('providers check says that the keys do not work, and ends with exit code 1', async () => {
    await setKind('sandbox');
    await setCredentials('{"secretKey":"sk_sandbox_0"}');
    const line = ['providers', 'check', '--slug', 'main', '--account', account, '--local', '--json'];
    const { code, out } = await spawnCli({ DATA_DIR: dataDir }, line);
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ works: false, reason: expect.any(String) });
    expect((await checks()).out).toContain('Keys: they do not work');
  });

  it('providers check needs keys, and a kind', async () => {
    expect(await checks()).toMatchObject({ code: 1, err: expect.stringContaining('providers set-kind --slug main') });
    await setKind('stripe');
    expect(await checks()).toMatchObject({ code: 1, err: expect.stringContaining('has no secrets yet') });
  });
});

describe('providers set-credentials', () => {
  it('providers set-credentials has the ledger reconciled with the provider’s lists, by two schedules of its own', async () => {
    const own = async () => (await schedules()).filter(({ name }) => name.startsWith(provider));
    await setKind('sandbox');
    expect(await own()).toEqual([]);
    await setCredentials(JSON.stringify({ secretKey: KEY }));
    const target = expect.stringMatching(/:function:reconcile-provider$/);
    await expect.poll(own).toMatchObject([
      { name: `${provider}-hourly`, target },
      { name: `${provider}-daily`, target },
    ]);
    const before = await own();
    await setCredentials(JSON.stringify({ secretKey: KEY }));
    expect(await own()).toEqual(before);
    const shown = await call(`${instance.ready.baseUrl}/public/providers/${provider}`, 'GET', undefined, apiKey);
    expect(shown.body['data']).not.toHaveProperty('reconciles');
  });

  it.each([
    ['paystack', '{"secretKey":"sk_live_0123456789"}'],
    ['stripe', '{"secretKey":"rk_live_0123456789","webhookSecret":"whsec_1"}'],
  ])(
    'providers set-credentials refuses live keys of %s for a test account, and saves nothing',
    async (kind, secrets) => {
      await setKind(kind);
      const { code, out, err } = await setCredentials(secrets);
      const reason = 'is a test account, but these are live keys';
      expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringContaining(reason) });
      expect(err).not.toContain('0123456789');
      expect(await list()).toContainEqual(expect.objectContaining({ slug: 'main', credentials: false }));
      expect((await schedules()).filter(({ name }) => name.startsWith(provider))).toEqual([]);
    },
  );

  it('providers set-credentials takes test keys for a test account', async () => {
    await setKind('paystack');
    expect((await setCredentials('{"secretKey":"sk_test_0123456789"}')).code).toBe(0);
  });

  it('providers set-credentials refuses test keys for a live account', async () => {
    const live = JSON.parse((await cli(['accounts', 'create', '--name', 'Live', '--json'], '', [])).out).id as string;
    const of = ['--account', live];
    const { apiKey: key } = JSON.parse((await cli(['keys', 'create', '--json'], '', of)).out) as { apiKey: string };
    await call(`${instance.ready.baseUrl}/public/providers`, 'POST', { name: 'P', slug: 'paystack' }, key);
    const line = ['providers', 'set-credentials', '--slug', 'paystack'];
    expect(await cli(line, '{"secretKey":"sk_test_0123456789"}', of)).toMatchObject({
      code: 1,
      err: expect.stringContaining('is a live account, but these are test keys'),
    });
    expect((await cli(line, '{"secretKey":"sk_live_0123456789"}', of)).code).toBe(0);
  });

  it('providers set-credentials saves secrets with which the provider works at once, and names its webhook', async () => {
    await setKind('sandbox');
    const line = ['providers', 'set-credentials', '--slug', 'main', '--account', account, '--local'];
    const { code, out, err } = await spawnCli({ DATA_DIR: dataDir }, line, JSON.stringify({ secretKey: KEY }));
    const { baseUrl } = instance.ready;
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain(`${baseUrl}/webhooks/${provider}`);
    expect(out).not.toContain('SECRET');
    const payable = { enabled: true, methods: ['card'] };
    const body = { ...aCreate('with-main'), provider: 'main', payable };
    const created = await call(`${baseUrl}/public/collections`, 'POST', body, apiKey);
    expect(created.body['data']).toMatchObject({ payable: { options: [{ method: 'card' }] } });
    const paid = { account, reference: 'with-main', amount: { value: 10, currency: 'NGN' } };
    expect((await call(`${baseUrl}/_local/sandbox/payments`, 'POST', paid)).body).toMatchObject({ delivered: true });
  });

  it('providers set-credentials replaces earlier secrets', async () => {
    await setKind('paystack');
    expect((await setCredentials('{"secretKey":"sk_1"}')).code).toBe(0);
    expect((await setCredentials('{"secretKey":"sk_2"}')).code).toBe(0);
    expect(await list()).toContainEqual(expect.objectContaining({ slug: 'main', credentials: true }));
  });

  it('providers set-credentials names the webhook at the given address', async () => {
    await setKind('stripe');
    const secrets = '{"secretKey":"sk_1","webhookSecret":"whsec_1"}';
    const { out } = await setCredentials(secrets, '--base-url', 'https://pay.example/', '--json');
    expect(JSON.parse(out)).toMatchObject({ webhook: `https://pay.example/webhooks/${provider}`, kind: 'stripe' });
  });

  it('providers set-credentials refuses faulty secrets, saves nothing, and repeats no secret', async () => {
    await setKind('monnify');
    const { code, out, err } = await setCredentials('{"secretKey":"SECRET"}');
    const reason = 'apiKey is missing, contractCode is missing';
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(reason) });
    expect(err).not.toContain('SECRET');
    expect(await list()).toContainEqual(expect.objectContaining({ slug: 'main', credentials: false }));
  });

  it('providers set-credentials needs the kind to be set first', async () => {
    const { code, err } = await setCredentials(JSON.stringify({ secretKey: KEY }));
    expect({ code, err }).toEqual({ code: 1, err: expect.stringContaining('providers set-kind --slug main') });
  });
});
