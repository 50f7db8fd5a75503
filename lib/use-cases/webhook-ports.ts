/** What the work on webhooks needs of the world. */
import type { EndpointRef } from '#lib/domain/ids.ts';
import type { Delivery, DeliveryAttempt, SentWebhook } from '#lib/domain/webhook/delivery.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import type { Health } from '#lib/domain/webhook/health.ts';
import type { NoticeKind } from '#lib/domain/webhook/notice.ts';
import type { WebhookTask } from '#lib/domain/webhook/webhook-task.ts';
import type { Clock } from './ports.ts';

type DeliveryChange = Pick<Delivery, 'status'> &
  Partial<Pick<Delivery, 'claimed' | 'round' | 'nextRunAt'>> & { attempts?: DeliveryAttempt[] };

type EndpointRun = { at: Date; probes?: number; failures?: number; isCatchingUp?: boolean };

export type WebhookPorts = {
  clock: Clock;
  random: { fraction: () => number };
  load: (
    endpoint: EndpointRef,
    delivery?: string,
  ) => Promise<{ endpoint: WebhookEndpoint | undefined; health: Health; delivery: Delivery | undefined }>;
  /** False when the delivery has changed since it was read. */
  changeDelivery: (endpoint: EndpointRef, read: Delivery, change: DeliveryChange) => Promise<boolean>;
  findHeld: (endpoint: EndpointRef, limit: number) => Promise<Delivery[]>;
  changeEndpoints: (
    account: string,
    change: (all: readonly WebhookEndpoint[]) => readonly WebhookEndpoint[],
  ) => Promise<readonly WebhookEndpoint[]>;
  addFailure: (endpoint: EndpointRef, now: Date) => Promise<Health>;
  clearFailures: (endpoint: EndpointRef) => Promise<void>;
  claimWarning: (endpoint: EndpointRef, warning: { number: number; failingSince: string }) => Promise<boolean>;
  /** False when `after` is given and is no longer the next run. */
  setEndpointRun: (endpoint: EndpointRef, run: EndpointRun, after?: string) => Promise<boolean>;
  endEndpointRuns: (endpoint: EndpointRef, after: string) => Promise<void>;
  /** @throws when the endpoint's secret cannot be read */
  send: (endpoint: WebhookEndpoint, webhook: { id: string; body: string }) => Promise<SentWebhook>;
  /** These three do not throw: the sweeper finds what is not queued. */
  schedule: (task: WebhookTask, at: Date) => Promise<void>;
  queue: (tasks: readonly WebhookTask[]) => Promise<unknown>;
  notify: (endpoint: WebhookEndpoint, notice: { kind: NoticeKind; since?: string | undefined }) => Promise<void>;
};

/** Changes one endpoint, if it still exists. */
export const changeOne =
  (id: string, change: (endpoint: WebhookEndpoint) => WebhookEndpoint) =>
  (all: readonly WebhookEndpoint[]): readonly WebhookEndpoint[] => {
    const found = all.find((endpoint) => endpoint.id === id);
    const changed = found && change(found);
    return changed === undefined || changed === found ? all : all.map((known) => (known === found ? changed : known));
  };
