/** Sessions in the table: every number is given once, and what came of a create's is saved once. */
import { describe, expect, it } from 'vitest';
import type { CollectionEvent } from '#lib/domain/collection-event.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { createCollection, getCollection } from '#lib/store/collection/collections.ts';
import { beginAsking, countCode, keepOpened, reserveSession, saveOptions } from '#lib/store/ledger/sessions.ts';
import { table } from '#lib/store/table/live-table.ts';
import { anOption, aSession } from '#test/support/a-payment.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aStored } from './a-claim.ts';
import { aCollection } from './a-collection.ts';

useTable();

const CHECKOUT = aSession({ method: 'checkout' });
const AT = '2026-03-01T09:00:05.000Z';
const FAILED: CollectionEvent = { type: 'payment_option.failed', timestamp: AT, about: 'card', reason: 'timeout' };
const NOTHING = { options: [], keys: [], events: [] };

describe('a session', () => {
  it('a session gets the next number, and is stored at that place', async () => {
    const collection = await aStored();
    const sessions = [CHECKOUT, aSession(), aSession({ method: 'mobile_money' })];
    for (const [index, session] of sessions.entries()) {
      expect(await reserveSession(table, { ref: collection.ref }, session)).toBe(index + 1);
    }
    expect(await getCollection(table, collection.ref)).toEqual({ ...collection, sessions });
  });

  it('a session comes after those that the create has reserved', async () => {
    const { ref } = await aStored({ sessions: [aSession(), aSession()] });
    expect(await reserveSession(table, { ref }, CHECKOUT)).toBe(3);
  });

  it('thirty sessions reserved at once have different numbers', async () => {
    const { ref } = await aStored();
    const numbers = await Promise.all(Array.from({ length: 30 }, () => reserveSession(table, { ref }, CHECKOUT)));
    expect(numbers.toSorted((a = 0, b = 0) => a - b)).toEqual(Array.from({ length: 30 }, (_, index) => index + 1));
  });

  it('a collection has at most a hundred sessions, even when many are reserved at once', async () => {
    const { ref } = await aStored({ sessions: Array.from({ length: 97 }, () => CHECKOUT) });
    const numbers = await Promise.all(Array.from({ length: 10 }, () => reserveSession(table, { ref }, CHECKOUT)));
    const given = numbers.filter((number) => number !== undefined);
    expect(given.toSorted((a, b) => a - b)).toEqual([98, 99, 100]);
  });

  it.each(STATUSES)('a session of a %s collection is reserved only while it can be paid', async (status) => {
    const { ref } = await aStored({ status });
    const isPayable = status === 'pending' || status === 'overdue';
    expect(await reserveSession(table, { ref }, CHECKOUT)).toBe(isPayable ? 1 : undefined);
    expect((await getCollection(table, ref))?.sessions).toHaveLength(isPayable ? 1 : 0);
  });

  it('a session is not reserved where there is no collection, and creates none', async () => {
    const { ref } = aCollection();
    expect(await reserveSession(table, { ref }, CHECKOUT)).toBeUndefined();
    expect(await getCollection(table, ref)).toBeUndefined();
  });

  it('a session gets the provider’s own key, even after the collection was completed', async () => {
    const { ref } = await aStored({ sessions: [CHECKOUT, CHECKOUT, CHECKOUT], status: 'completed' });
    const opened = { minor: 700, until: AT, link: 'https://checkout.example/2' };
    await keepOpened(table, ref, 2, { ...opened, key: 'cs_2' });
    await keepOpened(table, ref, 3, { minor: 700, until: AT, key: undefined });
    expect((await getCollection(table, ref))?.sessions).toEqual([
      CHECKOUT,
      { ...CHECKOUT, key: 'cs_2', opened },
      { ...CHECKOUT, opened: { minor: 700, until: AT } },
    ]);
  });

  it('five codes are counted for a session, two at once as one, and none of another session', async () => {
    const { ref } = await aStored({ sessions: [CHECKOUT, CHECKOUT] });
    const numbered = async () => ({ number: 2, codes: (await getCollection(table, ref))?.sessions[1]?.codes ?? 0 });
    const count = async () => countCode(table, ref, await numbered());
    for (let code = 1; code < 4; code += 1) expect(await count()).toBe(true);
    const twice = await numbered();
    const both = await Promise.all([countCode(table, ref, twice), countCode(table, ref, twice)]);
    expect(both.toSorted()).toEqual([false, true]);
    expect([await count(), await count(), await count()]).toEqual([true, false, false]);
    expect((await getCollection(table, ref))?.sessions).toEqual([CHECKOUT, { ...CHECKOUT, codes: 5 }]);
  });
});

describe('asking the providers because of the payment page', () => {
  const at = (milliseconds: number) => new Date(Date.parse(AT) + milliseconds);

  it('they are asked once in three seconds, by one of several that load the page at once', async () => {
    const { ref } = await aStored();
    const begin = async (milliseconds: number, askedAt = '') => beginAsking(table, { ref, askedAt }, at(milliseconds));
    const many = await Promise.all([begin(0), begin(0), begin(1)]);
    expect(many.filter(Boolean)).toHaveLength(1);
    expect([await begin(2_998), await begin(3_001), await begin(6_000)]).toEqual([false, true, false]);
  });

  it('who has read that they were asked just now writes nothing', async () => {
    const ref = { account: 'none', hash: 'none' };
    expect(await beginAsking(table, { ref, askedAt: AT }, at(2_999))).toBe(false);
    expect(await beginAsking(table, { ref }, at(0))).toBe(false);
  });
});

describe('what the providers made of a create', () => {
  const sessions = [aSession(), aSession({ method: 'virtual_account' }), aSession({ method: 'bank_transfer' })];

  it('options, session keys and events of a create are saved together', async () => {
    const collection = await aStored({ sessions });
    const options = [anOption('virtual_account'), anOption('bank_transfer')];
    const keys = [
      { number: 2, key: 'va_2' },
      { number: 3, key: 'bt_3' },
    ];
    const event = FAILED;
    expect(await saveOptions(table, collection.ref, { options, keys, events: [event] })).toBe(true);
    expect(await getCollection(table, collection.ref)).toEqual({
      ...collection,
      options,
      sessions: [sessions[0], { ...sessions[1], key: 'va_2' }, { ...sessions[2], key: 'bt_3' }],
      events: [...collection.events, event],
    });
  });

  it('options are saved once: what was saved first stays, even when that was nothing', async () => {
    const collection = await aStored({ sessions });
    expect(await saveOptions(table, collection.ref, NOTHING)).toBe(true);
    const later = {
      options: [anOption('card')],
      keys: [{ number: 1, key: 'k' }],
      events: [FAILED],
    };
    expect(await saveOptions(table, collection.ref, later)).toBe(false);
    expect(await getCollection(table, collection.ref)).toEqual(collection);
  });

  it('of many saves of options at once one is stored', async () => {
    const { ref } = await aStored({ sessions });
    const all = Array.from({ length: 20 }, (_, index) => ({
      ...NOTHING,
      options: [{ ...anOption('card'), link: `https://provider.example/${index}` } as ReturnType<typeof anOption>],
    }));
    const outcomes = await Promise.all(all.map((opened) => saveOptions(table, ref, opened)));
    expect(outcomes.filter((saved) => saved)).toHaveLength(1);
    expect((await getCollection(table, ref))?.options).toEqual(all[outcomes.indexOf(true)]?.options);
  });

  it('options are not saved where there is no collection', async () => {
    const { ref } = aCollection();
    expect(await saveOptions(table, ref, NOTHING)).toBe(false);
    expect(await getCollection(table, ref)).toBeUndefined();
  });
});

it('a collection with sessions reads back exactly as it was', async () => {
  const collection = aCollection({ sessions: [aSession({ key: 'k' }), CHECKOUT] });
  await createCollection(table, collection, { nonce: 'n', startSegment: 0 });
  expect(await getCollection(table, collection.ref)).toEqual(collection);
});
