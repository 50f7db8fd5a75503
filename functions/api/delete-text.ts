/** DELETE /public/texts/{language}/{channel}/{kind}: takes the merchant's own words back: ours are sent from then on; safe to repeat. */
import { toTextResponse } from '#lib/contract/show-text.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import { textKey } from '#lib/domain/message/own-text.ts';
import { changeNeeds, loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { textPlaceOf } from '#lib/endpoints/text-endpoint.ts';
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

export const deleteText = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Text taken back successfully' },
    load: (request) => loadAccount(deps, request),
    run: async ({ account: id, by, now, parameters, requestId }, account) => {
      const place = textPlaceOf(parameters);
      const { isChanged } = await changeText(deps, account, place, { by, now });
      if (isChanged) deps.log.count('INFO', 'text_changed', { requestId, account: id, text: textKey(place) });
      const versions = await deps.listVersions(id, textKey(place));
      const setting = { account, baseUrl: deps.settings.baseUrl, isOneWay: deps.isOneWay };
      return { data: toTextResponse(place, { text: undefined, versions }, setting) };
    },
  });

export const handler = deleteText(needs);
