/** What the work on webhooks needs of the world, and how one endpoint of an account is changed. */

import type { Channels } from '#lib/channels/channels.ts';
import type { WebhookEndpoint } from '#lib/domain/webhook/endpoint.ts';
import type { Queues } from '#lib/schedule/queues.ts';
import type { Schedules } from '#lib/schedule/schedules.ts';
import type { NeedsSettings, Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';
import type { WebhookSender } from '#lib/webhook/send.ts';

export type WebhookPorts = Pick<Service, 'clock' | 'random' | 'log'> &
  NeedsSettings<'baseUrl' | 'testAccountsSend'> &
  Pick<
    Store,
    'loadDelivery' | 'loadEndpoint' | 'changeDelivery' | 'findHeld' | 'changeWebhookEndpoints' | 'changeAndTell'
  > &
  Pick<Store, 'addFailure' | 'clearFailures' | 'claimWarning' | 'setEndpointRun' | 'endEndpointRuns'> &
  Pick<
    Store,
    'getAccount' | 'findReach' | 'getNotifyAddress' | 'claimAsking' | 'setAsked' | 'countAsking' | 'claimNotice'
  > &
  Pick<Queues, 'queueWebhooks'> &
  Pick<Schedules, 'scheduleWebhook'> &
  Pick<Channels, 'sendNotice'> &
  WebhookSender;

/** Changes one endpoint, if it still exists. */
export const changeOne =
  (id: string, change: (endpoint: WebhookEndpoint) => WebhookEndpoint) =>
  (all: readonly WebhookEndpoint[]): readonly WebhookEndpoint[] => {
    const found = all.find((endpoint) => endpoint.id === id);
    const changed = found && change(found);
    return changed === undefined || changed === found ? all : all.map((known) => (known === found ? changed : known));
  };
