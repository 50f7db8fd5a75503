/** A collection's whole story: itself, its attempts in order, and the events that have rows of their own. */
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { claimSlots } from '#lib/store/claim-slots.ts';
import { recordEvent } from '#lib/store/collection-events.ts';
import { getCollection } from '#lib/store/collections.ts';
import { attemptKey } from '#lib/store/keys.ts';
import { getStory } from '#lib/store/story.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aClaim, anAttempt, aStored, NOW, tokenOf } from './a-claim.ts';
import { aCollection, anAccount } from './a-collection.ts';

const { documents, tableName } = useTable();

describe('getStory', () => {
  it('is nothing where there is no collection, even if something else is there', async () => {
    const { place } = aCollection();
    expect(await getStory(place)).toBeUndefined();
    await documents.send(new PutCommand({ TableName: tableName, Item: { ...attemptKey(place, 1), slot: 1 } }));
    expect(await getStory(place)).toBeUndefined();
  });

  it('is the collection alone at first', async () => {
    const collection = await aStored();
    expect(await getStory(collection.place)).toEqual({ collection, attempts: [], payments: [], events: [] });
  });

  it('has every attempt, in the order of the slots', async () => {
    const collection = await aStored();
    await claimSlots(aClaim(collection, {}, 11));
    const story = await getStory(collection.place);
    expect(story?.collection).toEqual(await getCollection(collection.place));
    expect(story?.attempts.map(({ slot }) => slot)).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect(story?.attempts.at(-1)).toMatchObject(anAttempt(12, { token: tokenOf(collection) }));
  });

  it('does not see another account’s attempts of the same hash', async () => {
    const collection = await aStored();
    await claimSlots(aClaim(collection));
    const twin = await aStored({ account: anAccount().id });
    expect(await getStory(twin.place)).toEqual({ collection: twin, attempts: [], payments: [], events: [] });
  });
});

describe('recordEvent', () => {
  it('adds an event of a type once, and keeps its first time', async () => {
    const { place } = await aStored();
    await recordEvent(place, 'contact.opted_out', NOW);
    await recordEvent(place, 'contact.opted_out', new Date(NOW.getTime() + 1_000));
    expect((await getStory(place))?.events).toEqual([{ type: 'contact.opted_out', timestamp: NOW.toISOString() }]);
  });
});
