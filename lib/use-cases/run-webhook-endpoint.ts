/** The work of an endpoint besides its deliveries: it is probed, its pause ends, and what was held is sent. */
import { type EndpointRef, eventId } from '#lib/domain/ids.ts';
import type { WebhookTask } from '#lib/domain/webhook/delivery.ts';
import { isAccepted, pingBody } from '#lib/domain/webhook/delivery.ts';
import { healEndpoint, type WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { diagnose, type Health, nextProbeAt } from '#lib/domain/webhook/health.ts';
import { disableEndpoint, warn } from './judge-endpoint.ts';
import { changeOne, type WebhookPorts } from './webhook-ports.ts';

export type EndpointOutcome = 'probed' | 'healed' | 'caught_up' | 'catching_up' | 'dropped';

const CLAIM_MS = 60_000;
/** The clocks of two machines differ. */
const EARLY_MS = 5_000;
/** Of what is held, so many at once, and so many pages in one run. */
const PAGE = 100;
const MAX_PAGES = 10;
/** What was about to be held when the endpoint was enabled is held by then, and the index shows it. */
const LATECOMERS_MS = 5 * 60_000;
const LOOK_AGAIN_MS = 60_000;

type Subject = { ref: EndpointRef; endpoint: WebhookEndpoint; health: Health; lease: string };

/** Harmless when repeated: only one run at a time has the claim. */
export async function runWebhookEndpoint(ports: WebhookPorts, ref: EndpointRef): Promise<EndpointOutcome> {
  const { endpoint, health } = await ports.loadDelivery(ref);
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

async function probe(ports: WebhookPorts, subject: Subject): Promise<EndpointOutcome> {
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
async function heal(ports: WebhookPorts, { ref, endpoint, lease }: Subject): Promise<EndpointOutcome> {
  const now = ports.clock.now();
  await ports.setEndpointRun(ref, { at: now, failures: 0, probes: 0, isCatchingUp: true }, lease);
  await ports.changeWebhookEndpoints(
    ref.account,
    changeOne(endpoint.id, (known) => healEndpoint(known, now)),
  );
  await ports.queueWebhooks([{ endpoint: endpoint.id }]);
  return 'healed';
}

async function release(ports: WebhookPorts, subject: Subject): Promise<EndpointOutcome> {
  const { ref, endpoint, lease } = subject;
  let isHolding = false;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const { held, released } = await releasePage(ports, subject);
    isHolding ||= held > 0;
    if (released === 0) break;
  }
  const now = ports.clock.now();
  if (!isHolding && now.getTime() - Date.parse(endpoint.statusSince) >= LATECOMERS_MS) {
    await ports.endEndpointRuns(ref, lease);
    return 'caught_up';
  }
  // By a schedule: Lambda stops a function that goes on and on by its own queue.
  const at = new Date(now.getTime() + LOOK_AGAIN_MS);
  await ports.setEndpointRun(ref, { at }, lease);
  await ports.scheduleWebhook({ endpoint: endpoint.id }, at);
  return 'catching_up';
}

/**
 * The index may still show what was released a moment ago. What a receiver has just asked to send later is left for the
 * next look: by then the endpoint is paused, or the run that should have paused it has died.
 */
async function releasePage(
  ports: WebhookPorts,
  { ref, endpoint }: Subject,
): Promise<{ held: number; released: number }> {
  const now = ports.clock.now();
  const held = (await ports.findHeld(ref, PAGE)).filter(({ status }) => status === 'held');
  const triedBefore = new Date(now.getTime() - LOOK_AGAIN_MS).toISOString();
  const tasks = await Promise.all(
    held
      .filter(({ attempts }) => (attempts.at(-1)?.at ?? '') < triedBefore)
      .map(async (delivery): Promise<WebhookTask[]> => {
        const { id, round, claimed } = delivery;
        const isReleased = await ports.changeDelivery(ref, delivery, {
          status: 'waiting',
          nextRunAt: now.toISOString(),
        });
        return isReleased ? [{ endpoint: endpoint.id, delivery: id, round, attempt: claimed + 1 }] : [];
      }),
  );
  await ports.queueWebhooks(tasks.flat());
  return { held: held.length, released: tasks.flat().length };
}
