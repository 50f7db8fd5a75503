/** What a stream image says of a new collection's place in the list. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from 'aws-lambda';
import { expect, it } from 'vitest';
import { toItem } from '#lib/store/collection-item.ts';
import { listingOf } from '#lib/store/collection-record.ts';
import { aCollection } from '#test/store/a-collection.ts';

const imageOf = (item: object) => marshall(item) as Record<string, AttributeValue>;

it('reads from the image of a collection where its appenders start', () => {
  const collection = aCollection();
  const item = toItem(collection, { nonce: 'n', startLeaf: 7 });
  expect(listingOf(imageOf(item))).toEqual({ ...collection.place, startLeaf: 7 });
});

it.each<[string, object | undefined]>([
  ['no image', undefined],
  ['an empty image', {}],
  ['a contact', { pk: 'ACCOUNT#a#PHONE#COLLECTION', sk: 'CONTACT', startLeaf: 1 }],
  ['an attempt in a collection’s partition', { pk: 'ACCOUNT#a#COLLECTION#h', sk: 'ATTEMPT#1', startLeaf: 1 }],
  ['a collection’s sort key elsewhere', { pk: 'ACCOUNT#a#LIST', sk: 'COLLECTION', startLeaf: 1 }],
  ['a start leaf that is no number', { pk: 'ACCOUNT#a#COLLECTION#h', sk: 'COLLECTION', startLeaf: 'x' }],
  ['a fraction of a leaf', { pk: 'ACCOUNT#a#COLLECTION#h', sk: 'COLLECTION', startLeaf: 1.5 }],
])('reads nothing from %s', (_what, item) => {
  expect(listingOf(item && imageOf(item))).toBeUndefined();
});
