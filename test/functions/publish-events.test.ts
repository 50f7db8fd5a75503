/** The function that tells events: each once, numbered without gaps, in the order of the history, whatever is repeated or raced. */
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { publishEvents } from '#functions/stream/publish-events.ts';
import type { ToldEventBody } from '#lib/contract/event.ts';
import { toHistoryResponse } from '#lib/contract/show-collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { collectionKey } from '#lib/store/collection/keys.ts';
import { feedKey } from '#lib/store/event/keys.ts';
import { getTold } from '#lib/store/event/told.ts';
import { table } from '#lib/store/table/live-table.ts';
import { unpackText } from '#lib/store/table/read-item.ts';
import { booked } from '#test/store/a-booking.ts';
import { aStored } from '#test/store/a-claim.ts';
import { type Command, interceptSend } from '#test/store/intercept-send.ts';
import { aReported } from '#test/support/a-payment.ts';
import { service } from '#test/support/a-service.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';

const handler = publishEvents(service);

const { documents, tableName } = useTable();

const logs = captureLogs();

let records = 0;
const recordOf = ({ pk, sk }: { pk: string; sk: string }): DynamoDBRecord => {
  records += 1;
  return {
    eventName: 'MODIFY',
    dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } }, SequenceNumber: String(records) },
  };
};
const changeOf = ({ account, hash }: CollectionRef) => recordOf(collectionKey(account, hash));
const publish = (...Records: DynamoDBRecord[]) =>
  handler({ Records: Records as never }) as Promise<{ batchItemFailures: { itemIdentifier: string }[] }>;

async function bodiesOf(ref: CollectionRef): Promise<ToldEventBody[]> {
  const bodies: ToldEventBody[] = [];
  for (const told of await getTold(table, ref)) {
    const { Item } = await documents.send(new GetCommand({ TableName: tableName, Key: feedKey({ ref, ...told }) }));
    bodies.push(JSON.parse(unpackText(Item?.['body'])));
  }
  return bodies;
}

const historyOf = async (ref: CollectionRef) => {
  const history = await getHistory(table, ref);
  if (history === undefined) throw new Error('it was stored');
  return toHistoryResponse(history, new Date(), 'https://collections.example').events;
};

const isNamed = (name: string) => (command: Command) => command.constructor.name === name;

async function aPaid() {
  const stored = await aStored();
  await booked(stored.ref, aReported());
  return stored;
}

describe('publishEvents', () => {
  it('tells every event of a paid collection with the id, type and time that its history shows, in that order', async () => {
    const { id, ref, contact } = await aPaid();
    expect(await publish(changeOf(ref))).toEqual({ batchItemFailures: [] });
    const bodies = await bodiesOf(ref);
    const shown = await historyOf(ref);
    expect(bodies.map(({ data }) => data.event)).toEqual(shown);
    expect(bodies.map(({ sequence }) => sequence)).toEqual(shown.map((_, index) => index + 1));
    expect(bodies.map(({ type }) => type).slice(0, 3)).toEqual([
      'collection.created',
      'payment.received',
      'collection.completed',
    ]);
    for (const { data } of bodies) {
      expect(data.collection).toMatchObject({ id, status: 'completed', contact: { id: contact.id } });
      expect(JSON.stringify(data)).not.toContain(contact.phone);
      expect(JSON.stringify(data)).not.toContain(contact.email);
      expect(JSON.stringify(data)).not.toContain(contact.firstName);
    }
  });

  it('collections of two accounts with one hash are numbered and kept apart, and read once for a batch', async () => {
    const [mine, theirs] = [await aStored(), await aStored()];
    const seen = interceptSend((_command, send) => send());
    await publish(changeOf(mine.ref), changeOf(theirs.ref), changeOf(mine.ref));
    expect(seen.filter(isNamed('QueryCommand'))).toHaveLength(4);
    for (const { id, ref } of [mine, theirs])
      expect((await bodiesOf(ref)).map(({ sequence, data }) => [sequence, data.collection.id])).toEqual([[1, id]]);
  });

  it('of an account, a batch asks once who is told, and marks once that something is to be counted', async () => {
    const one = await aStored();
    const another = await aStored({ account: one.ref.account, reference: 'INV-2' });
    const commands = interceptSend((_command, send) => send());
    await publish(changeOf(one.ref), changeOf(another.ref));
    const keysOf = (name: string) => commands.filter(isNamed(name)).map(({ input }) => JSON.stringify(input));
    expect(keysOf('GetCommand').filter((each) => each.includes('#WEBHOOKS'))).toHaveLength(1);
    expect(keysOf('UpdateCommand').filter((each) => each.includes('#INSIGHTS'))).toHaveLength(1);
  });

  it('a spoilt collection is logged and passed over, and those beside it are told', async () => {
    const [spoilt, sound] = [await aStored(), await aStored()];
    const { account, hash } = spoilt.ref;
    const item = { ...collectionKey(account, hash), status: 'nonsense' };
    await documents.send(new PutCommand({ TableName: tableName, Item: item }));
    expect(await publish(changeOf(spoilt.ref), changeOf(sound.ref))).toEqual({ batchItemFailures: [] });
    expect(logs.events()).toEqual(expect.arrayContaining(['item_malformed', 'events_not_told', 'event_told']));
    expect(await getTold(table, spoilt.ref)).toEqual([]);
    expect(await getTold(table, sound.ref)).toHaveLength(1);
  });

  it('records of other items, and of collections that are not there yet, tell nothing', async () => {
    const { ref } = await aStored();
    const { pk } = collectionKey(ref.account, ref.hash);
    await publish(recordOf({ pk: `${pk}#TOLD`, sk: 'TOLD#000001' }), recordOf({ pk, sk: 'WAITING#x' }));
    await publish(changeOf({ ...ref, hash: '0'.repeat(25) }));
    expect(await getTold(table, ref)).toEqual([]);
  });
});
