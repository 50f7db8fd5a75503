/** POST /public/collections: records a request to collect a payment, once per reference, and lists it before it answers. */
import { chance } from '#lib/chance.ts';
import { readCreateCollection } from '#lib/contract/create-collection.ts';
import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { contactLookup, newContact } from '#lib/domain/contact.ts';
import { duplicateReference, idempotencyConflict } from '#lib/domain/errors.ts';
import { needsCountry, parsePhone } from '#lib/domain/phone.ts';
import { judgeRepeat, receiptFor } from '#lib/domain/receipt.ts';
import { recordCollection, refuseImpossible } from '#lib/domain/record-collection.ts';
import { defineEndpoint, endpoint } from '#lib/http/endpoint.ts';
import { logCounted } from '#lib/log.ts';
import { site } from '#lib/site.ts';
import { getAccount, rememberedCountry } from '#lib/store/accounts.ts';
import { getApiKey } from '#lib/store/api-keys.ts';
import * as collections from '#lib/store/collections.ts';
import { createContact, findContact } from '#lib/store/contacts.ts';
import { appendToList, newestLeaf } from '#lib/store/list-log.ts';

const live = {
  getAccount,
  rememberedCountry,
  findContact,
  createContact,
  newestLeaf,
  createCollection: collections.createCollection,
  appendToList,
};

export const createCollection = (deps: typeof live) =>
  defineEndpoint({
    success: { status: 201, message: 'Collection created successfully' },
    body: readCreateCollection,

    load: async ({ account: id, body: { contact } }) => {
      const reading = Promise.all([deps.getAccount(id), deps.newestLeaf(id)]);
      // Only a number without a country code has to wait for the account's country, and only the first time.
      const asked = needsCountry(contact.phone) ? (deps.rememberedCountry(id) ?? (await reading)[0]) : undefined;
      const phone = parsePhone(contact.phone, asked?.country);
      const lookup = contactLookup(phone, contact.email);
      const [known, [account, startLeaf]] = await Promise.all([deps.findContact(id, lookup), reading]);
      if (account === undefined) throw new Error('an account that does not exist');
      return { account, startLeaf, phone, lookup, known };
    },

    run: async ({ body, now, requestId, idempotencyKey }, { account, startLeaf, phone, lookup, known }) => {
      refuseImpossible(body, account);
      const contact =
        known ?? (await deps.createContact(account.id, lookup, newContact(body.contact, phone, account.salt)));
      const collection = recordCollection(body, { account, contact }, now);
      const receipt = receiptFor({ nonce: chance.nonce(), startLeaf }, idempotencyKey, body);

      const taken = await deps.createCollection(collection, receipt);
      // Whoever finds it recorded also sees to it that it is listed: its creator may have died in between.
      await deps.appendToList({ ...collection.place, startLeaf: taken?.receipt.startLeaf ?? startLeaf });
      const repeat = taken === undefined ? 'same_invocation' : judgeRepeat(receipt, taken.receipt);
      if (repeat === 'duplicate') throw duplicateReference(collection.id);
      if (repeat === 'key_conflict') throw idempotencyConflict();
      if (repeat === 'replay') return answer(taken?.collection ?? collection, now, { 'idempotent-replayed': 'true' });
      logCounted('INFO', 'collection_created', { requestId, account: account.id, collection: collection.id });
      return answer(collection, now);
    },
  });

const answer = (collection: Collection, now: Date, headers = {}) => ({
  data: toCollectionResponse(collection, now, site.baseUrl),
  headers: { location: `${site.baseUrl}/public/collections/${collection.id}`, ...headers },
});

export const handler = endpoint(createCollection(live), getApiKey);
