/** A revision whose answer from the table was lost, and the preview of one, which writes nothing. */
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { pauseFollowUps, type Revisable } from '#lib/domain/revisions/revise-plan.ts';
import { random } from '#lib/random.ts';
import {
  isUsedUpByCustomer,
  previewRevision,
  type RevisePorts,
  reviseCollection,
} from '#lib/use-cases/revise-collection.ts';
import { aCollection, anAccount, minutesLater } from '#test/support/a-collection.ts';

const now = minutesLater(10);
const UNTIL = minutesLater(90).toISOString();
const PAUSE = { until: UNTIL, reason: 'merchant' } as const;

/** Asks for a pause. The first write is done, or is not; in any case it is answered as refused, by `afterwards`. */
async function pauseWith({ isDone, afterwards }: { isDone: boolean; afterwards: Partial<Collection> }) {
  const account = anAccount();
  let stored = aCollection();
  let writes = 0;
  const ports: RevisePorts = {
    clock: { now: () => now, sleep: async () => {} },
    random,
    configuredChannels: () => CHANNELS,
    getHistory: async () => ({ collection: stored, attempts: [], entries: [], events: [], replies: [] }),
    getAccount: async () => account,
    findReach: async () => ({ optedOut: [] }),
    saveRevision: async (revised) => {
      writes += 1;
      const isFirst = writes === 1;
      if (isFirst) stored = { ...(isDone ? revised : stored), ...afterwards };
      else stored = revised;
      return { saved: !isFirst, stored };
    },
    saveStatus: async () => ({ saved: true, stored }),
  };
  const decide = (of: Revisable) => pauseFollowUps(of, PAUSE, now);
  const named = { history: { collection: stored, attempts: [] }, owner: account };
  return reviseCollection(ports, named, { account: account.id, now, decide });
}

const pausedBy = (actor: 'customer' | 'merchant', count: number) =>
  Array.from({ length: count }, () => ({
    type: 'followup.paused' as const,
    timestamp: minutesLater(1).toISOString(),
    data: { actor },
  }));

it.each([
  ['customers’', pausedBy('customer', 800), true],
  ['the merchant’s own', pausedBy('merchant', 500), false],
])('%s changes use up the merchant’s: %#', async (_whose, events, isLeft) => {
  const account = anAccount();
  const named = { history: { collection: aCollection({ events }), attempts: [] }, owner: account };
  const reads = { configuredChannels: () => CHANNELS, findReach: async () => ({ optedOut: [] }) };
  const change = { account: account.id, now, decide: (of: Revisable) => pauseFollowUps(of, PAUSE, now) };
  const preview = previewRevision(reads, named, change);
  if (isLeft) await preview;
  else await expect(preview).rejects.toMatchObject({ code: 'change_limit' });
});

it.each([
  ['one fewer than 250 changes of customers', pausedBy('customer', 249), false],
  ['250 changes of customers', pausedBy('customer', 250), true],
  ['any number of the merchant’s own', pausedBy('merchant', 400), false],
])('customers have used up their changes by %s: %#', (_whose, events, expected) => {
  expect(isUsedUpByCustomer(aCollection({ events }))).toBe(expected);
});

it('a revision that was saved is answered as made, even if the collection has ended since', async () => {
  const revised = await pauseWith({ isDone: true, afterwards: { status: 'cancelled' } });
  expect(revised).toMatchObject({ changed: true, collection: { status: 'cancelled', pause: { until: UNTIL } } });
});

it('a revision that was saved, and followed by another before the collection ended, is answered as made', async () => {
  const later = { until: minutesLater(30).toISOString(), since: now.toISOString(), reason: 'reply' } as const;
  const revised = await pauseWith({ isDone: true, afterwards: { status: 'completed', pause: later } });
  expect(revised).toMatchObject({ changed: true, collection: { status: 'completed', pause: later } });
});

it('a revision that was not saved is refused if the collection has ended since', async () => {
  await expect(pauseWith({ isDone: false, afterwards: { status: 'cancelled' } })).rejects.toMatchObject({
    code: 'invalid_transition',
  });
});

it('a revision that lost to another change is made on what that has left', async () => {
  const revised = await pauseWith({ isDone: false, afterwards: { nextSlot: 2 } });
  expect(revised).toMatchObject({ changed: true, collection: { nextSlot: 2, pause: { until: UNTIL } } });
});

describe('the preview of a revision', () => {
  const account = anAccount();
  const reads = { configuredChannels: () => CHANNELS, findReach: async () => ({ optedOut: [] }) };
  const previewAt = (at: Date, collection = aCollection(), asker = account.id) =>
    previewRevision(
      reads,
      { history: { collection, attempts: [] }, owner: account },
      { account: asker, now: at, decide: (of) => pauseFollowUps(of, { reason: 'merchant' }, at) },
    );

  it('a preview answers the collection as the change would leave it, or as it is if nothing would change', async () => {
    const { collection } = await previewAt(now);
    expect(collection).toMatchObject({ runNumber: 2, pause: { since: now.toISOString(), reason: 'merchant' } });
    expect((await previewAt(minutesLater(11), collection)).collection).toBe(collection);
  });

  it('a preview is refused for a collection that has ended, is another account’s, does not exist, or has changed too often', async () => {
    const code = (refusal: string) => ({ code: refusal });
    await expect(previewAt(minutesLater(9999))).rejects.toMatchObject(code('invalid_transition'));
    await expect(previewAt(now, aCollection({ status: 'cancelled' }))).rejects.toMatchObject(
      code('invalid_transition'),
    );
    await expect(previewAt(now, aCollection(), 'another')).rejects.toMatchObject(code('collection_forbidden'));
    const [event] = aCollection().events;
    const often = aCollection({ events: Array.from({ length: 500 }, () => event as NonNullable<typeof event>) });
    await expect(previewAt(now, often)).rejects.toMatchObject(code('change_limit'));
    const nothing = { account: account.id, now, decide: () => undefined };
    await expect(previewRevision(reads, { history: undefined, owner: account }, nothing)).rejects.toMatchObject(
      code('collection_not_found'),
    );
  });
});
