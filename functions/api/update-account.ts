/** PATCH /public/account: changes what the merchant has set for all customers; safe to repeat. */
import { toAccountResponse } from '#lib/contract/show-account.ts';
import { invalidApiKey } from '#lib/domain/errors.ts';
import { changed, changeSettings } from '#lib/domain/settings.ts';
import { type ChangeNeeds, changeNeeds, loadAccount, recordChange } from '#lib/endpoints/account-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { saveSettings } from '#lib/store/account/settings.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...changeNeeds, ...storeOf(table, { saveSettings }) };

export const updateAccount = (deps: ChangeNeeds & typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Account updated successfully' },
    body: async () => (await import('#lib/contract/account.ts')).readUpdateAccount,
    load: (request) => loadAccount(deps, request),
    run: async ({ account: id, body, by, now, requestId }, account) => {
      const change = changeSettings(account, body);
      if (change === undefined) return { data: toAccountResponse(account) };
      if (!(await deps.saveSettings(id, change))) throw invalidApiKey();
      const detail = [...Object.keys(change.set), ...change.remove].sort().join(', ');
      await recordChange(deps, { account: id, by, detail, now });
      deps.log.count('INFO', 'settings_changed', { requestId, account: id });
      return { data: toAccountResponse(changed(account, change)) };
    },
  });

export const handler = updateAccount(needs);
