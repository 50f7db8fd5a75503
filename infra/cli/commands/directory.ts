/** `accounts set-directory`: the company's own directory by which members of an account sign in to the console. */
import { readFile } from 'node:fs/promises';
import { CommandFailure, type Run, textOf, UsageError, type Values } from '#infra/cli/command.ts';
import { requireKey, saveCredentials } from '#infra/cli/manage-accounts.ts';
import { type Directory, directorySecretId } from '#lib/domain/directory.ts';
import { isLoopback } from '#lib/domain/loopback.ts';
import { ROLES, type Role } from '#lib/domain/member.ts';
import { beginSignIn } from '#lib/endpoints/speak-openid.ts';
import { payments } from '#lib/live-payments.ts';
import { service } from '#lib/service.ts';
import { saveDirectory } from '#lib/store/account/settings.ts';
import { table } from '#lib/store/table/live-table.ts';
import { findAccount } from './accounts.ts';

const ISSUER = /^https?:\/\/[\x21-\x7e]{1,300}$/;
/** On this machine a directory may answer without TLS. */
const isSecure = (url: URL): boolean => url.protocol === 'https:' || isLoopback(url);
const SECRET = /^[\x21-\x7e]{1,1000}$/;

export const setDirectory: Run = async (values) => {
  const account = await findAccount(values);
  if (values['issuer'] === '') {
    await saveDirectory(table, account.id, undefined);
    return { data: { account: account.id, directory: null }, text: `Account ${account.id} has no directory.` };
  }
  const directory = directoryIn(values);
  const secret = await secretIn(values);
  if (secret !== undefined) requireKey();
  const returnTo = `${service.settings.baseUrl}/console`;
  const known = secret ?? (await payments.readCredentials(directorySecretId(account)))?.['clientSecret'];
  await beginSignIn({ directory, secret: known, returnTo }).catch(() => {
    throw new CommandFailure(`No directory answers at ${directory.issuer}; nothing was changed.`);
  });
  if (secret !== undefined) await saveCredentials(directorySecretId(account), { clientSecret: secret });
  await saveDirectory(table, account.id, directory);
  const text = [
    `Members of account ${account.id} can sign in by ${directory.issuer}.`,
    `Enter this address there, as one to return to: ${returnTo}`,
    `Give your colleagues this address: ${returnTo}#/enter/company?account=${account.id}`,
  ].join('\n');
  return { data: { account: account.id, directory, returnTo }, text };
};

function directoryIn(values: Values): Directory {
  const issuer = textOf(values, 'issuer');
  if (!ISSUER.test(issuer) || !URL.canParse(issuer) || !isSecure(new URL(issuer)))
    throw new UsageError('--issuer must be an address with https');
  const given = ['client-id', 'role-claim', 'roles'].filter((name) => !values[name]);
  if (given.length > 0) throw new UsageError(`Give --${given.join(', --')}.`);
  const scope = values['scope'];
  return {
    issuer,
    clientId: textOf(values, 'client-id'),
    roleClaim: textOf(values, 'role-claim'),
    roles: rolesIn(textOf(values, 'roles')),
    ...(typeof scope === 'string' && scope !== '' && { scope }),
  };
}

/** `managers=admin,staff=agent` */
function rolesIn(text: string): Directory['roles'] {
  const pairs = text.split(',').map((pair): [string, string] => {
    const at = pair.lastIndexOf('=');
    return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()];
  });
  const isRole = (role: string): role is Role => (ROLES as readonly string[]).includes(role);
  if (pairs.some(([value, role]) => value === '' || !isRole(role)))
    throw new UsageError(`--roles must be like managers=admin,staff=agent; roles are ${ROLES.join(', ')}`);
  return Object.fromEntries(pairs) as Directory['roles'];
}

async function secretIn(values: Values): Promise<string | undefined> {
  if (values['secret-file'] === undefined) return undefined;
  const text = await readFile(textOf(values, 'secret-file'), 'utf8').catch(() => {
    throw new UsageError('--secret-file cannot be read.');
  });
  if (!SECRET.test(text.trim())) throw new UsageError('--secret-file must have the secret, and nothing else.');
  return text.trim();
}
