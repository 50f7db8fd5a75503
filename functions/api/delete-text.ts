/** DELETE /public/texts/{language}/{channel}/{kind}: takes the merchant's own words back: ours are sent from then on; safe to repeat. */
import { loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { type ChangeTextNeeds, changeAndShow, changeTextNeeds } from '#lib/endpoints/change-text-endpoint.ts';
import { textPlaceOf } from '#lib/endpoints/text-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const deleteText = (deps: ChangeTextNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Text taken back successfully' },
    load: (request) => loadAccount(deps, request),
    run: async ({ by, now, parameters, requestId }, account) => ({
      data: await changeAndShow(deps, account, textPlaceOf(parameters), { by, now, requestId }),
    }),
  });

export const handler = deleteText(changeTextNeeds);
