/** GET /public/providers: the account's payment providers, oldest first. */

import { toProviderResponse } from '#lib/contract/show-provider.ts';
import { byCreation } from '#lib/domain/providers/provider.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { callers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...service, ...storeOf(table, { ...callers, getAccount }) };

export const listProviders = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Providers retrieved successfully' },
    load: async ({ account }) => deps.getAccount(account),
    run: (_request, owner) => ({
      data: Object.values(owner?.providers ?? {})
        .toSorted(byCreation)
        .map(toProviderResponse),
    }),
  });

export const handler = listProviders(needs);
