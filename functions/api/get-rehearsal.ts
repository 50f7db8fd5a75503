/** GET /public/follow-up-policy/rehearsal: the last rehearsal of rules, as far as it is by now. */
import { toRehearsal } from '#lib/contract/show-forecast.ts';
import { accountNeeds, loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { getForecast } from '#lib/store/account/forecasts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...accountNeeds, ...storeOf(table, { getForecast }) };

export const getRehearsal = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Rehearsal retrieved successfully' },
    load: async (request) => {
      const [account, forecast] = await Promise.all([
        loadAccount(deps, request),
        deps.getForecast(request.account, 'rehearsal'),
      ]);
      return { account, forecast };
    },
    run: (_request, { account, forecast }) => ({
      data: { rehearsal: forecast === undefined ? null : toRehearsal(forecast, account) },
    }),
  });

export const handler = getRehearsal(needs);
