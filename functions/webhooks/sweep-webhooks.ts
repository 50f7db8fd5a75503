/** Each minute: queues deliveries and endpoints that are overdue, because their message or schedule was lost. */
import { queuesFrom } from '#lib/schedule/queues.ts';
import { service } from '#lib/service.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { findOverdueWebhooks } from '#lib/store/webhook/deliveries.ts';

/** Scheduler itself may be a minute late. */
const OVERDUE_MS = 2 * 60_000;

const needs = { ...service, ...storeOf(table, { findOverdueWebhooks }), ...queuesFrom(service) };

/** @throws when a shard cannot be read or a task cannot be queued; the others are queued before */
export const sweepWebhooks = (deps: typeof needs) => async (): Promise<{ swept: number }> => {
  const before = new Date(deps.clock.now().getTime() - OVERDUE_MS);
  const { overdue, unread } = await deps.findOverdueWebhooks(before);
  const refused = await deps.queueWebhooks(overdue);
  const swept = overdue.length - refused;
  if (swept > 0) deps.log.count('WARN', 'webhook_swept', {}, { webhooks_swept: swept });
  if (refused + unread > 0)
    throw new Error(`the sweep is incomplete: ${refused} not queued, ${unread} shards not read`);
  return { swept };
};

export const handler = sweepWebhooks(needs);
