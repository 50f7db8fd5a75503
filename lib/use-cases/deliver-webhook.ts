/** One attempt of a delivery: claims it, sends it, stores the outcome, and sets the next attempt or judges the endpoint. */
import type { CollectionRef } from '#lib/domain/ids.ts';
import { type Delivery, isAccepted, type SentWebhook, withAttempt } from '#lib/domain/webhook/delivery.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import type { Health } from '#lib/domain/webhook/health.ts';
import { nextAttemptAt, WAITS_MS } from '#lib/domain/webhook/retry-ladder.ts';
import type { WebhookTask } from '#lib/domain/webhook/webhook-task.ts';
import { disableEndpoint, judgeEndpoint, pauseAsAsked } from './judge-endpoint.ts';
import type { WebhookPorts } from './webhook-ports.ts';

export type DeliverOutcome = 'delivered' | 'retried' | 'failed' | 'held' | 'dropped';

/** Longer than an attempt takes, and shorter than the queue hides a message: a repeated one finds the claim ended. */
const CLAIM_MS = 60_000;
const MAX_ATTEMPTS = WAITS_MS.length + 1;

type Attempted = { ref: CollectionRef; endpoint: WebhookEndpoint; health: Health; claimed: Delivery };

/** Harmless when repeated: a message for an attempt that was made, or is being made, is dropped. */
export async function deliverWebhook(
  ports: WebhookPorts,
  ref: CollectionRef,
  task: WebhookTask & { delivery: string },
): Promise<DeliverOutcome> {
  const { endpoint, health, delivery } = await ports.load(ref, task.delivery);
  const now = ports.clock.now();
  if (delivery === undefined || !isDue(delivery, task, now)) return 'dropped';
  if (endpoint === undefined) return end(await ports.changeDelivery(ref, delivery, { status: 'failed' }), 'failed');
  if (endpoint.status !== 'enabled') {
    return end(await ports.changeDelivery(ref, delivery, { status: 'held' }), 'held');
  }
  const claimed = await claim(ports, { ref, delivery, now });
  if (claimed === 'lost') return 'dropped';
  if (claimed === 'used up') return 'failed';
  const sent = await ports.send(endpoint, { id: delivery.event, body: delivery.body });
  return conclude(ports, { ref, endpoint, health, claimed }, sent);
}

const end = (changed: boolean, outcome: DeliverOutcome): DeliverOutcome => (changed ? outcome : 'dropped');

function isDue({ status, round, claimed, nextRunAt = '' }: Delivery, task: WebhookTask, now: Date): boolean {
  if (status === 'sending') return nextRunAt <= now.toISOString();
  if (status !== 'waiting') return false;
  return task.attempt === undefined || (task.round === round && task.attempt === claimed + 1);
}

type Claim = { ref: CollectionRef; delivery: Delivery; now: Date };

/** An attempt whose claim has ended was interrupted. It may have reached the receiver, which knows the event by its id. */
async function claim(ports: WebhookPorts, { ref, delivery, now }: Claim): Promise<Delivery | 'lost' | 'used up'> {
  const attempts =
    delivery.status === 'sending'
      ? withAttempt(delivery.attempts, { at: now.toISOString(), error: 'interrupted', milliseconds: 0 })
      : delivery.attempts;
  if (delivery.claimed >= MAX_ATTEMPTS) {
    return (await ports.changeDelivery(ref, delivery, { status: 'failed', attempts })) ? 'used up' : 'lost';
  }
  const change = {
    status: 'sending' as const,
    claimed: delivery.claimed + 1,
    attempts,
    nextRunAt: new Date(now.getTime() + CLAIM_MS).toISOString(),
  };
  return (await ports.changeDelivery(ref, delivery, change)) ? { ...delivery, ...change } : 'lost';
}

/** The outcome of the attempt is stored first: what it means for the endpoint is found again by the next failure. */
async function conclude(ports: WebhookPorts, attempted: Attempted, sent: SentWebhook): Promise<DeliverOutcome> {
  const { ref, endpoint, health, claimed } = attempted;
  const now = ports.clock.now();
  const { waitMs, ...result } = sent;
  const attempts = withAttempt(claimed.attempts, { at: now.toISOString(), ...result });
  if (isAccepted(result)) {
    await ports.changeDelivery(ref, claimed, { status: 'delivered', attempts });
    if (health.failingSince !== undefined) await ports.clearFailures(ref);
    return 'delivered';
  }
  const isGone = result.status === 410;
  const retryAt = isGone ? undefined : nextAttemptAt(claimed.claimed, now, ports.random.fraction());
  if (retryAt === undefined) await ports.changeDelivery(ref, claimed, { status: 'failed', attempts });
  else if (waitMs !== undefined) await ports.changeDelivery(ref, claimed, { status: 'held', attempts });
  else await retry(ports, { ref, claimed, attempts, retryAt });
  if (isGone) await disableEndpoint(ports, { ref, endpoint }, 'gone');
  else if (waitMs !== undefined) await pauseAsAsked(ports, { ref, endpoint }, new Date(now.getTime() + waitMs));
  if (!isGone) await judgeEndpoint(ports, { ref, endpoint });
  if (retryAt === undefined) return 'failed';
  return waitMs === undefined ? 'retried' : 'held';
}

type Retry = { ref: CollectionRef; claimed: Delivery; attempts: Delivery['attempts']; retryAt: Date };

async function retry(ports: WebhookPorts, { ref, claimed, attempts, retryAt }: Retry): Promise<void> {
  const change = { status: 'waiting' as const, attempts, nextRunAt: retryAt.toISOString() };
  if (!(await ports.changeDelivery(ref, claimed, change))) return;
  const { endpoint, id: delivery, round, claimed: made } = claimed;
  await ports.schedule({ endpoint, delivery, round, attempt: made + 1 }, retryAt);
}
