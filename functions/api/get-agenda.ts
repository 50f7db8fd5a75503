/** GET /public/follow-ups/agenda: what goes out on the next days, by day and channel. */
import { readAgendaQuery } from '#lib/contract/forecast.ts';
import { toAgendaResponse } from '#lib/contract/show-forecast.ts';
import type { Account } from '#lib/domain/account.ts';
import { validationFailed } from '#lib/domain/errors.ts';
import { FORECAST_DAYS, type Forecast } from '#lib/domain/forecast/forecast.ts';
import { accountZones } from '#lib/domain/insights/statistics.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { localDay } from '#lib/domain/time/local-time.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { loadAccount } from '#lib/endpoints/account-endpoint.ts';
import { type ForecastNeeds, forecastNeeds, makeForecast } from '#lib/endpoints/forecast-endpoint.ts';
import { endpoint } from '#lib/http/endpoint.ts';

const SHOWN_DAYS = 14;
/** One that took long is shown again for so long. */
const FRESH_MS = 15 * MINUTE_MS;

export const getAgenda = (deps: ForecastNeeds) =>
  endpoint(deps, {
    success: { status: 200, message: 'Agenda retrieved successfully' },
    query: readAgendaQuery,
    load: async (request) => {
      const [account, known] = await Promise.all([
        loadAccount(deps, request),
        deps.getForecast(request.account, 'agenda'),
      ]);
      return { account, known };
    },
    run: async ({ query, now }, { account, known }) => {
      const range = rangeOf(query, account, now);
      const isFresh = known !== undefined && tookLong(known) && now.getTime() - Date.parse(known.asOf) < FRESH_MS;
      const forecast = isFresh ? known : await makeForecast(deps, account, 'agenda');
      return { data: toAgendaResponse(forecast, { account, ...range }) };
    },
  });

const tookLong = ({ step, place }: Forecast): boolean => step > 0 || place !== 'end';

/** @throws validation_failed for days that are past, or too far ahead */
function rangeOf(given: { from?: string | undefined; to?: string | undefined }, account: Account, now: Date) {
  const today = localDay(accountZones(account).day, now.getTime());
  const last = today + FORECAST_DAYS - 1;
  const from = given.from === undefined ? today : dayOf(given.from);
  const to = given.to === undefined ? Math.min(last, from + SHOWN_DAYS - 1) : dayOf(given.to);
  const isAhead = (day: number) => day >= today && day <= last;
  const message = `must be within ${FORECAST_DAYS} days from today`;
  const faults = (['from', 'to'] as const).flatMap((path) => {
    const day = given[path];
    return day === undefined || isAhead(dayOf(day)) ? [] : [{ path, message }];
  });
  if (faults.length > 0) throw validationFailed(faults);
  if (to < from) throw validationFailed([{ path: 'to', message: 'must not be before from' }]);
  return { from, to };
}

export const handler = getAgenda(forecastNeeds);
