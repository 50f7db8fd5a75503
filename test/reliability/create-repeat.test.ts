/** A create that comes again, long after the first: found where it was listed, and shown as it is now. */
import { describe, expect, it } from 'vitest';
import { hashOf } from '#test/store/a-collection.ts';
import { fillList } from '#test/store/fill-list.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aRequest, openBusiness } from './business.ts';

useTable();

/** A business whose INV-1 is the last entry of a full segment, and whose list has gone on to the next. */
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
  ])('%s lists nothing a second time', async (_how, key, expected) => {
    const { business } = await afterRollover();
    for (const _time of [1, 2]) expect((await business.create(aRequest('INV-1'), key)).status).toBe(expected);
    const { body } = await business.list(1, 2);
    expect(body.meta.count).toBe(51);
    expect(body.data.map(({ reference }: { reference: string }) => reference)).toEqual(['NEXT', 'INV-1']);
  });
});

describe('a replay', () => {
  it('shows the collection as it is now, not as it was', async () => {
    const { business, first } = await afterRollover();
    const changed = await business.setStatus(first.id, 'completed');
    const replay = await business.create(aRequest('INV-1'), 'key-1');
    expect([replay.status, replay.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect(replay.body.data).toEqual(changed.body.data);
  });

  it('takes a body that says the same in another order', async () => {
    const { business, first } = await afterRollover();
    const reordered = Object.fromEntries(Object.entries(aRequest('INV-1')).toReversed());
    expect((await business.create(reordered, 'key-1')).body.data).toEqual(first);
  });

  it('is refused with another body, and changes nothing', async () => {
    const { business, first } = await afterRollover();
    const other = { ...aRequest('INV-1'), amount: { value: 1, currency: 'NGN' } };
    const { status, body } = await business.create(other, 'key-1');
    expect([status, body.code]).toEqual([409, 'idempotency_conflict']);
    expect((await business.get(first.id)).body.data).toEqual(first);
  });
});
