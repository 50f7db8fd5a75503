/** Forecasts in the table: an account has one of its agenda, and one of rules that were tried, until a newer one takes its place. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { Forecast } from '#lib/domain/forecast/forecast.ts';
import { accountKey, type Key, secondsAfter, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { fields, integer, text } from '#lib/store/table/checks.ts';
import { all, equals } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, putIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

export const FORECAST_KINDS = ['agenda', 'rehearsal'] as const;
export type ForecastKind = (typeof FORECAST_KINDS)[number];

/** What was true then is of no use later. */
const KEPT_DAYS = 30;

const forecastKey = (account: string, kind: ForecastKind): Key => ({
  pk: accountKey(account).pk,
  sk: `FORECAST#${kind}`,
});

const row = fields({ id: text, step: integer, forecast: text });

const itemOf = (account: string, kind: ForecastKind, forecast: Forecast) => ({
  ...forecastKey(account, kind),
  ...{ id: forecast.id, step: forecast.step, forecast: JSON.stringify(forecast) },
  [TTL_ATTRIBUTE]: secondsAfter(forecast.asOf, KEPT_DAYS),
});

export async function getForecast(table: Table, account: string, kind: ForecastKind): Promise<Forecast | undefined> {
  const item = await table.getItem(forecastKey(account, kind));
  return item && (JSON.parse(readItem(item, row).forecast) as Forecast);
}

/** In place of the one before. */
export async function putForecast(
  table: Table,
  account: string,
  kind: ForecastKind,
  forecast: Forecast,
): Promise<void> {
  await table.send(new PutCommand(put(table, { item: itemOf(account, kind, forecast) })));
}

/** As it is after one step more; false when another has made that step, or a newer forecast is there. */
export const saveForecastStep = (
  table: Table,
  account: string,
  kind: ForecastKind,
  forecast: Forecast,
): Promise<boolean> =>
  putIf(table, {
    item: itemOf(account, kind, forecast),
    when: all(equals('id', forecast.id), equals('step', forecast.step - 1)),
  });
