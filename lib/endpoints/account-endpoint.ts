/** What the endpoints of an account's settings share: the account itself, read as it is now. */
import type { Account } from '#lib/domain/account.ts';
import { invalidApiKey } from '#lib/domain/errors.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { callers, guardedCallers } from '#lib/store/account/callers.ts';
import { recordAudit } from '#lib/store/member/audit.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

export const accountNeeds = { ...service, ...storeOf(table, { ...callers, getAccount }) };
export const changeNeeds = { ...accountNeeds, ...storeOf(table, { ...guardedCallers, recordAudit }) };

export type AccountNeeds = typeof accountNeeds;
export type ChangeNeeds = typeof changeNeeds;

/** @throws invalid_api_key when the account is gone */
export async function loadAccount(deps: AccountNeeds, { account }: { account: string }): Promise<Account> {
  const found = await deps.getAccount(account);
  if (found === undefined) throw invalidApiKey();
  return found;
}
