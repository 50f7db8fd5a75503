/** PATCH /public/providers/{id}: renames, enables or disables a payment provider. */

import { toProviderResponse } from '#lib/contract/show-provider.ts';
import { ownedProvider } from '#lib/domain/account.ts';
import { parseProviderId } from '#lib/domain/ids.ts';
import { changeProvider } from '#lib/domain/providers/provider.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { saveProvider } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...service, ...storeOf(table, { ...guardedCallers, getAccount, saveProvider }) };

export const updateProvider = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Provider updated successfully' },
    body: async () => (await import('#lib/contract/provider.ts')).readUpdateProvider,
    load: async ({ id }) => {
      const ref = parseProviderId(id);
      return ref && deps.getAccount(ref.account);
    },
    run: async ({ account, id, body, now, requestId }, owner) => {
      const provider = ownedProvider(owner, id, account);
      const change = changeProvider(provider, body, now);
      if (change === undefined) return { data: toProviderResponse(provider) };
      const saved = await deps.saveProvider(account, provider.slug, change);
      deps.log.count('INFO', 'provider_updated', { requestId, account, provider: id });
      return { data: toProviderResponse(saved) };
    },
  });

export const handler = updateProvider(needs);
