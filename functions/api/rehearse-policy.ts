/** POST /public/follow-up-policy/rehearsal: tries rules on all that is owed, beside those in force. Nothing is sent or changed. */
import { toRehearsal } from '#lib/contract/show-forecast.ts';
import { loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { type ForecastNeeds, forecastNeeds, makeForecast } from '#lib/endpoints/forecast-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const rehearsePolicy = (deps: ForecastNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Rehearsal started successfully' },
    body: async () => (await import('#lib/contract/follow-up-policy.ts')).readRehearsePolicy,
    load: (request) => loadAccount(deps, request),
    run: async ({ body }, account) => {
      const forecast = await makeForecast(deps, account, 'rehearsal', body.rules);
      return { data: { rehearsal: toRehearsal(forecast, account) } };
    },
  });

export const handler = rehearsePolicy(forecastNeeds);
