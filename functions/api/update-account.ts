/** PATCH /public/account: changes what the merchant has set for all customers; safe to repeat. */
import { toAccountResponse } from '#lib/contract/show-account.ts';
import { API_KEY } from '#lib/domain/audit.ts';
import { type ChangeNeeds, changeNeeds, loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { saveSettings } from '#lib/store/account/settings.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeAccount } from '#lib/use-cases/change-settings.ts';

const needs = { ...changeNeeds, ...storeOf(table, { saveSettings }) };

export const updateAccount = (deps: ChangeNeeds & typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Account updated successfully' },
    body: async () => (await import('#lib/contract/account.ts')).readUpdateAccount,
    load: (request) => loadAccount(deps, request),
    run: async ({ account: id, body, by = API_KEY, now, requestId }, loaded) => {
      const { account, isChanged } = await changeAccount(deps, loaded, body, { by, now });
      if (isChanged) deps.log.count('INFO', 'settings_changed', { requestId, account: id });
      return { data: toAccountResponse(account, deps.settings) };
    },
  });

export const handler = updateAccount(needs);
