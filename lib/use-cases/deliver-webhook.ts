/** One attempt of a delivery: claims it, sends it, stores the outcome, and sets the next attempt or judges the endpoint. */
import type { EndpointRef } from '#lib/domain/ids.ts';
import {
  type Delivery,
  isAccepted,
  nextAttemptAt,
  type SentWebhook,
  WAITS_MS,
  type WebhookTask,
  withAttempt,
} from '#lib/domain/webhook/delivery.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import type { Health } from '#lib/domain/webhook/health.ts';
import { disableEndpoint, judgeEndpoint, pauseAsAsked } from './judge-endpoint.ts';
import type { WebhookPorts } from './webhook-ports.ts';

export type DeliverOutcome = 'delivered' | 'retried' | 'failed' | 'held' | 'dropped';

/** At least. Longer than an attempt takes, and shorter than the queue hides a message: a repeated one finds the claim ended. */
const CLAIM_MS = 60_000;
const MAX_ATTEMPTS = WAITS_MS.length + 1;

type ClaimedDelivery = { ref: EndpointRef; endpoint: WebhookEndpoint; health: Health; claimed: Delivery };

/** Harmless when repeated: a message for an attempt that was made, or is being made, is dropped. */
export async function deliverWebhook(
  ports: WebhookPorts,
  ref: EndpointRef,
  task: WebhookTask & { delivery: string },
): Promise<DeliverOutcome> {
  const { endpoint, health, delivery } = await ports.loadDelivery(ref, task.delivery);
  const now = ports.clock.now();
  if (delivery === undefined || !isDue(delivery, task, now)) return 'dropped';
  if (endpoint === undefined) return end(await ports.changeDelivery(ref, delivery, { status: 'failed' }), 'failed');
  if (endpoint.status !== 'enabled') {
    return end(await ports.changeDelivery(ref, delivery, { status: 'held' }), 'held');
  }
  const claimed = await claim(ports, { ref, delivery, now });
  if (claimed === 'lost') return 'dropped';
  if (claimed === 'used up') return 'failed';
  const sent = await ports.sendWebhook(endpoint, { id: delivery.event, body: delivery.body });
  return conclude(ports, { ref, endpoint, health, claimed }, sent);
}

const end = (changed: boolean, outcome: DeliverOutcome): DeliverOutcome => (changed ? outcome : 'dropped');

/** A message of the sweeper names no attempt: when it comes twice, the attempt that it was for may be over. */
function isDue({ status, round, claimed, nextRunAt = '' }: Delivery, task: WebhookTask, now: Date): boolean {
  if (status === 'waiting' && task.attempt !== undefined) return task.round === round && task.attempt === claimed + 1;
  return (status === 'waiting' || status === 'sending') && nextRunAt <= now.toISOString();
}

type Claim = { ref: EndpointRef; delivery: Delivery; now: Date };

/** An attempt whose claim has ended was interrupted. It may have reached the receiver, which knows the event by its id. */
async function claim(ports: WebhookPorts, { ref, delivery, now }: Claim): Promise<Delivery | 'lost' | 'used up'> {
  const attempts =
    delivery.status === 'sending'
      ? withAttempt(delivery.attempts, { at: now.toISOString(), error: 'interrupted', milliseconds: 0 })
      : delivery.attempts;
  if (delivery.claimed >= MAX_ATTEMPTS) {
    return (await ports.changeDelivery(ref, delivery, { status: 'failed', attempts })) ? 'used up' : 'lost';
  }
  const endsAt = new Date(now.getTime() + CLAIM_MS).toISOString();
  const { nextRunAt = endsAt } = delivery;
  const change = {
    status: 'sending' as const,
    claimed: delivery.claimed + 1,
    attempts,
    nextRunAt: nextRunAt > endsAt ? nextRunAt : endsAt,
  };
  return (await ports.changeDelivery(ref, delivery, change)) ? { ...delivery, ...change } : 'lost';
}

/** The outcome of the attempt is stored first, but for a pause: what it means for the endpoint is found again by the next failure. */
async function conclude(ports: WebhookPorts, attempted: ClaimedDelivery, sent: SentWebhook): Promise<DeliverOutcome> {
  const { ref, endpoint, health, claimed } = attempted;
  const now = ports.clock.now();
  const { waitMs, ...result } = sent;
  const attempts = withAttempt(claimed.attempts, { at: now.toISOString(), ...result });
  if (isAccepted(result)) {
    await ports.changeDelivery(ref, claimed, { status: 'delivered', attempts });
    if (health.failingSince !== undefined) await ports.clearFailures(ref);
    return 'delivered';
  }
  if (result.status === 410) {
    await ports.changeDelivery(ref, claimed, { status: 'failed', attempts });
    await disableEndpoint(ports, { ref, endpoint }, 'gone');
    return 'failed';
  }
  const outcome = waitMs === undefined ? await retry(ports, { ref, claimed, attempts, now }) : 'held';
  if (waitMs !== undefined) {
    // First: what is held while nothing has paused the endpoint would be released at once.
    await pauseAsAsked(ports, { ref, endpoint }, new Date(now.getTime() + waitMs));
    // What asks for time has not refused the event: none of the ten attempts is used up.
    await ports.changeDelivery(ref, claimed, { status: 'held', claimed: claimed.claimed - 1, attempts });
  }
  await judgeEndpoint(ports, { ref, endpoint });
  return outcome;
}

type Retry = { ref: EndpointRef; claimed: Delivery; attempts: Delivery['attempts']; now: Date };

async function retry(ports: WebhookPorts, { ref, claimed, attempts, now }: Retry): Promise<'retried' | 'failed'> {
  const retryAt = nextAttemptAt(claimed.claimed, now, ports.random.fraction());
  if (retryAt === undefined) {
    await ports.changeDelivery(ref, claimed, { status: 'failed', attempts });
    return 'failed';
  }
  const change = { status: 'waiting' as const, attempts, nextRunAt: retryAt.toISOString() };
  if (await ports.changeDelivery(ref, claimed, change)) {
    const { endpoint, id: delivery, round, claimed: made } = claimed;
    await ports.scheduleWebhook({ endpoint, delivery, round, attempt: made + 1 }, retryAt);
  }
  return 'retried';
}
