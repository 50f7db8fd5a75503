/** The health of webhook endpoints in the table; the index of what is due holds those that need work. Each write counts its version. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type EndpointRef, endpointId } from '#lib/domain/ids.ts';
import type { Health } from '#lib/domain/webhook/health.ts';
import { DUE_PARTITION_KEY, DUE_SORT_KEY } from '#lib/store/indexes.ts';
import { fields, flag, instant, integer, optional } from '#lib/store/table/checks.ts';
import { all, any, equals, isBelow, notExists } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { atFirst, SHOW_REFUSING, update, updateIf } from '#lib/store/table/requests.ts';
import { refusingItem, type Table } from '#lib/store/table/table.ts';
import { healthKey, webhookDueShard } from '#lib/store/webhook/keys.ts';

const stored = fields({
  failures: optional(integer),
  failingSince: optional(instant),
  warnings: optional(integer),
  probes: optional(integer),
  nextRunAt: optional(instant),
  isCatchingUp: optional(flag),
  replayedAt: optional(instant),
});

export function toHealth(item: Parameters<typeof readItem>[0]): Health {
  const { failures = 0, warnings = 0, probes = 0, ...rest } = readItem(item, stored);
  return { failures, warnings, probes, ...rest };
}

const NEXT_VERSION = { version: 1 };

/** Counts one failure more, and answers the health as it then is. */
export async function addFailure(table: Table, endpoint: EndpointRef, now: Date): Promise<Health> {
  const key = healthKey(endpoint);
  const write = update(table, {
    key,
    set: { failingSince: atFirst(now.toISOString()) },
    add: { failures: 1, ...NEXT_VERSION },
  });
  const { Attributes } = await table.send(new UpdateCommand({ ...write, ReturnValues: 'ALL_NEW' }));
  return toHealth({ ...Attributes, ...key });
}

/** A delivery was accepted. */
export async function clearFailures(table: Table, endpoint: EndpointRef): Promise<void> {
  const write = update(table, {
    key: healthKey(endpoint),
    set: { failures: 0, warnings: 0, probes: 0 },
    remove: ['failingSince'],
    add: NEXT_VERSION,
  });
  await table.send(new UpdateCommand(write));
}

type Warning = { number: number; failingSince: string };

/**
 * False if another call has sent this warning, or is about to, and once a delivery was accepted: a warning then is about
 * failures that are over. By its token a call knows a claim of its own whose answer was lost.
 */
export async function claimWarning(
  table: Table,
  endpoint: EndpointRef,
  { number, failingSince }: Warning,
): Promise<boolean> {
  const token = table.random.nonce();
  const write = update(table, {
    key: healthKey(endpoint),
    set: { warnings: number, warnedBy: token },
    add: NEXT_VERSION,
    when: all(equals('failingSince', failingSince), any(notExists('warnings'), isBelow('warnings', number))),
  });
  try {
    await table.send(new UpdateCommand({ ...write, ...SHOW_REFUSING }));
    return true;
  } catch (error) {
    return refusingItem(error)['warnedBy'] === token;
  }
}

type NextRun = { at: Date; probes?: number; failures?: number; isCatchingUp?: boolean; replayedAt?: string };

/** When the endpoint needs work next, and what is known then; false if `after` is given and no longer its next run. */
export function setEndpointRun(
  table: Table,
  endpoint: EndpointRef,
  { at, ...known }: NextRun,
  after?: string,
): Promise<boolean> {
  return updateIf(table, {
    key: healthKey(endpoint),
    set: { ...known, [DUE_SORT_KEY]: at.toISOString(), [DUE_PARTITION_KEY]: webhookDueShard(endpointId(endpoint)) },
    add: NEXT_VERSION,
    when: after === undefined ? undefined : equals(DUE_SORT_KEY, after),
  });
}

/** The endpoint needs no work any more, unless another run was set meanwhile. */
export async function endEndpointRuns(table: Table, endpoint: EndpointRef, after: string): Promise<void> {
  await updateIf(table, {
    key: healthKey(endpoint),
    remove: [DUE_PARTITION_KEY, DUE_SORT_KEY, 'isCatchingUp', 'replayedAt'],
    add: NEXT_VERSION,
    when: equals(DUE_SORT_KEY, after),
  });
}
