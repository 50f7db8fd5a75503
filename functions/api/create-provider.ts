/** POST /public/providers: adds a payment provider, once per slug. */

import { toProviderResponse } from '#lib/contract/show-provider.ts';
import { providerLimit, providerSlugTaken } from '#lib/domain/errors.ts';
import { newProvider, PROVIDER_LIMIT } from '#lib/domain/providers/provider.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { createProvider as createInTable } from '#lib/store/account/providers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = {
  ...service,
  ...storeOf(table, { ...guardedCallers, getAccount, createProvider: createInTable }),
};

export const createProvider = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 201, message: 'Provider created successfully' },
    body: async () => (await import('#lib/contract/provider.ts')).readCreateProvider,
    load: async ({ account }) => deps.getAccount(account),
    run: async ({ account, body, now, requestId }, owner) => {
      if (owner === undefined) throw new Error('an account that does not exist');
      const provider = newProvider(body, owner, now);
      const outcome = await deps.createProvider(account, provider, deps.random.nonce());
      if (outcome === 'slug_taken') throw providerSlugTaken(provider.slug);
      if (outcome === 'limit_reached') throw providerLimit(PROVIDER_LIMIT);
      deps.log.count('INFO', 'provider_created', { requestId, account, provider: provider.id });
      const location = `${deps.settings.baseUrl}/public/providers/${provider.id}`;
      return { data: toProviderResponse(provider), headers: { location } };
    },
  });

export const handler = createProvider(needs);
