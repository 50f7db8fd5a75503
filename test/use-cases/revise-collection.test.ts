/** A revision whose answer from the table was lost: the caller learns what has become of it. */
import { expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { CHANNELS } from '#lib/domain/follow-up/follow-up.ts';
import { pauseFollowUps, type Revisable } from '#lib/domain/revise-plan.ts';
import { type RevisePorts, reviseCollection } from '#lib/use-cases/revise-collection.ts';
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
    configuredChannels: () => CHANNELS,
    getHistory: async () => ({ collection: stored, attempts: [] }),
    getAccount: async () => account,
    findReach: async () => ({ optedOut: [] }),
    saveRevision: async (revised) => {
      writes += 1;
      const isFirst = writes === 1;
      if (isFirst) stored = { ...(isDone ? revised : stored), ...afterwards };
      else stored = revised;
      return { saved: !isFirst, stored };
    },
    saveStatus: async () => ({ saved: true }),
  };
  const decide = (of: Revisable) => pauseFollowUps(of, PAUSE, now);
  const named = { history: { collection: stored, attempts: [] }, owner: account };
  return reviseCollection(ports, named, { account: account.id, now, decide });
}

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
