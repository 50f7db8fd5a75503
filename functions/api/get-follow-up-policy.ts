/** GET /public/follow-up-policy: the rules of the account for its follow-ups. */
import { toPolicyResponse } from '#lib/contract/show-account.ts';
import { policyIn } from '#lib/domain/follow-up/follow-up-policy.ts';
import { type AccountNeeds, accountNeeds, loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const getFollowUpPolicy = (deps: AccountNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Follow-up policy retrieved successfully' },
    load: (request) => loadAccount(deps, request),
    run: (_request, account) => ({ data: toPolicyResponse(policyIn(account)) }),
  });

export const handler = getFollowUpPolicy(accountNeeds);
