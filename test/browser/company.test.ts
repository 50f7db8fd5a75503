/** Signing in by the company's own directory, in a real browser: there, back, and in; and what who has no role here is told. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCli } from '#test/infra/cli/run-cli.ts';
import { type Instance, sharedDatabase, startInstance, useDataDir } from '#test/infra/local/local-instance.ts';
import { CLIENT, startDirectory, type TestDirectory } from '#test/support/directory.ts';
import { barriers, openPage, useBrowser } from './open-browser.ts';

const dataDir = useDataDir();
const browser = useBrowser();
let instance: Instance;
let directory: TestDirectory;

beforeAll(async () => {
  instance = await startInstance(dataDir, await sharedDatabase());
  directory = await startDirectory(`${instance.ready.baseUrl}/console`);
});
afterAll(() => directory.stop());

const cli = (...line: string[]) => runCli(dataDir, ['accounts', 'set-directory', ...line, '--local']);

it('an operator sets it, and members sign in by it as long as it lets them', async () => {
  const id = instance.ready.account;
  const secret = join(dataDir, 'secret');
  writeFileSync(secret, `${CLIENT.clientSecret}\n`);
  const named = ['--account', id, '--client-id', CLIENT.clientId, '--role-claim', 'groups', '--roles', 'staff=agent'];
  const set = await cli(...named, '--issuer', directory.issuer, '--secret-file', secret);
  expect([set.code, set.err]).toEqual([0, '']);
  // Nothing was changed, the secret neither: members still get in below.
  const other = join(dataDir, 'another-secret');
  writeFileSync(other, 'another');
  const gone = await cli(...named, '--issuer', 'http://127.0.0.1:9', '--secret-file', other);
  expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('nothing was changed')]);
  const plain = await cli(...named, '--issuer', directory.issuer.replace('127.0.0.1', 'directory.example'));
  expect([plain.code, plain.err]).toEqual([2, expect.stringContaining('--issuer must be an address with https')]);
  const [address = ''] = /http\S+#\/enter\/company\S+/.exec(set.out) ?? [];

  directory.people['chi'] = { name: 'Chi Eze', groups: ['others'] };
  directory.signsIn('chi');
  const page = await openPage({ browser: browser.current, instance });
  const go = () => page.getByRole('button', { name: 'Go to your company’s sign-in' }).click();
  await page.goto(address);
  await page.getByRole('heading', { name: 'Sign in with your company' }).waitFor();
  expect(await barriers(page)).toEqual([]);
  await go();
  await page.getByText('Your company’s directory does not let you in here.').waitFor();
  expect(page.url()).not.toContain('code=');
  expect(await barriers(page)).toEqual([]);

  directory.people['chi'] = { name: 'Chi Eze', groups: ['staff'] };
  await go();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();
  await page.getByText('Chi Eze').first().waitFor();

  // This device knows the way from now on.
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Go to your company’s sign-in' }).click();
  await go();
  await page.getByRole('heading', { level: 1, name: 'Home' }).waitFor();

  const taken = await cli('--account', id, '--issuer=');
  expect(taken.err).toBe('');
  expect([taken.code, taken.out]).toEqual([0, `Account ${id} has no directory.\n`]);
});
