/** PUT /public/texts/{language}/{channel}/{kind}: saves the merchant's own words for a kind of message; safe to repeat. */
import { toTextResponse } from '#lib/contract/show-text.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import { textKey } from '#lib/domain/message/own-text.ts';
import { changeNeeds, loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { refuseUnsendable, textPlaceOf } from '#lib/endpoints/text-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getTexts, listVersions, saveText } from '#lib/store/account/texts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { changeText } from '#lib/use-cases/change-texts.ts';

const needs = {
  ...changeNeeds,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, { getTexts, listVersions, saveText }),
};

export const setText = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Text updated successfully' },
    body: async () => (await import('#lib/contract/text.ts')).readSetText,
    load: (request) => loadAccount(deps, request),
    run: async ({ account: id, body, by, now, parameters, requestId }, account) => {
      const place = textPlaceOf(parameters);
      const { version: expected, ...words } = body;
      const setting = { account, baseUrl: deps.settings.baseUrl, isOneWay: deps.isOneWay };
      refuseUnsendable(words, place, setting);
      const { text, isChanged } = await changeText(deps, account, place, { words, expected, by, now });
      if (isChanged) deps.log.count('INFO', 'text_changed', { requestId, account: id, text: textKey(place) });
      const versions = await deps.listVersions(id, textKey(place));
      return { data: toTextResponse(place, { text, versions }, setting) };
    },
  });

export const handler = setText(needs);
