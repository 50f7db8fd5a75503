/** What a stream image says of a collection's place in the list, of its next wake, and of the end of its waking. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { toItem } from '#lib/store/collection-item.ts';
import { endsWaking, listingOf, wakeOf } from '#lib/store/collection-record.ts';
import { aCollection } from '#test/store/a-collection.ts';

const imageOf = (item: object) => marshall(item, { removeUndefinedValues: true }) as Record<string, AttributeValue>;

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

describe('wakeOf', () => {
  const item = toItem(aCollection({ wakeAt: '2026-03-01T10:00:00.000Z' }), { nonce: 'n', startLeaf: 0 });
  const NewImage = imageOf(item);
  const wake = {
    collection: expect.stringMatching(/^pay_/),
    wakeNumber: 1,
    wakeAt: new Date('2026-03-01T10:00:00.000Z'),
  };

  it('reads the wake of a new collection, and of a change that has set one', () => {
    expect(wakeOf({ NewImage })).toEqual(wake);
    expect(wakeOf({ NewImage, OldImage: imageOf({ ...item, wakeNumber: 0 }) })).toEqual(wake);
  });

  it.each<[string, Parameters<typeof wakeOf>[0]]>([
    ['a change of anything else', { NewImage, OldImage: imageOf({ ...item, status: 'overdue' }) }],
    ['the end of the waking', { NewImage: imageOf({ ...item, wakeAt: undefined }), OldImage: NewImage }],
    ['a removal', { OldImage: NewImage }],
    ['an attempt', { NewImage: imageOf({ ...item, sk: 'ATTEMPT#0001' }) }],
    ['nothing', {}],
  ])('reads nothing from %s', (_what, change) => expect(wakeOf(change)).toBeUndefined());
});

describe('endsWaking', () => {
  const item = toItem(aCollection({ wakeAt: '2026-03-01T10:00:00.000Z' }), { nonce: 'n', startLeaf: 0 });
  const [woken, left] = [imageOf(item), imageOf({ ...item, wakeAt: undefined })];

  it('is the change that takes the wake away', () => {
    expect(endsWaking({ OldImage: woken, NewImage: left })).toBe(true);
  });

  it.each<[string, Parameters<typeof endsWaking>[0]]>([
    ['a new collection', { NewImage: woken }],
    ['a change between two wakes', { OldImage: woken, NewImage: imageOf({ ...item, wakeNumber: 2 }) }],
    ['a change after the end', { OldImage: left, NewImage: left }],
    ['a removal', { OldImage: woken }],
    ['anything else', { OldImage: woken, NewImage: imageOf({ ...item, sk: 'ATTEMPT#0001', wakeAt: undefined }) }],
  ])('is not %s', (_what, change) => expect(endsWaking(change)).toBe(false));
});
