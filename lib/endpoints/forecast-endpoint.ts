/** What the endpoints of forecasts share: a small account has its forecast at once, a large one in the background. */
import type { Account } from '#lib/domain/account.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import type { FollowUpRule } from '#lib/domain/follow-up/follow-up-policy.ts';
import type { Forecast } from '#lib/domain/forecast/forecast.ts';
import { queuesFrom } from '#lib/schedule/queues.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { type ForecastKind, getForecast, putForecast } from '#lib/store/account/forecasts.ts';
import { getVoicedAccount } from '#lib/store/account/voiced.ts';
import { getCollections } from '#lib/store/collection/collections.ts';
import { readCustomer } from '#lib/store/customer/customers.ts';
import { listCustomers } from '#lib/store/customer/list.ts';
import { findReaches } from '#lib/store/opt-out/opt-outs.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { advanceForecast, newForecast, queueSteps } from '#lib/use-cases/make-forecast.ts';

const reads = { listCustomers, readCustomer, getCollections, findReaches, getForecast };

export const forecastNeeds = {
  ...service,
  ...configuredChannelsFrom(service.settings),
  ...queuesFrom(service),
  ...storeOf(table, { ...guardedCallers, ...reads, getAccount: getVoicedAccount, putForecast }),
};
export type ForecastNeeds = typeof forecastNeeds;

/** Of the time that a request has. */
const AT_ONCE_MS = 4_000;

/** The forecast as far as it was made at once. @throws service_unavailable */
export async function makeForecast(
  deps: ForecastNeeds,
  account: Account,
  kind: ForecastKind,
  rules?: readonly FollowUpRule[],
): Promise<Forecast> {
  const started = deps.clock.now().getTime();
  const forecast = await newForecast(deps, account, rules);
  await advanceForecast(deps, account, forecast, started + AT_ONCE_MS);
  await deps.putForecast(account.id, kind, forecast);
  if (forecast.place !== 'end') await queueSteps(deps, { account: account.id, kind, id: forecast.id });
  return forecast;
}
