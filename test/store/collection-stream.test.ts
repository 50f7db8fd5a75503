/** What a stream image says of a collection's place in the list, of its next run, and of the end of its running. */
import { marshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { asLambdaGets } from '#infra/local/stream/as-lambda-gets.ts';
import { fromItem, toItem } from '#lib/store/collection/item.ts';
import {
  askableOf,
  changedCollectionsOf,
  endsRuns,
  listingOf,
  openChangesOf,
  runOf,
  sharedChangeOf,
  waitedForOf,
} from '#lib/store/stream.ts';
import { unpackText } from '#lib/store/table/read-item.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aCollection } from './a-collection.ts';

const logs = captureLogs();

/** As Lambda hands it over. */
const imageOf = (item: object) =>
  asLambdaGets(marshall(item, { removeUndefinedValues: true })) as Record<string, AttributeValue>;

it('a collection’s image shows the segment from which it is listed', () => {
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
])('no listing is read from %s', (_what, item) => {
  expect(listingOf(item && imageOf(item))).toBeUndefined();
  expect(logs.lines).toEqual([]);
});

/** A spoilt record must not hold up the records behind it. */
const KEY = { pk: 'ACCOUNT#a#COLLECTION#h', sk: 'COLLECTION' };
const malformed = (attribute: string) => [{ level: 'ERROR', event: 'item_malformed', ...KEY, attribute }];
const logged = () => logs.lines.map((line) => JSON.parse(line));

it.each(['x', 1.5, undefined])('a collection whose start segment is %j is logged and passed over', (startSegment) => {
  expect(listingOf(imageOf({ ...KEY, startSegment }))).toBeUndefined();
  expect(logged()).toMatchObject(malformed('startSegment'));
});

it.each([
  ['runNumber', { runNumber: 'x', nextRunAt: '2026-03-01T10:00:00.000Z' }],
  ['runNumber', { nextRunAt: '2026-03-01T10:00:00.000Z' }],
  ['nextRunAt', { runNumber: 1, nextRunAt: 'soon' }],
  ['nextRunAt', { runNumber: 1, nextRunAt: 7 }],
])('a run whose %s is spoilt is logged and passed over: %j', (attribute, run) => {
  expect(runOf({ NewImage: imageOf({ ...KEY, ...run }) })).toBeUndefined();
  expect(logged()).toMatchObject(malformed(attribute));
});

describe('terms that are deflated, and those that an earlier version has stored as a text', () => {
  const referenceProvider = 'paystack';
  const withTerms = (lastName: string) => {
    const { contact, ...others } = aCollection();
    const collection = { ...others, contact: { ...contact, lastName }, referenceProvider };
    return toItem(collection, { nonce: 'n', startSegment: 0 });
  };
  const LONGEST_TEXT = 480 - unpackText(withTerms('').terms).length;
  const item = withTerms('x'.repeat(LONGEST_TEXT + 1));
  const asText = { ...item, terms: unpackText(item.terms) };
  const [image, older] = [imageOf(item), imageOf(asText)];

  it('are deflated from 481 bytes on', () => {
    expect(withTerms('x'.repeat(LONGEST_TEXT)).terms).toHaveLength(480);
    expect(withTerms('x'.repeat(LONGEST_TEXT)).terms).toBeTypeOf('string');
    expect(item.terms).toBeInstanceOf(Uint8Array);
  });

  it('say the same of a collection and its image', () => {
    expect(fromItem(asText as never)).toEqual(fromItem(item as never));
    expect(askableOf(image)).toBe(askableOf(older));
    expect(askableOf(image)).toBeDefined();
    expect(openChangesOf({ NewImage: image })).toEqual(openChangesOf({ NewImage: older }));
    expect(openChangesOf({ NewImage: image, OldImage: image })).toEqual({ add: [], remove: [] });
    expect(changedCollectionsOf([{ NewImage: image }])).toEqual(changedCollectionsOf([{ NewImage: older }]));
    expect(changedCollectionsOf([{ NewImage: image }]).size).toBe(1);
  });

  it('are logged and passed over when they are spoilt', () => {
    expect(askableOf({ ...image, terms: { B: 'AAAA' } })).toBeUndefined();
    expect(logged()).toMatchObject([{ level: 'ERROR', event: 'item_malformed', attribute: 'terms' }]);
  });
});

/** What follows from a change of a collection that is paid in part, and with others. */
describe('a change', () => {
  const item = { ...toItem(aCollection(), { nonce: 'n', startSegment: 0 }), received: 100, sharedBy: 'o'.repeat(26) };
  const another = { ...aCollection(), contact: { ...aCollection().contact, firstName: 'Bola' } };
  const { terms } = toItem(another, { nonce: 'n', startSegment: 0 });

  it.each<[string, object, object, { customer: boolean; session: boolean }]>([
    ['that pays', {}, { received: 200 }, { customer: true, session: true }],
    ['that credits first', {}, { credits: 5 }, { customer: true, session: true }],
    ['that credits more', { credits: 5 }, { credits: 10 }, { customer: true, session: true }],
    ['that ends it', {}, { status: 'cancelled' }, { customer: true, session: true }],
    ['that erases it', {}, { erasedAt: '2026-03-02T09:00:00.000Z' }, { customer: true, session: true }],
    ['of its customer', {}, { terms }, { customer: true, session: false }],
    ['of the session that pays it with others', {}, { sharedBy: 'p'.repeat(26) }, { customer: false, session: true }],
    ['of what it was corrected to', {}, { amountChanges: 1 }, { customer: false, session: true }],
    ['of its next run', {}, { runNumber: 9 }, { customer: false, session: false }],
  ])('%s concerns its customer, and the session of several debts, or not', (_which, before, after, concerns) => {
    const change = { OldImage: imageOf({ ...item, ...before }), NewImage: imageOf({ ...item, ...before, ...after }) };
    const { ref } = aCollection();
    expect(changedCollectionsOf([change]).size === 1).toBe(concerns.customer);
    expect(sharedChangeOf(change)).toEqual(
      concerns.session ? { owner: { account: expect.any(String), hash: item.sharedBy }, hash: ref.hash } : undefined,
    );
  });
});

describe('openChangesOf', () => {
  const image = (given: object = {}) => imageOf(toItem(aCollection(given), { nonce: 'n', startSegment: 0 }));
  const before = image();
  const corrected = image({ contact: { ...aCollection().contact, phone: '+2348055550000' } });
  const ended = image({ status: 'completed' });
  const own = ['+2348031234567', 'ada@example.com'];

  it.each<[string, object, string[], string[]]>([
    ['a new collection', { NewImage: before }, own, []],
    ['one that ends', { NewImage: ended, OldImage: before }, [], own],
    ['one that is opened again', { NewImage: before, OldImage: ended }, own, []],
    [
      'a corrected phone',
      { NewImage: corrected, OldImage: before },
      ['+2348055550000', 'ada@example.com'],
      ['+2348031234567'],
    ],
    ['a later expiry', { NewImage: image({ expiresAt: '2030-01-01T00:00:00.000Z' }), OldImage: before }, own, []],
    ['a run', { NewImage: image({ runNumber: 9 }), OldImage: before }, [], []],
    ['another item', { NewImage: imageOf({ pk: 'ACCOUNT#a#PHONE#1', sk: 'CONTACT', status: 'pending' }) }, [], []],
  ])('what %s changes of the open collections by address', (_what, change, added, removed) => {
    const { add, remove } = openChangesOf(change);
    expect([add.map(({ address }) => address), remove.map(({ address }) => address)]).toEqual([added, removed]);
  });

  it('a collection whose terms are spoilt is logged and passed over', () => {
    expect(openChangesOf({ NewImage: imageOf({ ...KEY, status: 'pending', terms: '{' }) }).add).toEqual([]);
    expect(logged()).toMatchObject(malformed('terms'));
  });
});

describe('runOf', () => {
  const item = toItem(aCollection({ nextRunAt: '2026-03-01T10:00:00.000Z' }), { nonce: 'n', startSegment: 0 });
  const NewImage = imageOf(item);
  const run = {
    collection: expect.stringMatching(/^pay_/),
    runNumber: 1,
    nextRunAt: new Date('2026-03-01T10:00:00.000Z'),
  };

  it('a run is read from a new collection, and from a change that has set one', () => {
    expect(runOf({ NewImage })).toEqual(run);
    expect(runOf({ NewImage, OldImage: imageOf({ ...item, runNumber: 0 }) })).toEqual(run);
  });

  it('a run is read of a collection that has ended, too: it checks what was left open', () => {
    expect(runOf({ NewImage: imageOf({ ...item, status: 'cancelled' }) })).toEqual(run);
  });

  it.each<[string, Parameters<typeof runOf>[0]]>([
    ['a change of anything else', { NewImage, OldImage: imageOf({ ...item, status: 'overdue' }) }],
    ['the end of the runs', { NewImage: imageOf({ ...item, nextRunAt: undefined }), OldImage: NewImage }],
    ['a removal', { OldImage: NewImage }],
    ['an attempt', { NewImage: imageOf({ ...item, sk: 'ATTEMPT#0001' }) }],
    ['nothing', {}],
  ])('no run is read from %s', (_what, change) => expect(runOf(change)).toBeUndefined());
});

describe('endsRuns', () => {
  const item = toItem(aCollection({ nextRunAt: '2026-03-01T10:00:00.000Z' }), { nonce: 'n', startSegment: 0 });
  const [loaded, left] = [imageOf(item), imageOf({ ...item, nextRunAt: undefined })];

  it('the change that removes the next run ends the runs', () => {
    expect(endsRuns({ OldImage: loaded, NewImage: left })).toBe(true);
  });

  it.each<[string, Parameters<typeof endsRuns>[0]]>([
    ['a new collection', { NewImage: loaded }],
    ['a change between two runs', { OldImage: loaded, NewImage: imageOf({ ...item, runNumber: 2 }) }],
    ['a change after the end', { OldImage: left, NewImage: left }],
    ['a removal', { OldImage: loaded }],
    ['anything else', { OldImage: loaded, NewImage: imageOf({ ...item, sk: 'ATTEMPT#0001', nextRunAt: undefined }) }],
  ])('the runs are not ended by %s', (_what, change) => expect(endsRuns(change)).toBe(false));
});

describe('askableOf', () => {
  const imageWith = (given: object) =>
    imageOf(toItem({ ...aCollection(), ...given } as ReturnType<typeof aCollection>, { nonce: 'n', startSegment: 0 }));

  it('a collection whose reference names a transaction can be asked about', () => {
    const collection = aCollection();
    expect(askableOf(imageWith({ ...collection, referenceProvider: 'paystack' }))).toBe(collection.id);
  });

  it('a collection that names none cannot, whatever texts it holds', () => {
    const contact = { ...aCollection().contact, firstName: '"referenceProvider":' };
    expect(askableOf(imageWith({ contact }))).toBeUndefined();
    expect(askableOf(imageWith({}))).toBeUndefined();
    expect(askableOf({ ...imageWith({ referenceProvider: 'paystack' }), sk: { S: 'ATTEMPT#0001' } })).toBeUndefined();
    expect(askableOf(undefined)).toBeUndefined();
  });
});

describe('waitedForOf', () => {
  const ref = { account: 'a', hash: 'h' };
  const of = (sk: string, pk = KEY.pk) => waitedForOf(imageOf({ pk, sk }));

  it('something may wait for a new collection, and for the collection in whose partition it waits', () => {
    expect(of('COLLECTION')).toEqual(ref);
    expect(of('WAITING#prv_1#trx-1#payment#100')).toEqual(ref);
  });

  it('nothing waits for any other row', () => {
    for (const sk of ['PAYMENT#prv_1#trx-1#payment#100', 'ATTEMPT#0001', 'EVENT#x']) expect(of(sk)).toBeUndefined();
    expect(of('WAITING#x', 'ACCOUNT#a')).toBeUndefined();
    expect(waitedForOf(undefined)).toBeUndefined();
  });
});
