/** Claims: of all who want a slot, one gets it, and only while the collection can still be paid. */
import { describe, expect, it } from 'vitest';
import { clock } from '#lib/clock.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { STATUSES } from '#lib/domain/transitions.ts';
import { claimSlots, recordSkips } from '#lib/store/attempt/attempts.ts';
import { getCollection, getHistory } from '#lib/store/collection/collections.ts';
import { findOverdueRuns } from '#lib/store/collection/runs.ts';
import { saveStatus, setNextRun } from '#lib/store/collection/state.ts';
import { recordEntry } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { aReported } from '#test/support/a-payment.ts';
import { breakWire, FAULTS, type Fault } from '#test/support/broken-wire.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { bookingOf } from './a-booking.ts';
import { aClaim, anAttempt, aStored, NEXT_RUN, runAttributesOf, tokenOf } from './a-claim.ts';
import { interceptSend } from './intercept-send.ts';

useTable();
clock.sleep = async () => {};

const attemptsOf = async ({ ref }: Collection) =>
  (await getHistory(table, ref))?.attempts.map(({ slot, status }) => [slot, status]);
const moved = (collection: Collection, nextSlot = 2) => ({
  ...collection,
  nextSlot,
  runNumber: 2,
  nextRunAt: NEXT_RUN,
});
const FAR = new Date('2027-01-01T00:00:00.000Z');

describe('a claim that is won', () => {
  it('a claim moves the collection past the slot and sets the next run, together with the row', async () => {
    const collection = await aStored();
    expect(await claimSlots(table, aClaim(collection))).toBe('won');
    const history = await getHistory(table, collection.ref);
    expect(history?.collection).toEqual(moved(collection));
    expect(history?.attempts).toMatchObject([anAttempt(1, { token: tokenOf(collection) })]);
  });

  it('a claim includes the late slots before it, as many as a plan can have', async () => {
    const collection = await aStored();
    expect(await claimSlots(table, aClaim(collection, {}, 59))).toBe('won');
    expect(await getCollection(table, collection.ref)).toEqual(moved(collection, 61));
    const attempts = (await attemptsOf(collection)) ?? [];
    expect(attempts.map(([slot]) => slot)).toEqual(Array.from({ length: 60 }, (_, index) => index + 1));
    expect(attempts.filter(([, status]) => status === 'sending')).toEqual([[60, 'sending']]);
  });

  it('a claim without a next run ends the collection’s runs, in the index too', async () => {
    const collection = await aStored();
    expect(await claimSlots(table, aClaim(collection, { nextRunAt: undefined }))).toBe('won');
    expect(await runAttributesOf(collection)).toEqual([]);
    expect((await findOverdueRuns(table, FAR)).ids).not.toContain(collection.id);
  });

  it('an overdue collection’s slot can be claimed', async () => {
    expect(await claimSlots(table, aClaim(await aStored({ status: 'overdue' })))).toBe('won');
  });
});

describe('a claim is lost, and nothing is written,', () => {
  const expectLost = async (collection: Collection, claim = aClaim(collection)) => {
    const before = await getHistory(table, collection.ref);
    expect(await claimSlots(table, claim)).toBe('lost');
    expect(await getHistory(table, collection.ref)).toEqual(before);
  };

  it.each(STATUSES.filter((status) => status !== 'pending' && status !== 'overdue'))(
    'a claim is lost once the collection is %s',
    async (status) => {
      await expectLost(await aStored({ status }));
    },
  );

  it('a claim is lost from the expiry on, even before the collection is marked expired', async () => {
    const collection = await aStored();
    const expiry = Date.parse(collection.expiresAt);
    for (const late of [0, 1, 60_000]) {
      const token = `${late}-${collection.ref.account}`;
      await expectLost(collection, aClaim(collection, { token, now: new Date(expiry + late) }));
    }
    expect(await claimSlots(table, aClaim(collection, { now: new Date(expiry - 1) }))).toBe('won');
  });

  it('a claim is lost once another has claimed the slot', async () => {
    const collection = await aStored();
    await claimSlots(table, aClaim(collection));
    await expectLost(collection, aClaim(collection, { token: `second-${collection.ref.account}` }));
  });

  it('a claim is lost once another run was set, so that no two writes use one run number', async () => {
    const collection = await aStored();
    await setNextRun(table, collection.ref, 1, NEXT_RUN);
    await expectLost(collection);
  });

  it('a claim is lost once the collection was marked overdue, because the laws on people hold from then on', async () => {
    const collection = await aStored();
    const change = { from: ['pending'], to: 'overdue', updatedAt: collection.updatedAt, events: [] } as const;
    expect(await saveStatus(table, collection.ref, change)).toMatchObject({ saved: true });
    await expectLost(collection);
    const overdue = (await getCollection(table, collection.ref)) as Collection;
    expect(await claimSlots(table, aClaim(overdue, { token: `overdue-${collection.ref.account}` }))).toBe('won');
  });

  it('a claim is lost once something was booked, because its message names what is owed', async () => {
    const collection = await aStored();
    const part = aReported({ amount: { minor: 1, currency: 'NGN' } });
    await recordEntry(table, collection.ref, await bookingOf(collection.ref, part));
    await expectLost(collection);
    const paid = (await getCollection(table, collection.ref)) as Collection;
    expect(await claimSlots(table, aClaim(paid, { token: `paid-${collection.ref.account}` }))).toBe('won');
  });

  it('of many claims of one slot all but one are lost', async () => {
    const collection = await aStored();
    const tokens = Array.from({ length: 40 }, (_, index) => `${index}-${collection.ref.account}`);
    const outcomes = await Promise.all(tokens.map((token) => claimSlots(table, aClaim(collection, { token }))));
    expect(outcomes.filter((outcome) => outcome === 'won')).toHaveLength(1);
    const history = await getHistory(table, collection.ref);
    expect(history?.attempts).toMatchObject([{ token: tokens[outcomes.indexOf('won')] }]);
    expect(history?.collection).toEqual(moved(collection));
  });

  it('a claim is lost where there is no collection', async () => {
    const collection = await aStored();
    const nowhere = { ...collection, ref: { ...collection.ref, hash: '0'.repeat(25) } };
    expect(await claimSlots(table, aClaim(nowhere))).toBe('lost');
    expect(await getHistory(table, nowhere.ref)).toBeUndefined();
  });
});

describe('a winner learns that it has won', () => {
  it.each(Object.keys(FAULTS) as Fault[])('a winning claim is answered as won by a request %s', async (fault) => {
    const collection = await aStored();
    breakWire(fault, (request) => request === 1);
    expect(await claimSlots(table, aClaim(collection))).toBe('won');
    expect(await attemptsOf(collection)).toEqual([[1, 'sending']]);
  });

  it('a repeated claim recognises its own row by the token, when DynamoDB has forgotten the first request', async () => {
    const collection = await aStored();
    expect(await claimSlots(table, aClaim(collection, {}, 2))).toBe('won');
    interceptSend((command, send) => {
      command.input.ClientRequestToken = `forgotten-${collection.ref.account}`;
      return send();
    });
    expect(await claimSlots(table, aClaim(collection, {}, 2))).toBe('won');
    expect(await claimSlots(table, aClaim(collection, { token: `second-${collection.ref.account}` }, 2))).toBe('lost');
  });
});

describe('the rows of slots that are claimed no more', () => {
  const skip = (slot: number) => anAttempt(slot, { status: 'skipped', reason: 'already_paid' });

  it('skipped slots get their rows, and the collection stays as it is', async () => {
    const collection = await aStored({ status: 'completed' });
    await recordSkips(table, collection.ref, [skip(1), skip(2)]);
    const history = await getHistory(table, collection.ref);
    expect(history?.attempts).toMatchObject([skip(1), skip(2)]);
    expect(history?.collection).toEqual(collection);
  });

  it('a claimed slot keeps its own row when skips are recorded', async () => {
    const collection = await aStored();
    await claimSlots(table, aClaim(collection));
    for (let times = 0; times < 2; times += 1) await recordSkips(table, collection.ref, [skip(1), skip(2)]);
    expect(await attemptsOf(collection)).toEqual([
      [1, 'sending'],
      [2, 'skipped'],
    ]);
  });
});

describe('a conflict with another write', () => {
  const cancelled = (...codes: string[]) =>
    Object.assign(new Error('cancelled'), {
      name: 'TransactionCanceledException',
      CancellationReasons: codes.map((Code) => ({ Code })),
    });

  it('a claim in conflict with another write is tried again, with the same parameters each time', async () => {
    const collection = await aStored();
    let tries = 0;
    const seen = interceptSend((_command, send) => {
      tries += 1;
      return tries <= 3 ? Promise.reject(cancelled('None', 'TransactionConflict')) : send();
    });
    expect(await claimSlots(table, aClaim(collection))).toBe('won');
    expect(new Set(seen.map((command) => JSON.stringify(command.input))).size).toBe(1);
    expect(seen).toHaveLength(4);
  });

  it('a claim whose conflict does not end is refused as a conflict, not lost', async () => {
    const collection = await aStored();
    interceptSend(() => Promise.reject(cancelled('TransactionConflict', 'None')));
    await expect(claimSlots(table, aClaim(collection))).rejects.toMatchObject({ code: 'concurrent_change' });
  });
});
