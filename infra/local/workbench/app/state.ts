/** What the workbench knows, as signals: a part of the page that reads one is drawn again when it changes. */
import { computed, signal } from '@preact/signals';
import type { SentMessage } from '#infra/local/fakes/outbox.ts';
import type { ReceivedWebhook } from '#infra/local/receiver/receiver.ts';
import type { SentWebhook } from '#infra/sandbox/webhooks.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { WebhookEndpointResponse } from '#lib/contract/webhook-endpoint.ts';
import { type Route, routeOf } from './route.ts';
import { peopleOf } from './thread.ts';

export type Demo = { account: string; apiKey: string; name: string; baseUrl: string };
export type Schedule = { name: string; at: string; target: string };
export type Queue = { name: string; messages: { at: string; receives: number; body: string }[] };
export type Fault = { service: string; kind: string; times: number };
export type Receiver = { endpoint: string | null; answer: number; webhooks: ReceivedWebhook[] };

export const demo = signal<Demo | undefined>(undefined);
export const collections = signal<CollectionResponse[] | undefined>(undefined);
/** Those of the person that is looked at, with all that happened: a list shows less. */
export const details = signal<CollectionResponse[]>([]);
export const messages = signal<SentMessage[]>([]);
export const schedules = signal<Schedule[]>([]);
export const queues = signal<Queue[]>([]);
export const faults = signal<Fault[]>([]);
export const receiver = signal<Receiver>({ endpoint: null, answer: 200, webhooks: [] });
export const endpoints = signal<WebhookEndpointResponse[]>([]);
export const providerWebhooks = signal<SentWebhook[]>([]);

/** What went wrong with what a person asked for last. */
export const problem = signal<string | undefined>(undefined);
/** What was done, for the eyes and for screen readers. */
export const said = signal('');
/** False while the local run does not answer. */
export const isConnected = signal(true);
/** What the clock is being moved by, in words. */
export const moving = signal<string | undefined>(undefined);

export const route = signal<Route>(routeOf(''));

export const people = computed(() => peopleOf(messages.value, collections.value ?? []));
/** The person that is looked at. */
export const person = computed(() => {
  const { id = '' } = route.value;
  const chosen = people.value.find(({ addresses, collections: of }) => addresses.includes(id) || of.includes(id));
  return chosen ?? people.value[0];
});

/** How far the service's clock is ahead of this machine's. */
export const ahead = signal(0);
/** This machine's time, once a second. */
export const tick = signal(Date.now());
/** The service's time. */
export const now = computed(() => tick.value + ahead.value);
