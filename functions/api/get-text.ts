/** GET /public/texts/{language}/{channel}/{kind}: the text in force, what can stand in it, and its versions. */
import { toTextResponse } from '#lib/contract/show-text.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import { textKey } from '#lib/domain/message/own-text.ts';
import { accountNeeds, loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { settingOf, textPlaceOf } from '#lib/endpoints/text-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { getTexts, listVersions } from '#lib/store/account/texts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = {
  ...accountNeeds,
  ...configuredChannelsFrom(service.settings),
  ...storeOf(table, { getTexts, listVersions }),
};

export const getText = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Text retrieved successfully' },
    load: (request) => loadAccount(deps, request),
    run: async ({ account: id, parameters }, account) => {
      const place = textPlaceOf(parameters);
      const key = textKey(place);
      const [texts, versions] = await Promise.all([
        deps.getTexts(account, (each) => each === key),
        deps.listVersions(id, key),
      ]);
      const setting = settingOf(deps, account);
      return { data: toTextResponse(place, { text: texts[key], versions }, setting) };
    },
  });

export const handler = getText(needs);
