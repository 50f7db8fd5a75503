/** What the calls under `/_local/sandbox/` share: how they read fields, and how they send a webhook. */

import type { Sandbox } from '#infra/sandbox/open-sandbox.ts';
import type { WebhookEvent } from '#infra/sandbox/records.ts';
import type { Account } from '#lib/domain/account.ts';
import { isCurrency, type Money, parseAmount } from '#lib/domain/money.ts';
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

export type SandboxParts = Pick<Sandbox, 'ledger' | 'merchants' | 'webhooks'> & { now: () => Date };

/** Sends the webhook and waits until it has been answered; `status` is absent when none is to be sent. */
export async function deliver(
  webhookEvent: WebhookEvent | undefined,
  send: (webhookEvent: WebhookEvent) => Promise<number>,
): Promise<{ delivered: boolean; status?: number }> {
  if (webhookEvent === undefined) return { delivered: false };
  const status = await send(webhookEvent);
  return { delivered: status >= 200 && status < 300, status };
}
