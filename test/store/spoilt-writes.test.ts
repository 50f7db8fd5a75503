/** A spoilt item that a write meets is never used: the write throws, and logs the item's key and the attribute. */

import { expect, it } from 'vitest';
import { createProvider, saveProvider } from '#lib/store/account/providers.ts';
import { claimSlots } from '#lib/store/attempt/attempts.ts';
import { createCollection } from '#lib/store/collection/collections.ts';
import { findOverdueRuns } from '#lib/store/collection/runs.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { reserveSession } from '#lib/store/ledger/sessions.ts';
import { appendToList } from '#lib/store/list/log.ts';
import { createContact } from '#lib/store/person/contacts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aSession } from '#test/support/a-payment.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aClaim, NOW } from './a-claim.ts';
import { CREATED_AT } from './a-collection.ts';
import { interceptSend } from './intercept-send.ts';
import {
  ACCOUNT,
  AT,
  ATTEMPT,
  account,
  answerWith,
  byPhone,
  COLLECTION,
  cancelWith,
  collection,
  contactUnder,
  expectMalformed,
  lines,
  lookup,
  PERSON,
  provider,
  ref,
  refuseWith,
  SEGMENT,
  without,
} from './stored-items.ts';

captureLogs(lines);

const CHANGE = { from: ['pending'], to: 'overdue', updatedAt: AT, events: [] } as const;

it.each<[string, () => Promise<unknown>]>([
  ['a create', () => createCollection(table, collection, { nonce: 'n', startSegment: 0 })],
  ['a change of status', () => saveStatus(table, ref, CHANGE)],
])('a spoilt collection that refuses %s is refused itself', async (_what, write) => {
  refuseWith(without(COLLECTION, 'events'));
  await expectMalformed(write, { item: COLLECTION, attribute: 'events' });
});

it('a spoilt segment that refuses an entry never counts as full', async () => {
  refuseWith(without(SEGMENT, 'entries'));
  await expectMalformed(() => appendToList(table, { ...ref, startSegment: 0 }), {
    item: SEGMENT,
    attribute: 'entries',
  });
});

it('a spoilt account that refuses a provider is refused itself', async () => {
  refuseWith(without(ACCOUNT, 'providers'));
  const wanted = { ...provider, kind: 'paystack', createdAt: CREATED_AT.toISOString() } as const;
  await expectMalformed(() => createProvider(table, account.id, wanted, 'n'), {
    item: ACCOUNT,
    attribute: 'providers',
  });
});

it('a spoilt attempt that refuses a claim is refused itself', async () => {
  cancelWith(without(ATTEMPT, 'token'));
  await expectMalformed(() => claimSlots(table, aClaim(collection)), { item: ATTEMPT, attribute: 'token' });
});

it('a spoilt contact that refuses a new one is refused itself', async () => {
  cancelWith(without(contactUnder(byPhone), 'id'));
  await expectMalformed(() => createContact(table, account.id, lookup, PERSON.id), { item: byPhone, attribute: 'id' });
});

it.each([{}, { providers: {} }, { providers: { paystack: {} } }])(
  'an account that an update answers without the saved provider is refused: %j',
  async (change) => {
    answerWith({ Attributes: 'providers' in change ? { ...ACCOUNT, ...change } : without(ACCOUNT, 'providers') });
    const save = () => saveProvider(table, account.id, 'paystack', { enabled: false, updatedAt: AT });
    await expectMalformed(save, { item: ACCOUNT, attribute: 'providers' });
  },
);

it.each([{}, { sessions: 'Ada Obi' }, { sessions: [{ method: 'cash', provider: 'p' }] }])(
  'sessions that an update answers spoilt are refused: %j',
  async (Attributes) => {
    answerWith({ Attributes });
    await expectMalformed(() => reserveSession(table, { ref }, aSession()), {
      item: COLLECTION,
      attribute: 'sessions',
    });
  },
);

it('an entry of the due index that names no collection is logged and passed over', async () => {
  const foreign = { pk: 'ACCOUNT#a#LIST', sk: 'SEGMENT#00000000' };
  let asked = 0;
  interceptSend(async () => {
    asked += 1;
    return asked === 1 ? { Items: [foreign, COLLECTION] } : { Items: [] };
  });
  expect(await findOverdueRuns(table, NOW)).toEqual({ ids: [collection.id], unread: 0 });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { event: 'item_malformed', ...foreign, attribute: 'pk' },
  ]);
});
