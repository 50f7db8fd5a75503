/** The parts of `lib/` that tests replace: {@link restoreParts} makes them what a fresh process has. */

import { checksumKeys } from '#lib/checksum-keys.ts';
import { clock, wallClock } from '#lib/clock.ts';
import { accountRate } from '#lib/http/account-rate.ts';
import { paymentParts } from '#lib/live-payments.ts';
import { output } from '#lib/log.ts';
import { random } from '#lib/random.ts';
import { restored } from '#lib/restored.ts';
import { retention } from '#lib/retention.ts';
import { runsQueue } from '#lib/schedule/runs-queue.ts';
import { reconcileFunction } from '#lib/schedule/schedule-reconciliation.ts';
import { schedule } from '#lib/schedule/scheduler.ts';
import { sqs } from '#lib/schedule/sqs.ts';
import { site } from '#lib/site.ts';
import { table } from '#lib/store/table/live-table.ts';

import { webhookKey } from '#lib/webhook/secrets.ts';
import { receivers } from '#lib/webhook/settings.ts';

const PARTS: readonly object[] = [
  ...[accountRate, checksumKeys, clock, output, paymentParts, random, receivers, reconcileFunction],
  ...[restored, retention, runsQueue, schedule, site, sqs, table, wallClock, webhookKey],
];

const atFirst = PARTS.map((part) => ({ part, values: { ...part } }));

/** The table is the one that the environment names now. */
export function restoreParts(): void {
  for (const { part, values } of atFirst) {
    for (const name of Object.keys(part)) if (!(name in values)) Reflect.deleteProperty(part, name);
    Object.assign(part, values);
  }
  table.name = process.env['TABLE_NAME'] ?? '';
}
