/** What the calls under `/_local/sandbox/` share: how they read fields, find a provider, and send a webhook. */

import { type Merchants, merchantOf } from '#infra/sandbox/merchants.ts';
import type { Sandbox } from '#infra/sandbox/open-sandbox.ts';
import type { SandboxPayment, WebhookEvent } from '#infra/sandbox/records.ts';
import { type Account, providerFor } from '#lib/domain/account.ts';
import { isCurrency, type Money, parseAmount } from '#lib/domain/money.ts';
import { byCreation, kindOf, type Provider } from '#lib/domain/providers/provider.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { BadCall } from './local-call.ts';

export function readAmount(given: unknown): Money {
  const { value, currency } = (given ?? {}) as { value?: unknown; currency?: unknown };
  if (typeof currency !== 'string' || !isCurrency(currency))
    throw new BadCall('amount.currency must be an ISO 4217 code');
  const amount = parseAmount(typeof value === 'number' ? value : Number.NaN, currency);
  if ('fault' in amount) throw new BadCall(`amount.value ${amount.message}`);
  return amount;
}

const NAME = /^[A-Za-z0-9._-]{1,100}$/;

/** An id that the caller chooses. */
export function readName(field: string, given: unknown): string | undefined {
  if (given === undefined || (typeof given === 'string' && NAME.test(given))) return given;
  throw new BadCall(`${field} must be 1 to 100 letters, digits, dots, dashes or underscores`);
}

/** A field that is true unless the caller says otherwise. */
export function readYes(field: string, given: unknown = true): boolean {
  if (typeof given === 'boolean') return given;
  throw new BadCall(`${field} must be true or false`);
}

export async function readAccount(given: unknown): Promise<Account> {
  if (typeof given !== 'string') throw new BadCall('account must be the id of an account');
  const account = given === '' ? undefined : await getAccount(table, given);
  if (account === undefined) throw new BadCall(`There is no account ${given}`);
  return account;
}

export type SandboxNeeds = Pick<Sandbox, 'ledger' | 'merchants' | 'webhooks'> & { now: () => Date };

/** Sends the webhook and waits until it has been answered; `status` is absent when none is to be sent. */
export async function deliver(
  webhookEvent: WebhookEvent | undefined,
  send: (webhookEvent: WebhookEvent) => Promise<number>,
): Promise<{ delivered: boolean; status?: number }> {
  if (webhookEvent === undefined) return { delivered: false };
  const status = await send(webhookEvent);
  return { delivered: status >= 200 && status < 300, status };
}

/** A provider's merchant at the sandbox. */
export type AtSandbox = { provider: Provider; merchant: string };

/** The account's provider with this slug, if it is a sandbox. */
export function sandboxOf(account: Account, slug: string | undefined): Provider | undefined {
  const provider = slug === undefined ? undefined : providerFor(account, slug);
  return provider && kindOf(provider) === 'sandbox' ? provider : undefined;
}

/** First the one with this slug, then the account's default, then the oldest. */
export function sandboxesOf(account: Account, slug?: string): Provider[] {
  const sandboxes = Object.values(account.providers).filter((provider) => kindOf(provider) === 'sandbox');
  const preferred = [sandboxOf(account, slug), sandboxOf(account, account.defaultProvider)];
  return [...new Set([...preferred, ...sandboxes.toSorted(byCreation)])].filter((provider) => provider !== undefined);
}

export const noSandbox = ({ id }: Account): BadCall => new BadCall(`Account ${id} has no provider of kind sandbox`);

/** Undefined when the provider has no key. */
function merchantAt(merchants: Pick<Merchants, 'keyOf'>, { id }: Provider): string | undefined {
  const key = merchants.keyOf(id);
  return key === undefined ? undefined : merchantOf(key);
}

/** @throws {BadCall} When the provider has no key. */
export function atSandbox(merchants: Pick<Merchants, 'keyOf'>, provider: Provider): AtSandbox {
  const merchant = merchantAt(merchants, provider);
  if (merchant !== undefined) return { provider, merchant };
  throw new BadCall(`Provider ${provider.slug} has no sandbox key; the CLI's set-credentials gives one`);
}

/** All sandboxes of the account that have a key. */
export const allAtSandbox = (merchants: Pick<Merchants, 'keyOf'>, account: Account): AtSandbox[] =>
  sandboxesOf(account).flatMap((provider) => {
    const merchant = merchantAt(merchants, provider);
    return merchant === undefined ? [] : [{ provider, merchant }];
  });

/** The first of the account's sandboxes that has the payment. */
export function findPaid(
  merchants: Pick<Merchants, 'keyOf'>,
  account: Account,
  find: (merchant: string) => SandboxPayment | undefined,
): { provider: Provider; payment: SandboxPayment } | undefined {
  for (const { provider, merchant } of allAtSandbox(merchants, account)) {
    const payment = find(merchant);
    if (payment !== undefined) return { provider, payment };
  }
  return undefined;
}
