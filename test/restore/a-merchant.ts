/** What a merchant and its customers do, and all that the merchant can see of it. */

import { randomUUID } from 'node:crypto';
import { createProvider as makeCreateProvider } from '#functions/api/create-provider.ts';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { getFollowUps as makeGetFollowUps } from '#functions/api/get-follow-ups.ts';
import { listCollections as makeListCollections } from '#functions/api/list-collections.ts';
import { listEvents as makeListEvents } from '#functions/api/list-events.ts';
import { listPayments as makeListPayments } from '#functions/api/list-payments.ts';
import { listProviders as makeListProviders } from '#functions/api/list-providers.ts';
import { pauseFollowUps as makePauseFollowUps } from '#functions/api/pause-follow-ups.ts';
import { promisePayment as makePromisePayment } from '#functions/api/promise-payment.ts';
import { recordPayment as makeRecordPayment } from '#functions/api/record-payment.ts';
import { updateCollectionStatus } from '#functions/api/update-collection-status.ts';
import { receiveReply as makeReceiveReply } from '#functions/messaging/receive-reply.ts';
import { clock } from '#lib/clock.ts';
import { hashToken } from '#lib/domain/checked-token.ts';
import { revokeApiKey } from '#lib/store/account/api-keys.ts';
import { saveSettings } from '#lib/store/account/settings.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aCreatedCollection } from '#test/functions/created.ts';
import { smsReply, sns } from '#test/functions/replies.ts';
import { service } from '#test/support/a-service.ts';
import { aStoredKey, aTenant, type Tenant } from '#test/support/accounts.ts';
import { type Handler, invoke } from '#test/support/invoke.ts';

const createProvider = makeCreateProvider(service);
const getCollection = makeGetCollection(service);
const getFollowUps = makeGetFollowUps(service);
const listCollections = makeListCollections(service);
const listEvents = makeListEvents(service);
const listPayments = makeListPayments(service);
const listProviders = makeListProviders(service);
const pauseFollowUps = makePauseFollowUps(service);
const promisePayment = makePromisePayment(service);
const recordPayment = makeRecordPayment(service);
const updateStatus = updateCollectionStatus(service);
const receiveReply = makeReceiveReply(service);

/** One reminder every half hour by SMS, the first after half an hour, for three and a half hours. */
const FOLLOWED = {
  expiresIn: 210,
  followUp: { startAfter: 30, cadence: 'every_30m', channels: ['sms'] },
};

export async function aMerchant() {
  const tenant: Tenant = await aTenant({ country: 'NG', createdAt: clock.now() });
  const { key, account } = tenant;
  const leaked = await aStoredKey(account);
  // Each debt has messages of its own, so that the slots around the restore are sent by their own runs.
  await saveSettings(table, account.id, { set: { digest: 'off' }, remove: [] });
  const call = (handler: Handler, id: string, body?: object) =>
    invoke(handler, { key, id, ...(body && { method: 'POST', body }) });
  return {
    tenant,
    leaked,
    create: (given: object = {}) => aCreatedCollection(tenant, { ...FOLLOWED, ...given }),
    pay: (id: string, value: number, transaction: string = randomUUID()) =>
      call(recordPayment, id, { amount: { value, currency: 'NGN' }, method: 'cash', transaction }),
    complete: (id: string) => invoke(updateStatus, { key, id, method: 'PATCH', body: { status: 'completed' } }),
    pause: (id: string) => call(pauseFollowUps, id, {}),
    promise: (id: string, payBy: string) => call(promisePayment, id, { payBy }),
    addProvider: (slug: string) => invoke(createProvider, { key, method: 'POST', body: { name: slug, slug } }),
    stop: (phone: string) => receiveReply(sns(smsReply(phone, 'STOP'))),
    say: (phone: string, text: string) => receiveReply(sns(smsReply(phone, text))),
    revokeLeaked: (now: Date) => revokeApiKey(table, account.id, hashToken(leaked), now),
    statusWith: async (with_: string) => (await invoke(listCollections, { key: with_ })).status,
    list: (page: number, limit = 2) =>
      invoke(listCollections, { key, query: { page: String(page), limit: String(limit) } }),
    see: (ids: readonly string[]) => seeAll(tenant, ids),
    planOf: async (id: string) => (await call(getFollowUps, id)).body.data as Plan,
    collection: async (id: string) => (await call(getCollection, id)).body.data as Shown,
    events: () => allEvents(key),
  };
}

export type Merchant = Awaited<ReturnType<typeof aMerchant>>;
type Plan = { slots: { slot: number; status: string; skipReason?: string; dueAt: string }[] };
type Shown = { status: string; balance: { received: { value: number } }; events: { id: string; type: string }[] };
type Told = { id: string; type: string; sequence: number; data: { collection: { id: string } } };

async function allEvents(key: string): Promise<Told[]> {
  const told: Told[] = [];
  for (let after: string | undefined; ; ) {
    const { body } = await invoke(listEvents, { key, query: { limit: '100', ...(after && { after }) } });
    told.push(...(body.data as Told[]));
    const { nextCursor, hasMore } = body.meta as { nextCursor: string; hasMore: boolean };
    if (!hasMore) return told;
    after = nextCursor;
  }
}

/** Every answer about these collections and the account, but for the instant at which it was asked. */
async function seeAll({ key }: Tenant, ids: readonly string[]): Promise<object> {
  const about = await Promise.all(
    ids.map(async (id) => {
      const answers = [getCollection, getFollowUps, listPayments].map((handler) => invoke(handler, { key, id }));
      return (await Promise.all(answers)).map(({ status, body }) => ({ status, body }));
    }),
  );
  const pages = [];
  for (let page = 1; page <= 1 + ids.length / 2; page += 1) {
    pages.push((await invoke(listCollections, { key, query: { page: String(page), limit: '2' } })).body);
  }
  const providers = (await invoke(listProviders, { key })).body;
  const events = await allEvents(key);
  return { about, pages, providers, events };
}
