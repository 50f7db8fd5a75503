/** An erasure beside all that writes at the same time: nothing of theirs is lost, and nothing personal comes back. */
import { setImmediate } from 'node:timers/promises';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { recordPayment as makeRecordPayment } from '#functions/api/record-payment.ts';
import { updateCollection as makeUpdateCollection } from '#functions/api/update-collection.ts';
import { receiveReply as makeReceiveReply } from '#functions/messaging/receive-reply.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { getCollection as readCollection } from '#lib/store/collection/collections.ts';
import { eraseCollection } from '#lib/store/collection/erase.ts';
import { replaceOption, saveOptions } from '#lib/store/ledger/sessions.ts';
import { findLastMessage, findMessage } from '#lib/store/message/messages.ts';
import { rememberFailure } from '#lib/store/opt-out/unreachable.ts';
import { getHeldAttempts, listErasures } from '#lib/store/person/erasures.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aCreatedCollection } from '#test/functions/created.ts';
import { smsReply, sns } from '#test/functions/replies.ts';
import { type Command, interceptSend } from '#test/store/intercept-send.ts';
import { anOption } from '#test/support/a-payment.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { dataOf, invoke, runCollection } from '#test/support/invoke.ts';
import { textOf } from '#test/support/item-size.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aLife, erase, patchStatus, type Somebody, somebody, tell, traces } from './a-life.ts';

const getCollection = makeGetCollection(service);
const recordPayment = makeRecordPayment(service);
const updateCollection = makeUpdateCollection(service);
const receiveReply = makeReceiveReply(service);

const { documents, tableName } = useTable();
captureLogs();
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const account = () => tenants.mine.account.id;
const refOf = (id: string) => parseCollectionId(id) ?? { account: '', hash: '' };
const get = async (id: string) =>
  dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse);

async function namesLeft(person: Somebody): Promise<number> {
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: tableName, ConsistentRead: true }));
  return Items.filter((item) => traces(person).some((trace) => textOf(item).includes(trace))).length;
}

const aCreated = (person: Somebody, given: object = {}) =>
  aCreatedCollection(tenants.mine, { contact: person, ...given });

const pay = (id: string, value: number) =>
  invoke(recordPayment, {
    method: 'POST',
    key: tenants.mine.key,
    id,
    headers: { 'Idempotency-Key': `${id}-${value}` },
    body: { amount: { value, currency: 'NGN' }, method: 'cash' },
  });

describe('an erasure at the same time as', () => {
  it('a payment: the money is booked, and the collection is erased', async () => {
    const person = somebody();
    const { id } = await aCreated(person);
    await patchStatus(tenants.mine, id, 'expired');
    const [answer] = await Promise.all([
      pay(id, 45_000),
      erase({ account: account(), phone: person.phone }, () => pay(id, 1)),
    ]);
    expect(answer.status).toBe(201);
    expect(await get(id)).toMatchObject({
      status: 'completed',
      balance: { received: { value: 45_001 } },
      contact: { firstName: 'Erased' },
    });
    expect(await namesLeft(person)).toBe(0);
  });

  it('money that came between its read and its write: the collection is left for the next look', async () => {
    const person = somebody();
    const { id } = await aCreated(person);
    await patchStatus(tenants.mine, id, 'expired');
    let paid = false;
    const isOverwrite = (command: Command) =>
      'UpdateExpression' in command.input && String(command.input.UpdateExpression).includes('erasedAt');
    interceptSend(async (command, send) => {
      if (isOverwrite(command) && !paid) {
        paid = true;
        clock.advance(1);
        await pay(id, 45_000);
      }
      return send();
    });
    expect(await eraseCollection(table, refOf(id), clock.now)).toBe('changed');
    expect((await get(id)).contact.firstName).toBe(person.firstName);
    expect(await eraseCollection(table, refOf(id), clock.now)).toBe('erased');
    expect(await get(id)).toMatchObject({ status: 'completed', contact: { firstName: 'Erased' } });
  });

  it('a message that is being sent: it is left until its result is recorded, which is then erased', async () => {
    const person = somebody();
    const { id } = await aCreated(person, { followUp: { channels: ['sms'], startAfter: 0 } });
    let result: string | undefined;
    interceptSend(async (command, send) => {
      const isResult = JSON.stringify(command.input).includes('"#channelsTried"');
      if (!isResult) return send();
      // Between the send and its record.
      const done = erase({ account: account(), phone: person.phone, 'cancel-open': true }, async () => {
        await send();
        clock.advance(2);
      });
      result = (await done).text;
      return {};
    });
    await runCollection({ collection: id });
    expect(result).toContain('is erased');
    expect((await get(id)).events.map(({ type }) => type)).toContain('followup.sent');
    expect(await namesLeft(person)).toBe(0);
  });

  it('a message whose result is recorded, and the item that leads from it not yet: the item is erased, too', async () => {
    const person = somebody();
    const { id } = await aCreated(person, { followUp: { channels: ['sms'], startAfter: 0 } });
    let result: string | undefined;
    interceptSend(async (command, send) => {
      const { pk } = ('Item' in command.input ? command.input.Item : undefined) ?? {};
      if (!String(pk).startsWith('MESSAGE#')) return send();
      while ((await getHeldAttempts(table, refOf(id))).every(({ status }) => status !== 'sent')) await setImmediate();
      const done = erase({ account: account(), phone: person.phone, 'cancel-open': true }, async () => {
        await send();
        clock.advance(2);
      });
      result = (await done).text;
      return {};
    });
    await runCollection({ collection: id });
    expect(result).toContain('is erased');
    expect(await findMessage(table, 'sms', channels.messages().at(-1)?.messageId ?? '')).toBeUndefined();
    expect(await namesLeft(person)).toBe(0);
  });

  it('a correction of the contact: it is refused once the collection is cancelled, and writes nothing back', async () => {
    const person = somebody();
    const { id } = await aCreated(person);
    const correct = () =>
      invoke(updateCollection, {
        method: 'PATCH',
        key: tenants.mine.key,
        id,
        body: { contact: { lastName: `${person.lastName}-Smith` } },
      });
    await Promise.all([
      correct(),
      erase({ account: account(), phone: person.phone, 'cancel-open': true }, () => correct()),
    ]);
    expect((await correct()).status).toBe(409);
    expect(await namesLeft(person)).toBe(0);
  });

  it('a payment option that a provider opens: it may name the payer, so it is not stored any more', async () => {
    const person = somebody();
    const { id } = await aCreated(person);
    await patchStatus(tenants.mine, id, 'cancelled');
    await erase({ account: account(), phone: person.phone });
    const option = { ...anOption('bank_transfer'), accountName: person.lastName } as ReturnType<typeof anOption>;
    await replaceOption(table, refOf(id), option);
    expect(await saveOptions(table, refOf(id), { options: [option], keys: [], events: [] })).toBe(false);
    expect((await readCollection(table, refOf(id)))?.options).toEqual([]);
  });

  it('a receipt and a reply that were under way: what they wrote is erased by the second look', async () => {
    const person = somebody();
    const [followed] = await aLife({ tenant: tenants.mine, clock, channels }, person);
    await erase({ account: account(), phone: person.phone }, async () => {
      await rememberFailure(
        table,
        { channel: 'sms', address: person.phone },
        { id: 'r', kind: 'blocked', at: clock.now.toISOString() },
      );
      await tell(followed?.id ?? '');
    });
    expect(await namesLeft(person)).toBe(0);
  });
});

it.each([1, 4, 8, 12, 16, 20])(
  'an erasure that dies at its write number %i is finished by the same command',
  async (fatal) => {
    const person = somebody();
    const [followed] = await aLife({ tenant: tenants.mine, clock, channels }, person);
    let writes = 0;
    interceptSend(async (command, send) => {
      if (/^(Put|Update|Delete|TransactWrite)Command$/.test(command.constructor.name)) writes += 1;
      if (writes === fatal) throw new Error('the machine is gone');
      return send();
    });
    await expect(erase({ account: account(), phone: person.phone })).rejects.toThrow('the machine is gone');
    writes = Number.NEGATIVE_INFINITY;
    expect(await erase({ account: account(), phone: person.phone })).toMatchObject({ data: { erased: true } });
    expect(await namesLeft(person)).toBe(0);
    expect((await get(followed?.id ?? '')).contact.firstName).toBe('Erased');
  },
);

it('an erasure that dies before its second look is finished by the same command, which has that look at all of it', async () => {
  const person = somebody();
  const [followed] = await aLife({ tenant: tenants.mine, clock, channels }, person);
  const note = `canary-text by ${person.firstName}`;
  const died = erase({ account: account(), phone: person.phone }, () => Promise.reject(new Error('the lid is closed')));
  await expect(died).rejects.toThrow('the lid is closed');
  // By a function that was under way.
  const body = { amount: { value: 1, currency: 'NGN' }, method: 'cash', note };
  const headers = { 'Idempotency-Key': 'under way' };
  await invoke(recordPayment, { method: 'POST', key: tenants.mine.key, id: followed?.id ?? '', headers, body });
  expect(await namesLeft(person)).toBeGreaterThan(0);
  expect(await erase({ account: account(), phone: person.phone })).toMatchObject({ data: { erased: true } });
  expect(await namesLeft(person)).toBe(0);
  expect((await listErasures(table)).every(({ hashes }) => hashes === undefined)).toBe(true);
});

describe('after an erasure', () => {
  it('who had said STOP gets no message from any account, until START', async () => {
    const person = somebody();
    await aLife({ tenant: tenants.mine, clock, channels }, person);
    await erase({ account: account(), phone: person.phone });
    expect(await namesLeft(person)).toBe(0);
    clock.now = new Date('2026-03-16T09:00:00.000Z');
    const follow = { followUp: { channels: ['whatsapp', 'sms'], startAfter: 0 } };
    const opened = await aTenant();
    for (const tenant of [tenants.mine, tenants.other, opened]) {
      const before = channels.messages().length;
      const { id } = await aCreatedCollection(tenant, { contact: person, ...follow });
      await runCollection({ collection: id });
      expect(channels.messages().length).toBe(before);
    }
    await receiveReply(sns(smsReply(person.phone, 'START', { at: clock.now.toISOString() })));
    const { id } = await aCreatedCollection(tenants.mine, { contact: person, ...follow });
    await runCollection({ collection: id });
    expect(channels.messages().at(-1)?.collection).toBe(id);
  });

  it('a reply of the person belongs to no collection', async () => {
    const person = somebody();
    await aLife({ tenant: tenants.mine, clock, channels }, person);
    expect(await findLastMessage(table, person.phone)).toBeDefined();
    await erase({ account: account(), phone: person.phone });
    await receiveReply(sns(smsReply(person.phone, `I am ${person.lastName}`)));
    expect(await namesLeft(person)).toBe(0);
  });
});
