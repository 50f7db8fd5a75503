/** The health of webhook endpoints in the table; the index of what is due holds those that need work. Each write counts its version. */

import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type CollectionRef, endpointId } from '#lib/domain/ids.ts';
import type { Health } from '#lib/domain/webhook/health.ts';
import { DUE_PARTITION_KEY, DUE_SORT_KEY } from '#lib/store/indexes.ts';
import { flag, instant, integer, object, optional } from '#lib/store/table/checks.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { refusingItem, type Table } from '#lib/store/table/table.ts';
import { healthKey, webhookDueShard } from '#lib/store/webhook/keys.ts';

const stored = object({
  failures: optional(integer),
  failingSince: optional(instant),
  warnings: optional(integer),
  probes: optional(integer),
  nextRunAt: optional(instant),
  isCatchingUp: optional(flag),
});

export function toHealth(item: Parameters<typeof readItem>[0]): Health {
  const { failures = 0, warnings = 0, probes = 0, ...rest } = readItem(item, stored);
  return { failures, warnings, probes, ...rest } as Health;
}

/** Counts one failure more, and answers the health as it then is. */
export async function addFailure(table: Table, endpoint: CollectionRef, now: Date): Promise<Health> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: healthKey(endpoint),
    UpdateExpression: 'SET failingSince = if_not_exists(failingSince, :now) ADD failures :one, version :one',
    ExpressionAttributeValues: { ':now': now.toISOString(), ':one': 1 },
    ReturnValues: 'ALL_NEW',
  });
  const { Attributes } = await table.send(update);
  return toHealth({ ...Attributes, ...healthKey(endpoint) });
}

/** A delivery was accepted. */
export async function clearFailures(table: Table, endpoint: CollectionRef): Promise<void> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: healthKey(endpoint),
    UpdateExpression: 'SET failures = :zero, warnings = :zero, probes = :zero REMOVE failingSince ADD version :one',
    ExpressionAttributeValues: { ':zero': 0, ':one': 1 },
  });
  await table.send(update);
}

type Warning = { number: number; failingSince: string };

/**
 * False if another call has sent this warning, or is about to, and once a delivery was accepted: a warning then is about
 * failures that are over. By its token a call knows a claim of its own whose answer was lost.
 */
export async function claimWarning(
  table: Table,
  endpoint: CollectionRef,
  { number, failingSince }: Warning,
): Promise<boolean> {
  const token = table.random.nonce();
  const update = new UpdateCommand({
    TableName: table.name,
    Key: healthKey(endpoint),
    UpdateExpression: 'SET warnings = :warning, warnedBy = :token ADD version :one',
    ConditionExpression: 'failingSince = :since AND (attribute_not_exists(warnings) OR warnings < :warning)',
    ExpressionAttributeValues: { ':warning': number, ':since': failingSince, ':token': token, ':one': 1 },
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
  });
  try {
    await table.send(update);
    return true;
  } catch (error) {
    return refusingItem(error)['warnedBy'] === token;
  }
}

type NextRun = { at: Date; probes?: number; failures?: number; isCatchingUp?: boolean };

/** When the endpoint needs work next, and what is known then; false if `after` is given and no longer its next run. */
export function setEndpointRun(
  table: Table,
  endpoint: CollectionRef,
  { at, ...known }: NextRun,
  after?: string,
): Promise<boolean> {
  const fields = Object.entries({ ...known, [DUE_SORT_KEY]: at.toISOString() });
  const update = new UpdateCommand({
    TableName: table.name,
    Key: healthKey(endpoint),
    UpdateExpression: `SET #due = :due, ${fields.map(([name]) => `${name} = :${name}`).join(', ')} ADD version :one`,
    ...(after !== undefined && { ConditionExpression: `${DUE_SORT_KEY} = :after` }),
    ExpressionAttributeNames: { '#due': DUE_PARTITION_KEY },
    ExpressionAttributeValues: {
      ':due': webhookDueShard(endpointId(endpoint)),
      ':one': 1,
      ...Object.fromEntries(fields.map(([name, value]) => [`:${name}`, value])),
      ...(after !== undefined && { ':after': after }),
    },
  });
  return table.writeIf(update);
}

/** The endpoint needs no work any more, unless another run was set meanwhile. */
export async function endEndpointRuns(table: Table, endpoint: CollectionRef, after: string): Promise<void> {
  const update = new UpdateCommand({
    TableName: table.name,
    Key: healthKey(endpoint),
    UpdateExpression: `REMOVE #due, ${DUE_SORT_KEY}, isCatchingUp ADD version :one`,
    ConditionExpression: `${DUE_SORT_KEY} = :after`,
    ExpressionAttributeNames: { '#due': DUE_PARTITION_KEY },
    ExpressionAttributeValues: { ':after': after, ':one': 1 },
  });
  await table.writeIf(update);
}
