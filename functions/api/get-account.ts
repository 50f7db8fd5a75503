/** GET /public/account: what the merchant has set for all customers. */
import { toAccountResponse } from '#lib/contract/show-account.ts';
import { type AccountNeeds, accountNeeds, loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const getAccount = (deps: AccountNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Account retrieved successfully' },
    load: (request) => loadAccount(deps, request),
    run: (_request, account) => ({ data: toAccountResponse(account, deps.settings) }),
  });

export const handler = getAccount(accountNeeds);
