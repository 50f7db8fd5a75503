/** Payment options that a provider opens: each shows the session that it was opened as (docs/reference/sandbox-provider.md). */
import type { Method } from './wire.ts';

/** A session at the provider, with what it tells of the account or the phone to pay to. */
export type OpenedSession = {
  method: string;
  expiresAt: string;
  bankAccount: { bankName: string; accountNumber: string; accountName: string };
  mobileMoney: { network: string; phone: string; instructions: string };
};

export type Option = { method: Method } & Readonly<Record<string, string>>;

/** Links lead to our own page, so no provider opens them. */
export const isOpenedByProvider = (method: Method): boolean => method !== 'payment_link' && method !== 'card';

export function optionOf({ method, expiresAt, bankAccount, mobileMoney }: OpenedSession): Option {
  if (method !== 'mobile_money') return { method: method as Method, ...bankAccount, expiresAt };
  const { network: provider, ...payTo } = mobileMoney;
  return { method, provider, ...payTo, expiresAt };
}
