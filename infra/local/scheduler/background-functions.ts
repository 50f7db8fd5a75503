/** The functions that no request of the API calls, run in this process with a time limit, as Lambda runs them. */
import { randomUUID } from 'node:crypto';
import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { RECEIVE_EMAIL, RECEIVE_REPLY } from '#infra/local/channels/local-channel.ts';
import { type InFlight, lambdaContext } from '#infra/local/gateway/invoke.ts';
import { makeFunction, type WholeService } from '#infra/local/whole-service.ts';
import type { Run } from '#lib/schedule/queues.ts';

type EventHandler = (event: unknown, context: Context) => Promise<unknown>;

export type BackgroundFunctions = {
  /** Rejects with what the function throws, and when it exceeds the time limit. */
  run(name: string, event: unknown): Promise<unknown>;
  /** How many runs of the follow-up function have ended well since the start, without the questions of new collections. */
  followUpRuns(): number;
};

export const FOLLOW_UP = 'follow-up';
export const SWEEP = 'sweep';
export const DELIVER = 'deliver';
export const SWEEP_WEBHOOKS = 'sweep-webhooks';
export const COUNT_INSIGHTS = 'count-insights';
export const MAIL_SUMMARIES = 'mail-summaries';
const RECONCILE_PROVIDER = 'reconcile-provider';
export const RECORD_RECEIPT = 'record-receipt';

const LIMIT_MS = 120_000;
/** It may read many pages of a list, with a second between them. */
const RECONCILE_LIMIT_MS = 300_000;

export async function loadBackgroundFunctions(service: WholeService, inFlight: InFlight): Promise<BackgroundFunctions> {
  const modules = await Promise.all([
    import('#functions/scheduled/follow-up.ts'),
    import('#functions/scheduled/sweep.ts'),
    import('#functions/scheduled/reconcile-provider.ts'),
    import('#functions/messaging/record-receipt.ts'),
    import('#functions/messaging/receive-reply.ts'),
    import('#functions/messaging/receive-email.ts'),
    import('#functions/webhooks/deliver.ts'),
    import('#functions/webhooks/sweep-webhooks.ts'),
    import('#functions/scheduled/count-insights.ts'),
    import('#functions/scheduled/mail-summaries.ts'),
  ]);
  const names = [
    FOLLOW_UP,
    SWEEP,
    RECONCILE_PROVIDER,
    RECORD_RECEIPT,
    RECEIVE_REPLY,
    RECEIVE_EMAIL,
    DELIVER,
    SWEEP_WEBHOOKS,
    COUNT_INSIGHTS,
    MAIL_SUMMARIES,
  ];
  const handlers = new Map(
    names.map((name, index) => [name, makeFunction<EventHandler>(name, { ...modules[index] }, service)]),
  );
  let followUpRuns = 0;
  return {
    followUpRuns: () => followUpRuns,
    run: async (name, event) => {
      const handler = handlers.get(name);
      if (!handler) throw new Error(`There is no function ${name}`);
      const running = withinLimit(name, (context) => handler(event, context));
      // Nobody waits for the receivers of webhooks.
      const result = await (name === DELIVER ? running : inFlight.track(running));
      if (name === FOLLOW_UP) followUpRuns += countRuns(event as SQSEvent, result as SQSBatchResponse);
      return result;
    },
  };
}

/** Those that ended well, without the relay's questions for new collections and erasures, which no schedule has set. */
function countRuns({ Records }: SQSEvent, { batchItemFailures }: SQSBatchResponse): number {
  const failed = new Set(batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
  const isScheduled = (body: string): boolean => {
    const { asks, erases } = JSON.parse(body) as Run;
    return !asks && !erases;
  };
  return Records.filter(({ messageId, body }) => !failed.has(messageId) && isScheduled(body)).length;
}

async function withinLimit(name: string, run: (context: Context) => Promise<unknown>): Promise<unknown> {
  const limitMs = name === RECONCILE_PROVIDER ? RECONCILE_LIMIT_MS : LIMIT_MS;
  const { promise: timeout, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`${name} took more than ${limitMs} ms`)), limitMs);
  try {
    return await Promise.race([run(lambdaContext(name, randomUUID(), limitMs)), timeout]);
  } finally {
    clearTimeout(timer);
  }
}
