/** `cli contacts erase`: nothing in the table names the person any more, and everything that stays can be read. */
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { createCollection as makeCreateCollection } from '#functions/api/create-collection.ts';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { getFollowUps as makeGetFollowUps } from '#functions/api/get-follow-ups.ts';
import { listCollections as makeListCollections } from '#functions/api/list-collections.ts';
import { listEvents as makeListEvents } from '#functions/api/list-events.ts';
import { listPayments as makeListPayments } from '#functions/api/list-payments.ts';
import { publishEvents } from '#functions/stream/publish-events.ts';
import { CommandFailure, UsageError } from '#infra/cli/command.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { EventFeed } from '#lib/contract/event.ts';
import { FollowUpPlanResponse } from '#lib/contract/follow-up-plan.ts';
import { aCreatedCollection } from '#test/functions/created.ts';
import { aReceiver } from '#test/functions/webhooks/a-receiver.ts';
import { anEndpoint, useWebhookWorld, webhookService } from '#test/functions/webhooks/a-webhook-world.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { textOf } from '#test/support/item-size.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aLife, erase, patchStatus, publisher, receive, type Somebody, somebody, traces } from './a-life.ts';

const createCollection = makeCreateCollection(service);
const getCollection = makeGetCollection(service);
const getFollowUps = makeGetFollowUps(service);
const listCollections = makeListCollections(service);
const listEvents = makeListEvents(service);
const listPayments = makeListPayments(service);

const { documents, tableName } = useTable();
const logs = captureLogs();
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const webhooks = useWebhookWorld(clock);
publisher.publish = publishEvents(webhookService());

/** Every item in which something of the person is left. */
async function itemsNaming(person: Somebody): Promise<string[]> {
  const found: string[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const scan = new ScanCommand({ TableName: tableName, ExclusiveStartKey: from, ConsistentRead: true });
    const { Items = [], LastEvaluatedKey } = await documents.send(scan);
    for (const item of Items) {
      const text = textOf(item);
      if (traces(person).some((trace) => text.includes(trace))) found.push(`${item['pk']} ${item['sk']}`);
    }
    from = LastEvaluatedKey;
  } while (from);
  return found;
}

const mine = () => ({ key: tenants.mine.key });
const get = async (id: string) => dataOf(await invoke(getCollection, { ...mine(), id }), CollectionResponse);
const account = () => tenants.mine.account.id;

async function lived(person: Somebody) {
  return aLife({ tenant: tenants.mine, clock, channels }, person);
}

describe('contacts erase', () => {
  it('after an erasure no item of the table holds the name, phone, email or a text of the person, and all of it can still be read', async () => {
    const receiver = await aReceiver();
    await anEndpoint(tenants.mine, receiver.url);
    const person = somebody();
    const [followed, paid] = await lived(person);
    const before = [await get(followed?.id ?? ''), await get(paid?.id ?? '')];
    const naming = await itemsNaming(person);
    expect(naming.length).toBeGreaterThan(15);
    // Their bodies are deflated.
    for (const told of ['#EVENTS#', '#DELIVERIES#']) expect(naming.join('\n')).toContain(told);
    for (const kept of ['#CUSTOMER#', '#SEARCH#', 'EVENT#message.sent#']) expect(naming.join('\n')).toContain(kept);

    const { data, text } = await erase({ account: account(), phone: person.phone });
    expect([data, text]).toMatchObject([{ erased: true, collections: 2 }, expect.stringContaining('is erased')]);
    expect(await itemsNaming(person)).toEqual([]);

    for (const was of before) {
      const now = await get(was.id);
      expect(now.contact).toEqual({
        id: expect.stringMatching(/^contact_[0-9a-z]{25}$/),
        firstName: 'Erased',
        lastName: 'Erased',
        phone: '00000000000000000000',
        email: 'erased@erased.invalid',
      });
      expect(now.contact.id).not.toBe(was.contact.id);
      const { contact: _who, metadata: _what, events, ...kept } = was;
      expect(now).toMatchObject(kept);
      expect(now.metadata).toBeUndefined();
      expect(now.events.map(({ id, type, timestamp }) => [id, type, timestamp])).toEqual(
        events.map(({ id, type, timestamp }) => [id, type, timestamp]),
      );
      const plan = dataOf(await invoke(getFollowUps, { ...mine(), id: was.id }), FollowUpPlanResponse);
      expect(plan.slots.every((slot) => slot.text === '')).toBe(true);
      const found = await invoke(listCollections, { ...mine(), query: { contact: now.contact.id } });
      expect(dataOf(found, z.array(CollectionResponse)).map(({ id }) => id)).toEqual([was.id]);
    }
    for (const contact of [person.phone, person.email, before[0]?.contact.id ?? '']) {
      const found = await invoke(listCollections, { ...mine(), query: { contact } });
      expect(found.body.data).toEqual([]);
    }
    const payments = await invoke(listPayments, { ...mine(), id: before[1]?.id ?? '' });
    expect(payments.body.data).toMatchObject([{ amount: { value: 45_000 }, method: 'cash' }]);
    clock.advance(1);
    const feed = z.parse(EventFeed, (await invoke(listEvents, { ...mine(), query: { limit: '100' } })).body);
    const told = feed.data.filter(({ data: { collection } }) => collection?.id === before[0]?.id);
    expect(told.length).toBeGreaterThan(5);
    expect(told.every(({ data }) => data.collection?.metadata === undefined)).toBe(true);

    await webhooks.drain();
    const bodies = receiver.received.map(({ body }) => body);
    expect(bodies.map((body) => JSON.parse(body))).toEqual(expect.arrayContaining(told));
    for (const trace of traces(person)) expect(bodies.join('\n')).not.toContain(trace);
  });

  it('an erasure that is repeated changes nothing more', async () => {
    const person = somebody();
    const [followed] = await lived(person);
    await erase({ account: account(), phone: person.phone });
    const once = await get(followed?.id ?? '');
    const { data } = await erase({ account: account(), phone: person.phone });
    expect(data).toMatchObject({ erased: true, collections: 0 });
    expect(await get(followed?.id ?? '')).toEqual(once);
  });

  it('without --yes it says what it would do, and does nothing', async () => {
    const person = somebody();
    const [followed] = await lived(person);
    const { data, text } = await erase({ account: account(), email: person.email, yes: false });
    expect(data).toEqual({ account: account(), erased: false, collections: 2, cancelled: 0, addresses: 3 });
    expect(text).toContain('Nothing was erased');
    expect((await get(followed?.id ?? '')).contact.firstName).toBe(person.firstName);
  });

  it('a person with a collection that can still be paid is erased only if it may be cancelled', async () => {
    const person = somebody();
    const { id } = await aCreatedCollection(tenants.mine, { contact: person });
    const refused = erase({ account: account(), phone: person.phone });
    await expect(refused).rejects.toBeInstanceOf(CommandFailure);
    await expect(refused).rejects.toThrow(id);
    expect((await get(id)).contact.phone).toBe(person.phone);
    await erase({ account: account(), phone: person.phone, 'cancel-open': true });
    expect(await get(id)).toMatchObject({ status: 'cancelled', contact: { firstName: 'Erased' } });
    expect(await itemsNaming(person)).toEqual([]);
  });

  it('a collection that has expired before anything was written expires, and is erased', async () => {
    const person = somebody();
    const { id } = await aCreatedCollection(tenants.mine, { contact: person, expiresIn: 5 });
    clock.advance(10);
    await erase({ account: account(), phone: person.phone });
    expect(await get(id)).toMatchObject({ status: 'expired', contact: { firstName: 'Erased' } });
    expect(await itemsNaming(person)).toEqual([]);
  });

  it('a create of the same phone afterwards makes a new contact, and finds nothing of the erased one', async () => {
    const person = somebody();
    const [followed] = await lived(person);
    await erase({ account: account(), phone: person.phone });
    const again = await aCreatedCollection(tenants.mine, { contact: person });
    const found = await invoke(listCollections, { ...mine(), query: { contact: person.phone } });
    expect(dataOf(found, z.array(CollectionResponse)).map(({ id }) => id)).toEqual([again.id]);
    expect((await get(followed?.id ?? '')).contact.id).not.toBe(again.contact.id);
  });

  it('a repeat of the original create, with its key, is a duplicate that says nothing of the person', async () => {
    const person = somebody();
    const body = aCreateBody({ reference: `again-${person.phone}`, contact: person });
    const create = (given: object) =>
      invoke(createCollection, { method: 'POST', ...mine(), headers: { 'Idempotency-Key': 'k' }, body: given });
    const { id } = dataOf(await create(body), CollectionResponse);
    await patchStatus(tenants.mine, id, 'cancelled');
    await erase({ account: account(), phone: person.phone });
    for (const given of [body, { ...body, amount: { value: 1, currency: 'NGN' } }]) {
      const answer = await create(given);
      expect([answer.status, answer.body.code, answer.body.existing]).toEqual([409, 'duplicate_reference', { id }]);
      expect(answer.text).not.toContain(person.firstName);
    }
  });

  it('another person with the same email, and another account with the same person, keep theirs', async () => {
    const person = somebody();
    const shared = { ...somebody(), email: person.email };
    const [other, elsewhere] = [await aTenant(), tenants.mine];
    const kept = await aCreatedCollection(elsewhere, { contact: shared });
    const foreign = await aCreatedCollection(other, { contact: person });
    const { id } = await aCreatedCollection(elsewhere, { contact: person });
    await patchStatus(elsewhere, id, 'cancelled');
    await erase({ account: account(), phone: person.phone });
    expect((await get(id)).contact.firstName).toBe('Erased');
    expect((await get(kept.id)).contact).toMatchObject({ firstName: shared.firstName, email: shared.email });
    const read = await invoke(getCollection, { key: other.key, id: foreign.id });
    expect(dataOf(read, CollectionResponse).contact.firstName).toBe(person.firstName);
  });

  it('a receipt that comes after the erasure is taken, and nothing of it is kept', async () => {
    const person = somebody();
    const [followed] = await lived(person);
    const messageId = channels.messages().at(0)?.messageId ?? '';
    await erase({ account: account(), phone: person.phone });
    await receive(messageId, person, 'failed', { collectionId: followed?.id, slot: 1, token: 'any' });
    expect(await itemsNaming(person)).toEqual([]);
    expect(logs.events()).not.toContain('receipt_unknown');
  });

  it.each([
    [{}, 'needs --account'],
    [{ account: 'a' }, 'Give one of --contact, --phone and --email'],
    [{ account: 'a', phone: '1', email: 'b' }, 'Give one of --contact, --phone and --email'],
    [{ account: 'a', contact: 'ada' }, "--contact must be a contact's id"],
    [{ account: 'a', email: 'ada' }, '--email must be an email address'],
    [{ account: 'a', phone: '080' }, '--phone must be a phone number'],
    [{ replay: true, phone: '+2348031234567' }, 'it takes no --phone'],
  ])('contacts erase with %j is refused', async (values, message) => {
    const failed = erase(values as Record<string, string>);
    await expect(failed).rejects.toBeInstanceOf(UsageError);
    await expect(failed).rejects.toThrow(message);
  });
});
