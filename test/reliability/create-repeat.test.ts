/** A create that is repeated after the list has begun a new segment: found in its old segment, and shown in its current state. */
import { describe, expect, it } from 'vitest';
import { hashOf } from '#test/store/a-collection.ts';
import { fillList } from '#test/store/fill-list.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aRequest, openBusiness } from './business.ts';

useTable();

/** A business whose INV-1 is the last entry of a full segment, followed by one entry in the next segment. */
async function afterRollover() {
  const business = await openBusiness();
  const earlier = Array.from({ length: 49 }, (_, rank) => hashOf(`EARLIER-${rank}`));
  await fillList(business.account, earlier);
  const { body } = await business.create(aRequest('INV-1'), 'key-1');
  await business.create(aRequest('NEXT'));
  return { business, first: body.data };
}

describe('a repeat after the list has gone on to another segment', () => {
  it.each([
    ['without a key', undefined, 409],
    ['with its key', 'key-1', 201],
    ['with another key', 'key-2', 409],
  ])(
    'a create that is repeated %s after the list has begun a new segment is listed once',
    async (_how, key, expected) => {
      const { business } = await afterRollover();
      for (const _time of [1, 2]) expect((await business.create(aRequest('INV-1'), key)).status).toBe(expected);
      const { body } = await business.list(1, 2);
      expect(body.meta.count).toBe(51);
      expect(body.data.map(({ reference }: { reference: string }) => reference)).toEqual(['NEXT', 'INV-1']);
    },
  );
});

describe('a replay', () => {
  it('a replay shows the current state of the collection', async () => {
    const { business, first } = await afterRollover();
    const changed = await business.setStatus(first.id, 'completed');
    const replay = await business.create(aRequest('INV-1'), 'key-1');
    expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(replay.body.data).toEqual(changed.body.data);
  });

  it('a replay accepts the same body with its fields in another order', async () => {
    const { business, first } = await afterRollover();
    const reordered = Object.fromEntries(Object.entries(aRequest('INV-1')).toReversed());
    expect((await business.create(reordered, 'key-1')).body.data).toEqual(first);
  });

  it('a create that is repeated with its key and another body answers 409 and changes nothing', async () => {
    const { business, first } = await afterRollover();
    const other = { ...aRequest('INV-1'), amount: { value: 1, currency: 'NGN' } };
    const { status, body } = await business.create(other, 'key-1');
    expect([status, body.code]).toEqual([409, 'idempotency_conflict']);
    expect((await business.get(first.id)).body.data).toEqual(first);
  });
});
