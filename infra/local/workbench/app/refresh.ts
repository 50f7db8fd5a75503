/** Keeps what the workbench knows fresh: asks every second whether something has changed, and reads again if so. */
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { WebhookEndpointResponse } from '#lib/contract/webhook-endpoint.ts';
import { api, local } from './api.ts';
import { routeOf, type Screen } from './route.ts';
import * as state from './state.ts';

const EVERY_MS = 1000;
const SHOWN_COLLECTIONS = 50;
/** Of the person that is looked at, the newest are read each by itself. */
const READ_OF_PERSON = 10;

let version = '';

/** Reads everything that the screen shows. */
export async function refresh(): Promise<void> {
  const { screen } = state.route.value;
  await Promise.all([readAlways(), READS[screen]?.()]);
  if (screen === 'messages') await readPerson();
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

async function readPerson(): Promise<void> {
  const { collections: ids = [] } = state.person.value ?? {};
  const newest = ids.slice(-READ_OF_PERSON);
  state.details.value = await Promise.all(newest.map((id) => api<CollectionResponse>('GET', `collections/${id}`)));
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
    state.endpoints.value = known;
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
