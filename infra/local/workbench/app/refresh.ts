/** Keeps what the workbench knows fresh: asks every second whether something has changed, and reads again if so. */
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import type { PaymentResponse } from '#lib/contract/payment.ts';
import type { DeliveryResponse } from '#lib/contract/webhook-delivery.ts';
import type { WebhookEndpointResponse } from '#lib/contract/webhook-endpoint.ts';
import { api, local } from './api.ts';
import { routeOf, type Screen } from './route.ts';
import * as state from './state.ts';

const EVERY_MS = 1000;
const SHOWN_COLLECTIONS = 50;

let version = '';

/** Reads everything that the screen shows. */
export async function refresh(): Promise<void> {
  const { screen, id } = state.route.value;
  await Promise.all([readAlways(), readDetail(screen, id), READS[screen]?.()]);
}

async function readAlways(): Promise<void> {
  const [list, messages, receiver, schedules, faults] = await Promise.all([
    api<CollectionResponse[]>('GET', `collections?limit=${SHOWN_COLLECTIONS}`),
    local<SentMessage[]>('GET', 'messages'),
    local<state.Receiver>('GET', 'receiver'),
    local<state.Schedule[]>('GET', 'schedules'),
    local<state.Fault[]>('GET', 'faults'),
  ]);
  state.collections.value = list;
  state.messages.value = messages;
  state.receiver.value = receiver;
  state.schedules.value = schedules;
  state.faults.value = faults;
}

async function readDetail(screen: Screen, id: string | undefined): Promise<void> {
  if (screen !== 'collections' || !id?.startsWith('pay_')) {
    state.detail.value = undefined;
    return;
  }
  const [collection, plan, payments] = await Promise.all([
    api<CollectionResponse>('GET', `collections/${id}`),
    api<FollowUpPlanResponse>('GET', `collections/${id}/follow-ups`),
    api<PaymentResponse[]>('GET', `collections/${id}/payments`),
  ]);
  // Another one may have been chosen in the meantime.
  if (state.route.value.id === id) state.detail.value = { collection, plan, payments };
}

const READS: Partial<Record<Screen, () => Promise<void>>> = {
  schedules: async () => {
    state.queues.value = await local<state.Queue[]>('GET', 'queues');
  },
  webhooks: async () => {
    const [known, told] = await Promise.all([
      api<WebhookEndpointResponse[]>('GET', 'webhook-endpoints'),
      local<typeof state.providerWebhooks.value>('GET', 'sandbox/webhooks'),
    ]);
    state.providerWebhooks.value = told;
    state.endpoints.value = await Promise.all(
      known.map(async (endpoint) => ({
        ...endpoint,
        deliveries: await api<DeliveryResponse[]>('GET', `webhook-endpoints/${endpoint.id}/deliveries?limit=20`),
      })),
    );
  },
};

async function look(): Promise<void> {
  try {
    const changes = await local<{ version: string; now: string }>('GET', 'changes');
    state.ahead.value = Math.round((Date.parse(changes.now) - Date.now()) / 100) * 100;
    state.demo.value ??= await local<state.Demo>('GET', 'demo');
    if (changes.version !== version) {
      version = changes.version;
      await refresh();
    }
    state.isConnected.value = true;
  } catch {
    state.isConnected.value = false;
    version = '';
  }
}

async function watch(): Promise<void> {
  if (!document.hidden) {
    state.tick.value = Date.now();
    await look();
  }
  setTimeout(() => void watch(), EVERY_MS);
}

/** Starts reading, and follows the address. */
export function start(): void {
  const follow = () => {
    state.route.value = routeOf(location.hash);
    state.problem.value = undefined;
    version = '';
    void look();
  };
  follow();
  window.addEventListener('hashchange', follow);
  document.addEventListener('visibilitychange', () => void look());
  void watch();
}
