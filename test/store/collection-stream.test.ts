/** What a stream image says of a collection's place in the list, of its next run, and of the end of its running. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { toItem } from '#lib/store/collection-item.ts';
import { endsRuns, listingOf, runOf } from '#lib/store/collection-stream.ts';
import { aCollection } from './a-collection.ts';

const imageOf = (item: object) => marshall(item, { removeUndefinedValues: true }) as Record<string, AttributeValue>;

it('reads from the image of a collection where its appenders start', () => {
  const collection = aCollection();
  const item = toItem(collection, { nonce: 'n', startSegment: 7 });
  expect(listingOf(imageOf(item))).toEqual({ ...collection.ref, startSegment: 7 });
});

it.each<[string, object | undefined]>([
  ['no image', undefined],
  ['an empty image', {}],
  ['a contact', { pk: 'ACCOUNT#a#PHONE#COLLECTION', sk: 'CONTACT', startSegment: 1 }],
  ['an attempt in a collection’s partition', { pk: 'ACCOUNT#a#COLLECTION#h', sk: 'ATTEMPT#1', startSegment: 1 }],
  ['a collection’s sort key elsewhere', { pk: 'ACCOUNT#a#LIST', sk: 'COLLECTION', startSegment: 1 }],
  ['a start leaf that is no number', { pk: 'ACCOUNT#a#COLLECTION#h', sk: 'COLLECTION', startSegment: 'x' }],
  ['a fraction of a leaf', { pk: 'ACCOUNT#a#COLLECTION#h', sk: 'COLLECTION', startSegment: 1.5 }],
])('reads nothing from %s', (_what, item) => {
  expect(listingOf(item && imageOf(item))).toBeUndefined();
});

describe('runOf', () => {
  const item = toItem(aCollection({ nextRunAt: '2026-03-01T10:00:00.000Z' }), { nonce: 'n', startSegment: 0 });
  const NewImage = imageOf(item);
  const run = {
    collection: expect.stringMatching(/^pay_/),
    runNumber: 1,
    nextRunAt: new Date('2026-03-01T10:00:00.000Z'),
  };

  it('reads the run of a new collection, and of a change that has set one', () => {
    expect(runOf({ NewImage })).toEqual(run);
    expect(runOf({ NewImage, OldImage: imageOf({ ...item, runNumber: 0 }) })).toEqual(run);
  });

  it.each<[string, Parameters<typeof runOf>[0]]>([
    ['a change of anything else', { NewImage, OldImage: imageOf({ ...item, status: 'overdue' }) }],
    ['the end of the waking', { NewImage: imageOf({ ...item, nextRunAt: undefined }), OldImage: NewImage }],
    ['a removal', { OldImage: NewImage }],
    ['an attempt', { NewImage: imageOf({ ...item, sk: 'ATTEMPT#0001' }) }],
    ['nothing', {}],
  ])('reads nothing from %s', (_what, change) => expect(runOf(change)).toBeUndefined());
});

describe('endsRuns', () => {
  const item = toItem(aCollection({ nextRunAt: '2026-03-01T10:00:00.000Z' }), { nonce: 'n', startSegment: 0 });
  const [loaded, left] = [imageOf(item), imageOf({ ...item, nextRunAt: undefined })];

  it('is the change that takes the run away', () => {
    expect(endsRuns({ OldImage: loaded, NewImage: left })).toBe(true);
  });

  it.each<[string, Parameters<typeof endsRuns>[0]]>([
    ['a new collection', { NewImage: loaded }],
    ['a change between two wakes', { OldImage: loaded, NewImage: imageOf({ ...item, runNumber: 2 }) }],
    ['a change after the end', { OldImage: left, NewImage: left }],
    ['a removal', { OldImage: loaded }],
    ['anything else', { OldImage: loaded, NewImage: imageOf({ ...item, sk: 'ATTEMPT#0001', nextRunAt: undefined }) }],
  ])('is not %s', (_what, change) => expect(endsRuns(change)).toBe(false));
});
