/** POST /public/collections: records a request to collect a payment, once per reference, and adds it to the list. */
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import { buildCollection } from '#lib/domain/build-collection.ts';
import { configuredChannelsFrom } from '#lib/domain/channels/channels.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { payments } from '#lib/live-payments.ts';
import type { Log } from '#lib/log.ts';
import { logBookings } from '#lib/payment/log-payments.ts';
import { service } from '#lib/service.ts';
import { getBusyAccount, rememberedCountry } from '#lib/store/account/accounts.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { createCollection as createInTable, getCollection, getRecorded } from '#lib/store/collection/collections.ts';
import { getTags } from '#lib/store/customer/tags.ts';
import { getLedger, getPersonAndAnnouncement, keepForLater, recordEntry } from '#lib/store/ledger/ledger.ts';
import { reserveSession, saveOptions } from '#lib/store/ledger/sessions.ts';
import { appendToList, newestSegment } from '#lib/store/list/log.ts';
import { createContact, findContactId } from '#lib/store/person/contacts.ts';
import { changePerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import {
  contactFor,
  creationOf,
  findForCreate,
  isLeftOpen,
  openOptions,
  recordOnce,
  refuseImpossible,
  tagsOf,
} from '#lib/use-cases/create-collection.ts';
import { bookAnnounced } from '#lib/use-cases/reconcile-collection.ts';

const found = { getAccount: getBusyAccount, rememberedCountry, findContactId, getPersonAndAnnouncement, newestSegment };
const reads = { ...found, getCollection, getRecorded, getTags };
const writes = { createCollection: createInTable, createContact, appendToList, reserveSession, saveOptions };
const bookings = { getLedger, recordEntry, keepForLater, changePerson };
const needs = {
  ...service,
  ...payments,
  ...configuredChannelsFrom(service.settings),

  ...storeOf(table, { ...guardedCallers, ...reads, ...writes, ...bookings }),
};

export const createCollection = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 201, message: 'Collection created successfully' },
    isJudged: true,
    body: async () => (await import('#lib/contract/create-collection.ts')).readCreateCollection,
    load: ({ account, body }) => findForCreate(deps, account, body),
    run: async ({ by, body, now, requestId, idempotencyKey }, found) => {
      const { account, startSegment, phone, person, contactId } = found;
      const creation = creationOf({ nonce: deps.random.nonce(), startSegment }, idempotencyKey, body);
      await refuseImpossible(deps, body, { account, creation, now });
      const contact = await contactFor(deps, body.contact, found);
      const availableChannels = deps.configuredChannels();
      const isReturning = contactId !== undefined;
      const tags = await tagsOf(deps, account, contactId);
      const around = { account, contact, phone, availableChannels, person, isReturning, tags, by };
      const asked = buildCollection(body, around, now);
      const { collection: made, replayed } = await recordOnce(deps, asked, creation);
      const recorded = found.isAnnounced && !replayed ? await bookEarly(deps, { collection: made, account }) : made;
      const opens =
        recorded.sessions.length > 0 && (replayed ? isLeftOpen(recorded, now) : recorded.status === 'pending');
      const collection = opens ? await openOptions(deps, { collection: recorded, account, phone }) : recorded;
      if (!replayed) logCreated(deps.log, collection, requestId);
      const location = `${deps.settings.baseUrl}/public/collections/${collection.id}`;
      const headers = { location, ...(replayed && { 'idempotent-replayed': 'true' }) };
      const seen = replayed ? asSeenAt(collection, now) : collection;
      return { data: toCollectionResponse(seen, deps.settings.baseUrl), headers };
    },
  });

/** It was paid before it was created. */
async function bookEarly(deps: typeof needs, created: Parameters<typeof bookAnnounced>[1]): Promise<Collection> {
  const { collection, bookings } = await bookAnnounced(deps, created);
  logBookings(deps.log, collection.id, bookings);
  return collection;
}

function logCreated(log: Log, { id, ref: { account }, events }: Collection, requestId: string): void {
  log.count('INFO', 'collection_created', { requestId, account, collection: id });
  for (const { type, about, reason } of events) {
    if (type !== 'payment_option.failed') continue;
    log.count('WARN', 'payment_option_failed', { requestId, account, collection: id, method: about, reason });
  }
}

export const handler = createCollection(needs);
