/** The sandbox provider and its local calls on a server of its own, with accounts in the table, without the service. */

import { openAccount } from '#infra/cli/open-account.ts';
import { sandboxCalls } from '#infra/local/control-api/sandbox-calls.ts';
import { merchantOf } from '#infra/sandbox/merchants.ts';
import type { Account } from '#lib/domain/account.ts';
import { newProvider } from '#lib/domain/provider.ts';
import { getAccount, setDefaultProvider, setProviderKind } from '#lib/store/account/accounts.ts';
import { createProvider } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aSession, NOW, type SandboxServer, startSandbox } from './sandbox-server.ts';

export type Reply = { status: number; body: Record<string, unknown> };

export type LocalSandbox = SandboxServer & {
  /** A call under `/_local/sandbox/`. */
  local(method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply>;
  /** The events and the data of the webhooks received. */
  told(): { event: string; data: object }[];
};

export async function startLocalSandbox(): Promise<LocalSandbox> {
  const server = await startSandbox(undefined, sandboxCalls);
  const local = async (method: 'GET' | 'POST', path: string, body?: unknown): Promise<Reply> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${server.url}/${path}`, { method, ...sent });
    return { status: answer.status, body: (await answer.json()) as Reply['body'] };
  };
  return Object.assign(server, { local, told: () => server.webhooksTaken.map(({ body }) => JSON.parse(body)) });
}

/** Of an account's provider; letters and digits only, as the sandbox wants them. */
export const keyOf = (slug: string, { id }: Account): string => `sk_sandbox_${slug.replaceAll('-', '')}${id}0123456789`;
export const merchantAt = (account: Account, slug = 'sandbox'): string => merchantOf(keyOf(slug, account));

/** An account with these providers, all of them sandboxes with a key; the first is its default. */
export async function aSandboxAccount(
  { keys }: SandboxServer,
  slugs: readonly string[] = ['sandbox'],
): Promise<Account> {
  const opened = await openAccount({ name: 'Shop', mode: 'test', country: 'NG' });
  for (const [index, slug] of slugs.entries()) {
    const provider = newProvider({ name: slug, slug, enabled: true }, opened, new Date(NOW.getTime() + index));
    await createProvider(table, opened.id, provider, slug);
    if (slug !== 'sandbox') await setProviderKind(table, opened.id, slug, 'sandbox');
    keys.set(provider.id, keyOf(slug, opened));
  }
  const [first] = slugs;
  if (first !== undefined) await setDefaultProvider(table, opened.id, first);
  const account = await getAccount(table, opened.id);
  if (account === undefined) throw new Error('the account was not stored');
  return account;
}

/** Opens a session at the sandbox, as the service would. */
export async function openAt({ url }: SandboxServer, key: string, given: { reference: string; method: string }) {
  const body = JSON.stringify(aSession(given.reference, given));
  const answer = await fetch(`${url}/v1/sessions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body,
  });
  if (answer.status !== 201) throw new Error(await answer.text());
}
