/** The command line tool against a local run: what operators do with accounts, keys and default providers. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { anSvg, aPng } from '#test/domain/logo/images.ts';
import { call, type Instance, sharedDatabase, startInstance, useDataDir } from '#test/infra/local/local-instance.ts';
import { startStubServer } from '#test/support/stub-server.ts';
import { runCli, spawnCli } from './run-cli.ts';

const dataDir = useDataDir();
let instance: Instance;
const cli = (line: string[]) => runCli(dataDir, line);
const json = async (...line: string[]) => {
  const { code, out, err } = await cli([...line, '--local', '--json']);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return JSON.parse(out);
};
const list = async (apiKey: string) =>
  (await call(`${instance.ready.baseUrl}/public/collections`, 'GET', undefined, apiKey)).status;

beforeAll(async () => {
  instance = await startInstance(dataDir, await sharedDatabase());
});

it('the CLI opens an account and makes a key, which works at once and is revoked at once', async () => {
  const account = await json('accounts', 'create', '--name', 'Kiosk', '--country', 'GH');
  expect(account).toMatchObject({ name: 'Kiosk', mode: 'live', country: 'GH' });
  expect(await json('accounts', 'list')).toContainEqual(expect.objectContaining({ id: account.id, name: 'Kiosk' }));
  const key = await json('keys', 'create', '--account', account.id);
  expect(key.apiKey).toMatch(/^ck_live_/);
  expect(await list(key.apiKey)).toBe(200);
  expect(JSON.stringify(await json('keys', 'list', '--account', account.id))).not.toContain(key.apiKey);
  expect(await json('keys', 'revoke', '--account', account.id, '--key', key.id)).toMatchObject({ state: 'revoked' });
  expect(await list(key.apiKey)).toBe(401);
});

it('keys revoke takes a hint or the key itself, and leaves the other keys alone', async () => {
  const { id: account } = await json('accounts', 'create', '--name', 'Rotation', '--test');
  const [old, leaked, current] = [1, 2, 3].map(() => json('keys', 'create', '--account', account));
  const keys = { old: await old, leaked: await leaked, current: await current };
  expect(keys.old.apiKey).toMatch(/^ck_test_/);
  await json('keys', 'revoke', '--account', account, '--key', keys.old.hint);
  await json('keys', 'revoke', '--account', account, '--key', keys.leaked.apiKey);
  const states = (await json('keys', 'list', '--account', account)) as { id: string; state: string }[];
  expect(Object.fromEntries(states.map(({ id, state }) => [id, state]))).toEqual({
    [keys.old.id]: 'revoked',
    [keys.leaked.id]: 'revoked',
    [keys.current.id]: 'live',
  });
});

it('keys create makes a key of a role, which the list shows', async () => {
  const { id: account } = await json('accounts', 'create', '--name', 'Roles');
  const key = await json('keys', 'create', '--account', account, '--role', 'viewer');
  expect(key).toMatchObject({ role: 'viewer', apiKey: expect.stringMatching(/^ck_live_viewer_/) });
  expect(await list(key.apiKey)).toBe(200);
  const provider = { name: 'Mine', slug: 'mine' };
  expect((await call(`${instance.ready.baseUrl}/public/providers`, 'POST', provider, key.apiKey)).status).toBe(403);
  await json('keys', 'create', '--account', account);
  expect(await json('keys', 'list', '--account', account)).toMatchObject([{ role: 'viewer' }, { role: 'admin' }]);
});

it('keys create makes a key that expires by the clock of the local run', async () => {
  const { id: account } = await json('accounts', 'create', '--name', 'Guest');
  const { apiKey, expiresAt } = await json('keys', 'create', '--account', account, '--expires-in-days', '1');
  expect(expiresAt).toMatch(/Z$/);
  expect(await list(apiKey)).toBe(200);
  await call(`${instance.ready.baseUrl}/_local/clock`, 'POST', { advanceMinutes: 24 * 60 + 1 });
  expect(await list(apiKey)).toBe(401);
  expect(await json('keys', 'list', '--account', account)).toMatchObject([{ state: 'expired' }]);
});

it('providers set-default takes only an enabled provider of the account', async () => {
  const { account, apiKey, baseUrl } = instance.ready;
  const provider = { name: 'Old', slug: 'old', enabled: false };
  await call(`${baseUrl}/public/providers`, 'POST', provider, apiKey);
  const set = (slug: string) => cli(['providers', 'set-default', '--account', account, '--slug', slug, '--local']);
  expect(await set('sandbox')).toEqual({ code: 0, out: expect.stringContaining('now use sandbox'), err: '' });
  expect(await set('none')).toEqual({ code: 1, out: '', err: expect.stringContaining('it has: ') });
  expect(await set('old')).toEqual({ code: 1, out: '', err: expect.stringContaining('is disabled') });
});

it('accounts set-support sets, keeps and removes how customers reach the business', async () => {
  const { id } = await json('accounts', 'create', '--name', 'Helpful');
  const set = (...given: string[]) => json('accounts', 'set-support', '--account', id, ...given);
  const phone = '+2348031234567';
  expect(await set('--phone', '+234 803 123 4567')).toEqual({ account: id, supportPhone: phone, supportEmail: null });
  expect(await set('--email', 'help@shop.example')).toMatchObject({
    supportPhone: phone,
    supportEmail: 'help@shop.example',
  });
  expect(await set('--phone', '')).toMatchObject({ supportPhone: null, supportEmail: 'help@shop.example' });
  const line = ['accounts', 'set-support', '--account', id, '--email=', '--local'];
  expect(await cli(line)).toEqual({ code: 0, out: `Account ${id} shows customers no contact.\n`, err: '' });
});

it('accounts update sets, keeps and takes back what the console sets, by the same rules', async () => {
  const { id } = await json('accounts', 'create', '--name', 'Settled');
  const set = (...given: string[]) => json('accounts', 'update', '--account', id, ...given);
  const all = ['--hours', '9-17', '--messages-per-week', '3', '--promise-days', '30', '--digest', 'off'];
  const limits = { messageHours: { opens: 9, closes: 17 }, messagesPerWeek: 3, promiseDays: 30, digest: 'off' };
  expect(await set(...all, '--color', '#0B57D0')).toMatchObject({ account: id, ...limits, color: '#0b57d0' });
  expect(await set('--hours', '', '--name', 'Settled Foods')).toMatchObject({
    ...limits,
    name: 'Settled Foods',
    messageHours: null,
  });
  const { out: list } = await cli(['accounts', 'list', '--local']);
  expect(list).toContain('Settled Foods');
  const { out } = await cli(['accounts', 'update', '--account', id, '--promise-days=', '--local']);
  expect(out).toContain('promiseDays: 14\n');
});

it('without --json the CLI prints a table', async () => {
  const { out } = await cli(['accounts', 'list', '--local']);
  expect(out).toMatch(/^ACCOUNT +MODE +CREATED +NAME\n/);
  expect(out).toContain('Demo Shop');
});

describe('refusals', () => {
  it.each([
    [[], 'Which command?'],
    [['accounts', 'close'], 'There is no command "accounts close"'],
    [['accounts', 'create', '--local'], 'needs --name'],
    [['accounts', 'create', '--name', ' ', '--local'], '--name must be text'],
    [['accounts', 'create', '--name', 'a', '--country', 'Ghana', '--local'], '--country must be'],
    [['accounts', 'list', '--colour', '--local'], '--colour'],
    [['accounts', 'list', '--account', 'a', '--local'], 'takes no --account'],
    [['accounts', 'list', '--local', '--table', 'a'], 'either --local or --table'],
    [['accounts', 'set-support', '--account', 'a', '--local'], 'Give --phone, --email or both.'],
    [['accounts', 'set-support', '--account', 'a', '--phone', '0803', '--local'], '--phone must be an international'],
    [['accounts', 'set-support', '--account', 'a', '--email', 'a@b', '--local'], '--email must be a plain address'],
    [['accounts', 'set-support', '--account', '', '--local'], '--account is empty'],
    [['accounts', 'update', '--account', 'a', '--local'], 'Give one or more of --name, --legal-name'],
    [['accounts', 'update', '--account', 'a', '--hours', '9', '--local'], '--hours must be an object'],
    [['accounts', 'update', '--account', 'a', '--promise-days', '0', '--local'], '--promise-days must be at least 1'],
    [['accounts', 'update', '--account', 'a', '--name', '', '--local'], '--name'],
    [['keys', 'create', '--account', 'a', '--expires-in-days', '0.5', '--local'], 'whole number'],
    [['keys', 'create', '--account', 'a', '--role', 'owner', '--local'], '--role must be one of viewer, agent, admin'],
  ])('a wrong command line is explained, with exit code 2: %j', async (line, reason) => {
    const { code, out, err } = await cli(line);
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: expect.stringContaining(reason) });
    expect(err).toContain('npm run cli -- --help');
  });

  it.each([
    [['keys', 'create', '--account', 'none', '--local'], 'There is no account none.'],
    [['accounts', 'set-support', '--account', 'none', '--email', '', '--local'], 'There is no account none.'],
    [['keys', 'revoke', '--account', 'none', '--key', 'a', '--local'], 'There is no account none.'],
  ])('a command that cannot be done says why, with exit code 1: %j', async (line, reason) => {
    expect(await cli(line)).toEqual({ code: 1, out: '', err: `${reason}\n` });
  });

  it('--local without a local run tells how to start one', async () => {
    const ended = await runCli(`${dataDir}-none`, ['accounts', 'list', '--local']);
    expect(ended).toEqual({ code: 1, out: '', err: expect.stringContaining('start one with npm start') });
  });

  it('an unknown table is named with its region', async () => {
    const aws = { AWS_REGION: 'us-east-1', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
    const env = { ...aws, AWS_ENDPOINT_URL_DYNAMODB: instance.ready.dynamodbEndpoint };
    const ended = await spawnCli(env, ['accounts', 'list', '--table', 'nowhere']);
    expect(ended).toEqual({ code: 1, out: '', err: expect.stringContaining('no table nowhere in us-east-1') });
  });
});

it.each([[['--help']], [['keys', '--help']], [['keys', 'create', '--help']]])(
  '--help prints the usage: %j',
  async (line) => {
    expect(await cli(line)).toEqual({ code: 0, out: expect.stringContaining('Usage: npm run cli -- '), err: '' });
  },
);

describe('as a process', () => {
  const ended = (line: string[]) => spawnCli({ DATA_DIR: dataDir }, line);

  it('the CLI prints its answer, and nothing else, on standard output, with exit code 0', async () => {
    const { code, out, err } = await ended(['accounts', 'list', '--local', '--json']);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(JSON.parse(out)).toContainEqual(expect.objectContaining({ name: 'Demo Shop' }));
    expect(await ended(['--help'])).toEqual({
      code: 0,
      out: expect.stringMatching(/^Usage: npm run cli -- /),
      err: '',
    });
  });

  it('the CLI prints what went wrong on standard error, with exit code 1 or 2', async () => {
    const missing = ['keys', 'create', '--account', 'none', '--local'];
    expect(await ended(missing)).toEqual({ code: 1, out: '', err: 'There is no account none.\n' });
    expect(await ended(['accounts', 'list'])).toEqual({
      code: 2,
      out: '',
      err: expect.stringContaining('Which table?'),
    });
  });
});

it('setup opens an account that can be used at once, and smoke sends one reminder of it, cancels, and leaves no key behind', async () => {
  const shop = ['--name', 'Shop', '--country', 'NG', '--phone', '+2348012345678', '--admin', 'Ada'];
  const { account, apiKey, link } = await json('setup', ...shop);
  expect(await list(apiKey)).toBe(200);
  expect(link).toContain(`${instance.ready.baseUrl}/console#/enter/`);
  const me = ['--phone', '+2348031234567', '--email', 'me@example.com'];
  const tried = await json('smoke', '--account', account, ...me);
  expect(tried).toMatchObject({
    done: [expect.stringMatching(/^created pay_/), 'read', expect.any(String), 'cancelled'],
  });
  expect(['sent', 'planned']).toContain(tried.reminder);
  const states = (await json('keys', 'list', '--account', account)) as { state: string }[];
  expect(states.map(({ state }) => state).toSorted()).toEqual(['live', 'revoked']);
});

it('accounts set-logo puts a picture above pages, says what is wrong with another, and takes it back', async () => {
  const { id: account } = await json('accounts', 'create', '--name', 'Logo');
  const write = async (name: string, content: string | Buffer) => {
    await writeFile(join(dataDir, name), content);
    return join(dataDir, name);
  };
  const png = await write('logo.png', Buffer.from(aPng(), 'base64'));
  const { logo } = await json('accounts', 'set-logo', '--account', account, '--file', png);
  expect(logo).toMatchObject({ width: 120, height: 40 });
  expect((await fetch(logo.url)).headers.get('content-type')).toBe('image/png');
  const wrong = (file: string) => cli(['accounts', 'set-logo', '--account', account, '--file', file, '--local']);
  const script = await write('logo.svg', anSvg('<script/>'));
  expect(await wrong(script)).toMatchObject({
    code: 2,
    err: expect.stringContaining('--file must not have the element script'),
  });
  expect(await wrong(join(dataDir, 'none'))).toMatchObject({ code: 2, err: expect.stringContaining('cannot be read') });
  expect(await json('accounts', 'set-logo', '--account', account, '--file', await write('none.png', ''))).toEqual({
    account,
    logo: null,
  });
});

it('smoke waits for a reminder that is on its way', async () => {
  const { id: account } = await json('accounts', 'create', '--name', 'On its way');
  const seen = ['sending', 'sent'];
  const service = await startStubServer(({ url = '' }) => {
    const slot = { status: seen[0], channel: 'sms', dueAt: '2026-01-01T09:00:00.000Z' };
    if (url.endsWith('/follow-ups')) seen.shift();
    return { status: 200, body: { data: { id: 'pay_1', slots: [slot] } } };
  });
  const me = ['--phone', '+2348031234567', '--email', 'me@example.com'];
  const tried = await json('smoke', '--account', account, ...me, '--base-url', service.url);
  expect(tried).toMatchObject({ reminder: 'sent', done: ['created pay_1', 'read', expect.any(String), 'cancelled'] });
  expect(seen).toEqual([]);
});

it('smoke cancels its collection, too, when the service fails after the create', async () => {
  const { id: account } = await json('accounts', 'create', '--name', 'Fails later');
  const asked: string[] = [];
  const service = await startStubServer(({ method, url = '' }) => {
    asked.push(`${method} ${url}`);
    return { status: url.endsWith('/follow-ups') ? 500 : 200, body: { data: { id: 'pay_1' } } };
  });
  const me = ['--phone', '+2348031234567', '--email', 'me@example.com'];
  const tried = await cli(['smoke', '--local', '--account', account, ...me, '--base-url', service.url]);
  expect(tried).toMatchObject({ code: 1, err: expect.stringContaining('/follow-ups answers 500') });
  expect(asked.at(-1)).toBe('PATCH /public/collections/pay_1/status');
});

it('setup writes nothing without a contact for customers, and says which account is there when a later part is wrong', async () => {
  const shop = ['setup', '--local', '--name', 'Unfinished', '--admin', 'Ada'];
  expect(await cli(shop)).toMatchObject({ code: 2, err: expect.stringContaining('Give --phone, --email or both') });
  expect((await json('accounts', 'list')).map(({ name }: { name: string }) => name)).not.toContain('Unfinished');
  const { code, err } = await cli([...shop, '--phone', '12']);
  expect([code, err]).toEqual([1, expect.stringMatching(/^Account \w{10} is open, but: --phone must be/)]);
});
