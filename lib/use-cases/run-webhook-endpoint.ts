/** The work of an endpoint besides its deliveries: it is probed, its pause ends, and what was held is sent. */
import { type EndpointRef, eventId } from '#lib/domain/ids.ts';
import { asksToWait, type Delivery, isAccepted, pingBody } from '#lib/domain/webhook/delivery.ts';
import { healEndpoint, type WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { diagnose, type Health, nextProbeAt } from '#lib/domain/webhook/health.ts';
import { deliverWebhook } from './deliver-webhook.ts';
import { disableEndpoint, warn } from './judge-endpoint.ts';
import { changeOne, type WebhookPorts } from './webhook-ports.ts';

export type EndpointOutcome = 'probed' | 'healed' | 'caught_up' | 'catching_up' | 'dropped';

const CLAIM_MS = 60_000;
/** The clocks of two machines differ. */
const EARLY_MS = 5_000;
/** In one run so many are sent, and for so long: an attempt that begins at the end takes fifteen seconds more. */
const MAX_RELEASED = 100;
const RELEASE_MS = 10_000;
/** What was about to be held when the endpoint was enabled, or was replayed, is held by then, and the index shows it. */
const LATECOMERS_MS = 5 * 60_000;
const LOOK_AGAIN_MS = 60_000;

type EndpointRun = { ref: EndpointRef; endpoint: WebhookEndpoint; health: Health; lease: string };

/** Harmless when repeated: only one run at a time has the claim. */
export async function runWebhookEndpoint(ports: WebhookPorts, ref: EndpointRef): Promise<EndpointOutcome> {
  const { endpoint, health } = await ports.loadEndpoint(ref);
  const now = ports.clock.now();
  const { nextRunAt } = health;
  if (nextRunAt === undefined || nextRunAt > new Date(now.getTime() + EARLY_MS).toISOString()) return 'dropped';
  const at = new Date(now.getTime() + CLAIM_MS);
  if (!(await ports.setEndpointRun(ref, { at }, nextRunAt))) return 'dropped';
  if (endpoint !== undefined) {
    const subject = { ref, endpoint, health, lease: at.toISOString() };
    if (endpoint.statusReason === 'failing') return probe(ports, subject);
    if (endpoint.statusReason === 'retry_after') return heal(ports, subject);
    if (endpoint.status === 'enabled' && health.isCatchingUp) return release(ports, subject);
  }
  await ports.endEndpointRuns(ref, at.toISOString());
  return 'dropped';
}

async function probe(ports: WebhookPorts, subject: EndpointRun): Promise<EndpointOutcome> {
  const { ref, endpoint, health } = subject;
  const now = ports.clock.now();
  const id = eventId(endpoint.id, `probe ${now.toISOString()}`);
  if (isAccepted(await ports.sendWebhook(endpoint, { id, body: pingBody(id, endpoint.id, now) })))
    return heal(ports, subject);
  if (diagnose(health, now) === 'failing_for_days') {
    await disableEndpoint(ports, subject, 'failing_for_days', health);
    await ports.endEndpointRuns(ref, subject.lease);
    return 'probed';
  }
  const at = nextProbeAt(health, now);
  await ports.setEndpointRun(ref, { at, probes: health.probes + 1 }, subject.lease);
  await ports.scheduleWebhook({ endpoint: endpoint.id }, at);
  await warn(ports, subject, health);
  return 'probed';
}

/** A probe that passes does not end `failingSince`: only a delivery that is accepted shows that all is well. */
async function heal(ports: WebhookPorts, { ref, endpoint, lease }: EndpointRun): Promise<EndpointOutcome> {
  const now = ports.clock.now();
  await ports.setEndpointRun(ref, { at: now, failures: 0, probes: 0, isCatchingUp: true }, lease);
  await ports.changeWebhookEndpoints(
    ref.account,
    changeOne(endpoint.id, (known) => healEndpoint(known, now)),
  );
  await ports.queueWebhooks([{ endpoint: endpoint.id }]);
  return 'healed';
}

/**
 * One after the other, the oldest first: a queue with many workers keeps no order. It stops at the first that is not accepted,
 * so that a receiver which is down again gets one attempt a minute. What is told meanwhile is sent beside it.
 */
async function release(ports: WebhookPorts, { ref, endpoint, health, lease }: EndpointRun): Promise<EndpointOutcome> {
  const startedAt = ports.clock.now().getTime();
  const isOverdue = () => ports.clock.now().getTime() - startedAt >= RELEASE_MS;
  const held = (await ports.findHeld(ref, MAX_RELEASED)).filter(({ status }) => status === 'held');
  let isAccepting = true;
  for (const delivery of held.filter((each) => !isToldToWait(each, startedAt))) {
    if (!isAccepting || isOverdue()) break;
    isAccepting = await releaseOne(ports, ref, delivery);
  }
  const now = ports.clock.now();
  const { replayedAt = endpoint.statusSince } = health;
  if (held.length === 0 && now.getTime() - Date.parse(replayedAt) >= LATECOMERS_MS) {
    await ports.endEndpointRuns(ref, lease);
    return 'caught_up';
  }
  // By a schedule: Lambda stops a function that goes on and on by its own queue.
  const at = new Date(now.getTime() + LOOK_AGAIN_MS);
  await ports.setEndpointRun(ref, { at }, lease);
  await ports.scheduleWebhook({ endpoint: endpoint.id }, at);
  return 'catching_up';
}

/** An attempt beside this run has just been told to wait: it is released when this run looks again. */
function isToldToWait({ attempts }: Delivery, now: number): boolean {
  const { status, at = '' } = attempts.at(-1) ?? {};
  return asksToWait(status) && Date.parse(at) > now - EARLY_MS;
}

/** False when it was not accepted. One that another run took has its own outcome. */
async function releaseOne(ports: WebhookPorts, ref: EndpointRef, delivery: Delivery): Promise<boolean> {
  const { id, endpoint, round, claimed } = delivery;
  const nextRunAt = ports.clock.now().toISOString();
  if (!(await ports.changeDelivery(ref, delivery, { status: 'waiting', nextRunAt }))) return true;
  const outcome = await deliverWebhook(ports, ref, { endpoint, delivery: id, round, attempt: claimed + 1 });
  return outcome === 'delivered' || outcome === 'dropped';
}
