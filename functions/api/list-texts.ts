/** GET /public/texts: the texts of the account that are in force. */
import { toTextsResponse } from '#lib/contract/show-text.ts';
import { accountNeeds, loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { getTexts } from '#lib/store/account/texts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...accountNeeds, ...storeOf(table, { getTexts }) };

export const listTexts = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Texts retrieved successfully' },
    load: (request) => loadAccount(deps, request),
    run: async (_request, account) => ({ data: toTextsResponse(await deps.getTexts(account)) }),
  });

export const handler = listTexts(needs);
