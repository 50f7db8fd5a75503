/** What failures do to an endpoint: warnings by email, a pause with probes, a pause that was asked for, or the end. */
import { type EndpointRef, endpointId } from '#lib/domain/ids.ts';
import { type Delivery, deliveriesOf, firstTasks } from '#lib/domain/webhook/delivery.ts';
import { type StatusReason, stopEndpoint, type WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import { diagnose, endpointEvent, type Health, nextProbeAt, warningsDue } from '#lib/domain/webhook/health.ts';
import { type NoticeKind, noticeEmail } from '#lib/domain/webhook/notice.ts';
import { mailNotice } from './mail-notices.ts';
import { changeOne, type WebhookPorts } from './webhook-ports.ts';

type StoppedEndpoint = { ref: EndpointRef; endpoint: WebhookEndpoint };

/** Counts one failure more and acts on it. */
export async function judgeEndpoint(ports: WebhookPorts, subject: StoppedEndpoint): Promise<void> {
  const now = ports.clock.now();
  const health = await ports.addFailure(subject.ref, now);
  const diagnosis = diagnose(health, now);
  if (diagnosis === 'failing_for_days') return disableEndpoint(ports, subject, diagnosis, health);
  await warn(ports, subject, health);
  if (diagnosis === 'failing' && subject.endpoint.status === 'enabled') await pauseAndProbe(ports, subject, health);
}

/** The probe is set before the pause, so that a crash in between leaves no pause without an end. */
async function pauseAndProbe(ports: WebhookPorts, subject: StoppedEndpoint, health: Health): Promise<void> {
  const at = nextProbeAt(health, ports.clock.now());
  await ports.setEndpointRun(subject.ref, { at });
  await stop(ports, subject, 'failing');
  await ports.scheduleWebhook({ endpoint: subject.endpoint.id }, at);
}

export async function pauseAsAsked(ports: WebhookPorts, subject: StoppedEndpoint, until: Date): Promise<void> {
  await ports.setEndpointRun(subject.ref, { at: until });
  await stop(ports, subject, 'retry_after');
  await ports.scheduleWebhook({ endpoint: subject.endpoint.id }, until);
}

export async function disableEndpoint(
  ports: WebhookPorts,
  subject: StoppedEndpoint,
  reason: 'gone' | 'failing_for_days',
  health?: Health,
): Promise<void> {
  const stopped = await stop(ports, subject, reason);
  if (stopped) await notify(ports, subject, { kind: 'disabled', since: health?.failingSince });
}

/**
 * Whether this call has changed the endpoint. The account's other endpoints and the feed are told in the write that changes it:
 * once, whatever crashes.
 */
async function stop(ports: WebhookPorts, { ref, endpoint }: StoppedEndpoint, reason: StatusReason): Promise<boolean> {
  const now = ports.clock.now();
  let isChanged = false;
  let deliveries: readonly Delivery[] = [];
  await ports.changeAndTell(
    ref.account,
    changeOne(endpoint.id, (known) => {
      const stopped = stopEndpoint(known, reason, now);
      isChanged = stopped !== known;
      return stopped;
    }),
    (all) => {
      const told = toldOf(ref, all);
      deliveries = told?.deliveries ?? [];
      return told;
    },
  );
  const tasks = isChanged ? firstTasks(deliveries) : [];
  if (tasks.length > 0) await ports.queueWebhooks(tasks);
  return isChanged;
}

function toldOf(ref: EndpointRef, all: readonly WebhookEndpoint[]) {
  const stopped = all.find(({ id }) => id === endpointId(ref));
  const event = stopped && endpointEvent(ref, stopped);
  const others = all.filter((each) => each !== stopped);
  return event && { event, deliveries: deliveriesOf(others, event) };
}

/** Each warning is claimed first, so that it goes out once at most. */
export async function warn(ports: WebhookPorts, { ref, endpoint }: StoppedEndpoint, health: Health): Promise<void> {
  const number = warningsDue(health, ports.clock.now());
  const { failingSince, warnings } = health;
  if (failingSince === undefined || number <= warnings || endpoint.notifyEmail === undefined) return;
  if (await ports.claimWarning(ref, { number, failingSince })) {
    await notify(ports, { ref, endpoint }, { kind: 'failing', since: failingSince });
  }
}

async function notify(
  ports: WebhookPorts,
  { ref, endpoint }: StoppedEndpoint,
  { kind, since }: { kind: NoticeKind; since?: string | undefined },
): Promise<void> {
  ports.log.count('WARN', `webhook_endpoint_${kind}`, { endpoint: endpoint.id });
  await mailNotice(ports, ref, endpoint, noticeEmail(kind, { id: endpoint.id, since }));
}
