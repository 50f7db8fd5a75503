/** Accounts of the local run, ready to use: each has a key and an enabled sandbox provider. The demo account is one, and has a member. */
import { issueApiKey, linksTo, memberStore, openAccount, saveCredentials } from '#infra/cli/manage-accounts.ts';
import { clock } from '#lib/clock.ts';
import type { Account } from '#lib/domain/account.ts';
import { hashToken, isLive, readApiKey } from '#lib/domain/checked-token.ts';
import { memberRefOf, toBase36 } from '#lib/domain/ids.ts';
import { isPresent, type Member } from '#lib/domain/member.ts';
import { kindOf, newProvider } from '#lib/domain/providers/provider.ts';
import { payments } from '#lib/live-payments.ts';
import { random } from '#lib/random.ts';
import { service } from '#lib/service.ts';
import { getAccount, setDefaultProvider } from '#lib/store/account/accounts.ts';
import { getApiKey } from '#lib/store/account/api-keys.ts';
import { createProvider, setReconciles } from '#lib/store/account/providers.ts';
import { listMembers } from '#lib/store/member/members.ts';
import { table } from '#lib/store/table/live-table.ts';
import { addMember, makeLink, type OneTimeLink } from '#lib/use-cases/manage-members.ts';
import { readState, writeState } from './data-dir.ts';

/** `account` is its id. */
export type LocalAccount = { account: string; apiKey: string };

const SANDBOX = { name: 'Sandbox', slug: 'sandbox', enabled: true };

export async function openLocalAccount(given: { name: string; country?: string | undefined }): Promise<LocalAccount> {
  const account = await openAccount({ ...given, mode: 'test' });
  const provider = { ...newProvider(SANDBOX, account, clock.now()), reconciles: true };
  await createProvider(table, account.id, provider, random.nonce());
  await setDefaultProvider(table, account.id, SANDBOX.slug);
  await issueSandboxKey(provider.id);
  const { apiKey } = await issueApiKey(account);
  return { account: account.id, apiKey };
}

export const DEMO = { name: 'Demo Shop', country: 'NG' };

/** Opens the demo account at the first start, and when the table has lost it; a key that holds no more gets a successor. */
export async function keepDemoAccount(file: string): Promise<LocalAccount> {
  const kept = await readState<LocalAccount>(file);
  const account = kept && (await getAccount(table, kept.account));
  if (!kept || !account) return keep(file, await openLocalAccount(DEMO));
  await completeSandboxes(account);
  const key = await getApiKey(table, kept.account, hashToken(kept.apiKey));
  const isOurs = readApiKey(kept.apiKey, service.settings.checksumKeys) !== undefined;
  if (isOurs && key && isLive(key, clock.now())) return kept;
  const { apiKey } = await issueApiKey(account);
  return keep(file, { account: account.id, apiKey });
}

async function keep(file: string, demo: LocalAccount): Promise<LocalAccount> {
  await writeState(file, demo);
  return demo;
}

/** Nobody can decrypt the keys when the fake of KMS in DATA_DIR is lost, while the accounts stay in the table. */
async function completeSandboxes({ id, providers }: Account): Promise<void> {
  for (const provider of Object.values(providers).filter((each) => kindOf(each) === 'sandbox')) {
    const credentials = await payments.readCredentials(provider.id).catch(() => undefined);
    if (credentials === undefined) await issueSandboxKey(provider.id);
    if (!provider.reconciles) await setReconciles(table, id, provider.slug);
  }
}

async function issueSandboxKey(provider: string): Promise<void> {
  await saveCredentials(provider, { secretKey: `sk_sandbox_${toBase36(random.bytes(32))}` });
}

const YOU = { name: 'You', role: 'admin', email: 'you@demo-shop.example' } as const;

/** Adds the member at the first start, and when the account has no administrator any more. */
export async function keepMember(account: string, baseUrl: string): Promise<Member> {
  const known = (await listMembers(table, account)).find((member) => isPresent(member) && member.role === YOU.role);
  if (known !== undefined) return known;
  const links = await linksTo(baseUrl);
  return (await addMember(memberStore, { ...YOU, account, links }, { now: clock.now() })).member;
}

export async function signInLink(account: string, baseUrl: string): Promise<OneTimeLink> {
  const { id } = await keepMember(account, baseUrl);
  const asked = { ref: memberRefOf(id), links: await linksTo(baseUrl) };
  const { link, linkExpiresAt } = await makeLink(memberStore, asked, { now: clock.now() });
  return { link, linkExpiresAt };
}
