/** The dependencies of a create on the real table, with a fake provider that opens everything. */

import type { createCollection } from '#functions/api/create-collection.ts';
import { channels } from '#lib/channels/channels.ts';
import { clock } from '#lib/clock.ts';
import { random } from '#lib/random.ts';
import { getAccount, rememberedCountry } from '#lib/store/account/accounts.ts';
import { createCollection as create, getCollection, getRecorded } from '#lib/store/collection/collections.ts';
import { reserveSession, saveOptions } from '#lib/store/ledger/sessions.ts';
import { appendToList, newestSegment } from '#lib/store/list/log.ts';
import { createContact, findContactId } from '#lib/store/person/contacts.ts';
import { getPerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { OPENED } from '#test/support/a-payment.ts';

type Dependencies = Parameters<typeof createCollection>[0];

export const creating = (openSession: Dependencies['openSession'] = opens): Dependencies => ({
  ...storeOf(table, {
    getAccount,
    rememberedCountry,
    findContactId,
    createContact,
    getPerson,
    newestSegment,
    createCollection: create,
    getRecorded,
    appendToList,
  }),
  openSession,
  ...storeOf(table, { reserveSession, saveOptions, getCollection }),
  clock,
  random,
  site: { baseUrl: 'https://collections.example' },
  configuredChannels: channels.configuredChannels,
});

const opens: Dependencies['openSession'] = async (_target, method) => ({ kind: 'opened', option: OPENED[method] });
