/** PUT /public/texts/{language}/{channel}/{kind}: saves the merchant's own words for a kind of message; safe to repeat. */
import { loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { type ChangeTextNeeds, changeAndShow, changeTextNeeds } from '#lib/endpoints/change-text-endpoint.ts';
import { refuseUnsendable, settingOf, textPlaceOf } from '#lib/endpoints/text-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const setText = (deps: ChangeTextNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Text updated successfully' },
    body: async () => (await import('#lib/contract/text.ts')).readSetText,
    load: (request) => loadAccount(deps, request),
    run: async ({ body, by, now, parameters, requestId }, account) => {
      const place = textPlaceOf(parameters);
      const { version: expected, ...words } = body;
      refuseUnsendable(words, place, settingOf(deps, account));
      return { data: await changeAndShow(deps, account, place, { words, expected, by, now, requestId }) };
    },
  });

export const handler = setText(changeTextNeeds);
