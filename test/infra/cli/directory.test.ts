/** `cli accounts set-directory`: what it refuses before anything is changed, and what it keeps. The whole way of a sign-in is tested in a browser. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { CommandFailure, UsageError, type Values } from '#infra/cli/command.ts';
import { setDirectory } from '#infra/cli/commands/directory.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { startStubServer } from '#test/support/stub-server.ts';

useTable();
const tenants = useTenants();

const files = mkdtempSync(join(tmpdir(), 'directory-'));
afterAll(() => rmSync(files, { recursive: true }));

function fileWith(text: string): string {
  const path = join(files, 'secret');
  writeFileSync(path, text);
  return path;
}

/** It answers as a directory does, at the address that OpenID Connect Discovery 1.0 names. */
let issuer: string;
beforeAll(async () => {
  const directory = await startStubServer(({ url }) =>
    url === '/.well-known/openid-configuration'
      ? { status: 200, body: { issuer: directory.url, authorization_endpoint: `${directory.url}/auth` } }
      : { status: 404 },
  );
  issuer = directory.url;
});

const set = (given: Values) =>
  setDirectory({
    account: tenants.mine.account.id,
    ...{ issuer, 'client-id': 'console', 'role-claim': 'groups', roles: 'managers=admin' },
    ...given,
  });

const directoryNow = async () => (await getAccount(table, tenants.mine.account.id))?.directory;

it.each<[Values, string]>([
  [{ issuer: 'http://company.example' }, '--issuer must be an address with https'],
  [{ issuer: 'company.example' }, '--issuer must be an address with https'],
  [{ issuer: 'https://company.example/a b' }, '--issuer must be an address with https'],
  [{ issuer: 'https://:0' }, '--issuer must be an address with https'],
  [{ 'client-id': undefined, roles: '' }, 'Give --client-id, --roles.'],
  [{ 'role-claim': undefined }, 'Give --role-claim.'],
  [{ roles: 'managers=boss' }, '--roles must be like managers=admin,staff=agent; roles are '],
  [{ roles: 'managers' }, '--roles must be like'],
  [{ roles: 'managers=admin,=agent' }, '--roles must be like'],
  [{ 'secret-file': '/nowhere/secret' }, '--secret-file cannot be read.'],
  [{ 'secret-file': fileWith('two words\n') }, '--secret-file must have the secret, and nothing else.'],
])('a directory with %j is refused, and nothing is changed', async (given, message) => {
  await expect(set(given)).rejects.toThrow(UsageError);
  await expect(set(given)).rejects.toThrow(message);
  expect(await directoryNow()).toBeUndefined();
});

it('what does not answer as a directory is not kept', async () => {
  const silent = set({ issuer: `${issuer}/elsewhere` });
  await expect(silent).rejects.toThrow(CommandFailure);
  await expect(silent).rejects.toThrow(`No directory answers at ${issuer}/elsewhere; nothing was changed.`);
  expect(await directoryNow()).toBeUndefined();
});

it('a directory is kept with its roles, whose values can have an equals sign, and is taken away again', async () => {
  const { text } = await set({ roles: 'cn=managers = admin, staff=agent', scope: 'groups' });
  expect(text).toContain(`sign in by ${issuer}.`);
  const kept = { issuer, clientId: 'console', roleClaim: 'groups', roles: { 'cn=managers': 'admin', staff: 'agent' } };
  expect(await directoryNow()).toEqual({ ...kept, scope: 'groups' });
  await set({ roles: 'cn=managers=admin,staff=agent', scope: '' });
  expect(await directoryNow()).toEqual(kept);
  expect((await set({ issuer: '' })).text).toContain('has no directory.');
  expect(await directoryNow()).toBeUndefined();
});
