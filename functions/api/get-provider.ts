/** GET /public/providers/{id}: one of the account's payment providers. */

import { toProviderResponse } from '#lib/contract/show-provider.ts';
import { ownedProvider } from '#lib/domain/account.ts';
import { parseProviderId } from '#lib/domain/ids.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { callers } from '#lib/store/account/callers.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...service, ...storeOf(table, { ...callers, getAccount }) };

export const getProvider = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Provider retrieved successfully' },
    load: async ({ id }) => {
      const ref = parseProviderId(id);
      return ref && deps.getAccount(ref.account);
    },
    run: ({ account, id }, owner) => ({ data: toProviderResponse(ownedProvider(owner, id, account)) }),
  });

export const handler = getProvider(needs);
