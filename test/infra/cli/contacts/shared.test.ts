/** People who share a phone or an email, and addresses that were corrected: an erasure takes all that is one person's, and nothing of the others. */
import { describe, expect, it } from 'vitest';
import { listCollections as makeListCollections } from '#functions/api/list-collections.ts';
import { updateCollection as makeUpdateCollection } from '#functions/api/update-collection.ts';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { findLastMessage } from '#lib/store/message/messages.ts';
import { getContacts } from '#lib/store/person/contacts.ts';
import { getPerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aCreatedCollection } from '#test/functions/created.ts';
import { interceptSend } from '#test/store/intercept-send.ts';
import { service } from '#test/support/a-service.ts';
import { useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { invoke, runCollection } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { erase, exported, patchStatus, somebody } from './a-life.ts';

const listCollections = makeListCollections(service);
const updateCollection = makeUpdateCollection(service);

useTable();
captureLogs();
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const account = () => tenants.mine.account.id;
const hashOf = ({ id }: CollectionResponse): string => parseCollectionId(id)?.hash ?? '';

/** It was sent its first message. The next day begins. */
async function messaged(contact: object, channel: string): Promise<CollectionResponse> {
  const followUp = { channels: [channel], startAfter: 0 };
  const collection = await aCreatedCollection(tenants.mine, { contact, followUp, expiresIn: 5 * 1440 });
  await runCollection({ collection: collection.id });
  clock.advance(24 * 60);
  return collection;
}

const correct = ({ id }: CollectionResponse, contact: object) =>
  invoke(updateCollection, { method: 'PATCH', key: tenants.mine.key, id, body: { contact } });

const sendsTo = async (matchKey: string): Promise<string[]> =>
  (await getPerson(table, { account: account(), matchKey })).sends.map(({ hash }) => hash);

/** No country has such a number, so that only the email reaches them. */
const withoutPhone = (digits: string, email: string) => ({ ...somebody(), phone: digits, email });

describe('people who share an email', () => {
  it('keep what was sent to them when one of them is erased, and of that one nothing is left', async () => {
    const email = 'shared@canary.example';
    const [one, other] = [withoutPhone('9977101', email), withoutPhone('9977102', email)];
    const [gone, kept] = [await messaged(one, 'email'), await messaged(other, 'email')];
    expect(await sendsTo(email)).toEqual([hashOf(gone), hashOf(kept)]);
    await erase({ account: account(), phone: one.phone, 'cancel-open': true });
    expect(await sendsTo(email)).toEqual([hashOf(kept)]);
    await erase({ account: account(), phone: other.phone, 'cancel-open': true });
    expect(await sendsTo(email)).toEqual([]);
  });

  it('are not in the export of one of them', async () => {
    const email = 'placeholder@canary.example';
    const [first, second] = [withoutPhone('9977103', email), withoutPhone('9977104', email)];
    const [own, other] = [await messaged(first, 'email'), await messaged(second, 'email')];
    const { text, document } = await exported({ account: account(), phone: second.phone });
    expect(document.remembered).toEqual([{ sends: [expect.objectContaining({ hash: hashOf(other) })] }]);
    expect(document.contacts).toEqual([]);
    for (const trace of [first.phone, first.firstName, hashOf(own)]) expect(text).not.toContain(trace);
  });
});

describe('what a correction has replaced', () => {
  it('what was sent to the email before the phone could be reached is forgotten with the phone', async () => {
    const [{ phone }, before] = [somebody(), withoutPhone('9977105', 'before@canary.example')];
    const collection = await messaged(before, 'email');
    await correct(collection, { phone });
    expect(await sendsTo(before.email)).toEqual([hashOf(collection)]);
    await erase({ account: account(), phone, 'cancel-open': true });
    expect(await sendsTo(before.email)).toEqual([]);
  });

  it('the last message and the memory of a wrong phone are forgotten with the right one', async () => {
    const [wrong, right] = [somebody(), somebody()];
    const collection = await messaged(wrong, 'sms');
    await correct(collection, { phone: right.phone });
    expect(await findLastMessage(table, wrong.phone)).toMatchObject({ hash: hashOf(collection) });
    await erase({ account: account(), phone: right.phone, 'cancel-open': true });
    expect(await findLastMessage(table, wrong.phone)).toBeUndefined();
    expect(await sendsTo(wrong.phone)).toEqual([]);
  });

  it('the contact of a wrong phone and a wrong email goes with its id', async () => {
    const [wrong, right] = [somebody(), somebody()];
    const lookup = { phone: wrong.phone, email: wrong.email.toLowerCase() };
    const collection = await aCreatedCollection(tenants.mine, { contact: wrong });
    await correct(collection, { phone: right.phone, email: right.email });
    expect(await getContacts(table, account(), lookup)).toHaveLength(2);
    await erase({ account: account(), contact: collection.contact.id, 'cancel-open': true });
    expect(await getContacts(table, account(), lookup)).toEqual([]);
  });

  it('a correction between the look for collections and their end: the new address is forgotten, too', async () => {
    const [person, other] = [somebody(), somebody()];
    const followUp = { channels: ['sms'], startAfter: 0 };
    const collection = await aCreatedCollection(tenants.mine, { contact: person, followUp });
    let last: object | undefined;
    interceptSend(async (command, send) => {
      const isLog = 'Item' in command.input && String(command.input.Item?.['pk']) === 'ERASURES';
      if (isLog) {
        await correct(collection, { phone: other.phone });
        await runCollection({ collection: collection.id });
        last = await findLastMessage(table, other.phone);
      }
      return send();
    });
    await erase({ account: account(), phone: person.phone, 'cancel-open': true });
    expect(last).toMatchObject({ hash: hashOf(collection) });
    expect(await findLastMessage(table, other.phone)).toBeUndefined();
    expect(await sendsTo(other.phone)).toEqual([]);
  });
});

it('a create while an erasure runs keeps the contact that it made: the collection is found by it', async () => {
  const person = somebody();
  const { id } = await aCreatedCollection(tenants.mine, { contact: person });
  await patchStatus(tenants.mine, id, 'cancelled');
  let created: CollectionResponse | undefined;
  await erase({ account: account(), phone: person.phone }, async () => {
    created ??= await aCreatedCollection(tenants.mine, { contact: person });
  });
  const { body } = await invoke(listCollections, { key: tenants.mine.key, query: { contact: person.phone } });
  expect(body.data).toMatchObject([{ id: created?.id }]);
});
