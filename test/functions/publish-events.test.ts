/** The function that tells events: each once, numbered without gaps, in the order of the history, whatever is repeated or raced. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { handler } from '#functions/stream/publish-events.ts';
import type { ToldEventBody } from '#lib/contract/event.ts';
import { toHistoryResponse } from '#lib/contract/show-collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { getHistory } from '#lib/store/collections.ts';
import { collectionKey, feedKey } from '#lib/store/keys.ts';
import { getTold } from '#lib/store/told-events.ts';
import { booked } from '#test/store/a-booking.ts';
import { aStored } from '#test/store/a-claim.ts';
import { aReported } from '#test/support/a-movement.ts';
import { useTable } from '#test/support/dynamodb.ts';

const { documents, tableName } = useTable();

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
  for (const told of await getTold(ref)) {
    const { Item } = await documents.send(new GetCommand({ TableName: tableName, Key: feedKey({ ref, ...told }) }));
    bodies.push(JSON.parse(String(Item?.['body'])));
  }
  return bodies;
}

const historyOf = async (ref: CollectionRef) => {
  const history = await getHistory(ref);
  if (history === undefined) throw new Error('it was stored');
  return toHistoryResponse(history, new Date(), 'https://collections.example').events;
};

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

  it('a record that comes again tells nothing again, and a later event gets the next number', async () => {
    const { ref } = await aStored();
    await publish(changeOf(ref));
    await publish(changeOf(ref), changeOf(ref));
    expect(await bodiesOf(ref)).toHaveLength(1);
    await booked(ref, aReported());
    await publish(changeOf(ref));
    const bodies = await bodiesOf(ref);
    expect(bodies.map(({ data }) => data.event)).toEqual(await historyOf(ref));
    expect(bodies.map(({ sequence }) => sequence)).toEqual(bodies.map((_, index) => index + 1));
  });

  it('eight publishers at once tell each event of a collection once, without a gap', async () => {
    const { ref } = await aPaid();
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => publish(changeOf(ref))));
    expect(outcomes).toEqual(outcomes.map(() => ({ batchItemFailures: [] })));
    const told = await getTold(ref);
    expect(told.map(({ id }) => id)).toEqual((await historyOf(ref)).map(({ id }) => id));
    expect(told.map(({ sequence }) => sequence)).toEqual(told.map((_, index) => index + 1));
  });
});
