/** POST /public/collections: records a request to collect a payment, once per reference, and lists it before it answers. */

import { clock } from '#lib/clock.ts';
import { readCreateCollection } from '#lib/contract/create-collection.ts';
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import { buildCollection } from '#lib/domain/build-collection.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { contactLookup, newContact, phoneOf, phoneOfContact } from '#lib/domain/contact.ts';
import { creationRecord } from '#lib/domain/creation-record.ts';
import { needsCountry, parsePhone } from '#lib/domain/phone.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { logCounted } from '#lib/log.ts';
import { configuredChannels } from '#lib/message/senders.ts';
import { openSession } from '#lib/payment/lazy-gateway.ts';
import { random } from '#lib/random.ts';
import { site } from '#lib/site.ts';
import { getAccount, rememberedCountry } from '#lib/store/accounts.ts';
import { getApiKey } from '#lib/store/api-keys.ts';
import { createCollection as create, getCollection, getRecorded } from '#lib/store/collections.ts';
import { createContact, findContact } from '#lib/store/contacts.ts';
import { appendToList, newestSegment } from '#lib/store/list-log.ts';
import { reserveSession, saveOptions } from '#lib/store/sessions.ts';
import { isLeftOpen, openOptions } from '#lib/use-cases/open-options.ts';
import { recordOnce, refuseImpossible } from '#lib/use-cases/record-once.ts';

const live = {
  getAccount,
  rememberedCountry,
  findContact,
  createContact,
  newestSegment,
  createCollection: create,
  getRecorded,
  appendToList,
  openSession,
  reserveSession,
  saveOptions,
  getCollection,
  now: () => clock.now(),
  baseUrl: () => site.baseUrl,
};

export const createCollection = (deps: typeof live) =>
  defineEndpoint({
    success: { status: 201, message: 'Collection created successfully' },
    body: readCreateCollection,

    load: async ({ account: id, body: { contact } }) => {
      const reading = Promise.all([deps.getAccount(id), deps.newestSegment(id)]);
      // Only a number without a country code has to wait for the account's country, and only the first time.
      const asked = needsCountry(contact.phone) ? (deps.rememberedCountry(id) ?? (await reading)[0]) : undefined;
      const typed = parsePhone(contact.phone, asked?.country);
      const lookup = contactLookup(typed, contact.email);
      const [known, [account, startSegment]] = await Promise.all([deps.findContact(id, lookup), reading]);
      if (account === undefined) throw new Error('an account that does not exist');
      return { account, startSegment, typed, lookup, known };
    },

    run: async ({ body, now, requestId, idempotencyKey }, { account, startSegment, typed, lookup, known }) => {
      const creation = creationRecord({ nonce: random.nonce(), startSegment }, idempotencyKey, body);
      await refuseImpossible(deps, body, { account, creation });
      const contact =
        known ?? (await deps.createContact(account.id, lookup, newContact(body.contact, typed, account.salt)));
      const phone = phoneOfContact(contact, { typed: body.contact.phone, read: typed, account });
      const asked = buildCollection(body, { account, contact, phone, availableChannels: configuredChannels() }, now);
      const { collection: recorded, replayed } = await recordOnce(deps, asked, creation);
      const collection =
        replayed && !isLeftOpen(recorded, now)
          ? recorded
          : await openOptions(deps, {
              collection: recorded,
              account,
              phone: replayed ? phoneOf(recorded.contact, account) : phone,
            });
      if (!replayed) logCreated(collection, requestId);
      const location = `${site.baseUrl}/public/collections/${collection.id}`;
      const headers = { location, ...(replayed && { 'idempotent-replayed': 'true' }) };
      return { data: toCollectionResponse(collection, now, site.baseUrl), headers };
    },
  });

function logCreated({ id, ref: { account }, events }: Collection, requestId: string): void {
  logCounted('INFO', 'collection_created', { requestId, account, collection: id });
  for (const { about, reason } of events.filter(({ type }) => type === 'payment_option.failed'))
    logCounted('WARN', 'payment_option_failed', { requestId, account, collection: id, method: about, reason });
}

export const handler = endpoint(createCollection(live), getApiKey);
