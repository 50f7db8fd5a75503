/** Every hour and every day, for each payment provider with credentials: books what its webhooks have not brought. */
import { createHash } from 'node:crypto';
import type { Context } from 'aws-lambda';
import type { ReconcilePage, ReconcileWindow } from '#lib/domain/payment/reconcile-window.ts';
import { payments } from '#lib/live-payments.ts';
import { logBookings } from '#lib/payment/log-payments.ts';
import { schedulesFrom } from '#lib/schedule/schedules.ts';
import { service } from '#lib/service.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import {
  forgetReturn,
  getLedger,
  keepForLater,
  listReturns,
  recordEntry,
  rememberReturn,
} from '#lib/store/ledger/ledger.ts';
import { countUnread, forgetUnread } from '#lib/store/ledger/unread.ts';
import { changePerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { findProvider } from '#lib/use-cases/find-collection.ts';
import {
  missedByWebhooks,
  type ReconcileReport,
  reconcileProvider as reconcile,
} from '#lib/use-cases/reconcile-provider.ts';
import '#lib/payment/gateway.ts';

// Each event needs it, so it is loaded with the function.

/** The payload of a schedule. Of a run that goes on where an earlier one ran out of time, `page` and `part` are given. */
export type ReconcileEvent = { provider: string; window: ReconcileWindow; page?: ReconcilePage; part?: number };

const ledger = { getAccount, getLedger, recordEntry, keepForLater, changePerson };
const returns = { rememberReturn, forgetReturn, listReturns };
const unread = { countUnread, forgetUnread };
const needs = {
  ...service,
  ...payments,
  ...schedulesFrom(service),
  ...storeOf(table, { ...ledger, ...returns, ...unread }),
};

export const reconcileProvider =
  (deps: typeof needs) =>
  async (event: ReconcileEvent, { invokedFunctionArn }: Pick<Context, 'invokedFunctionArn'>): Promise<void> => {
    const { provider, window, page } = event;
    const found = await findProvider(deps, provider);
    if (found === undefined) return deps.log.write('INFO', 'reconciliation_skipped', { provider, window });
    const reconciled = await reconcile(deps, { ...found, window, page });
    logReconciled(deps, event, reconciled);
    await watchUnread(deps, event, reconciled);
    const { rest, restAfterMs = 0 } = reconciled;
    if (rest) await continueLater(deps, { ...event, page: rest }, { invokedFunctionArn, restAfterMs });
  };

function logReconciled(
  { log, clock }: typeof needs,
  { provider, window, part }: ReconcileEvent,
  reconciled: ReconcileReport,
): void {
  const { listed, booked, failed, stopped, rest } = reconciled;
  if (stopped === 'no_credentials') {
    log.write('INFO', 'reconciliation_skipped', { provider, window, reason: stopped });
    return;
  }
  for (const { collection, bookings } of booked) logBookings(log, collection, bookings);
  const missed = missedByWebhooks(booked, clock.now());
  const fields = { provider, window, part, unfinished: rest !== undefined };
  const counts = { payments_reconciled: missed, entries_reconciled: countOf(booked), movements_listed: listed };
  log.count(missed > 0 ? 'WARN' : 'INFO', 'provider_reconciled', fields, counts);
  if (stopped !== undefined) log.count('WARN', 'reconciliation_failed', { provider, window, reason: stopped });
  if (failed > 0) log.count('ERROR', 'reconciliation_failed', { provider, window, reason: 'not_booked', failed });
}

/** A provider is read once an hour: one failure is an outage of theirs, which the next hour mends. */
const TOO_OFTEN = 3;

/** Told once, until it can be read again. */
async function watchUnread(
  deps: typeof needs,
  { provider, window }: ReconcileEvent,
  { stopped, failed, rest }: ReconcileReport,
): Promise<void> {
  if (window !== 'hour' || rest !== undefined || stopped === 'no_credentials') return;
  if (stopped === undefined && failed === 0) {
    await deps.forgetUnread(provider);
    return;
  }
  const failures = await deps.countUnread(provider, deps.clock.now());
  if (failures === TOO_OFTEN)
    deps.log.count('ERROR', 'provider_unreadable', { provider, reason: stopped ?? 'not_booked', hours: failures });
}

const countOf = (booked: ReconcileReport['booked']): number => booked.flatMap(({ bookings }) => bookings).length;

const LATER_MS = 60_000;
/** 20,000 pages. A list that is longer still, or never ends, is left to the next run. */
const MAX_PARTS = 100;

/** The name is the same when this run is repeated, so that only one run goes on. */
async function continueLater(
  deps: typeof needs,
  event: ReconcileEvent,
  { invokedFunctionArn: target, restAfterMs }: { invokedFunctionArn: string; restAfterMs: number },
): Promise<void> {
  const { provider, window, part = 1 } = event;
  if (part === MAX_PARTS)
    return deps.log.count('WARN', 'reconciliation_failed', { provider, window, reason: 'too_long' });
  const input = { ...event, part: part + 1 };
  const name = `${provider}-${createHash('sha256').update(JSON.stringify(input)).digest('hex').slice(0, 16)}`;
  const at = new Date(deps.clock.now().getTime() + Math.max(LATER_MS, restAfterMs));
  await deps.createSchedule({ name, at, input, target });
}

export const handler = reconcileProvider(needs);
