/** Expiry of a collection. Only in a local run, whose clock can be moved. */
import { describe, expect, it } from 'vitest';
import { aCollection, createCollection, getCollection, listCollections, setStatus } from '#test/end-to-end/requests.ts';
import { useOwnService } from '#test/support/service.ts';

const service = useOwnService();

async function advance(minutes: number): Promise<void> {
  const body = JSON.stringify({ advanceMinutes: minutes });
  expect((await fetch(`${service.baseUrl}/_local/clock`, { method: 'POST', body })).status).toBe(200);
}

describe('a collection whose minutes have passed', () => {
  it.each(['pending', 'overdue'])(
    'a collection that was %s is shown as expired, alone and in the list, from its expiry on',
    async (status) => {
      const { id, createdAt } = await createCollection(service.owner, aCollection({ expiresIn: 5 }));
      await setStatus(service.owner, id, status);
      const expiresAt = new Date(Date.parse(createdAt) + 5 * 60_000).toISOString();
      await advance(4);
      expect((await getCollection(service.owner, id)).status).toBe(status);
      await advance(1);
      const seen = await getCollection(service.owner, id);
      expect([seen.status, seen.updatedAt, seen.completedAt]).toEqual(['expired', expiresAt, null]);
      expect((await listCollections(service.owner, '?limit=1')).data[0]).toEqual(seen);
    },
  );

  it('an expired collection can only be completed, and its event has the instant of its expiry', async () => {
    const { id, createdAt } = await createCollection(service.owner, aCollection({ expiresIn: 5 }));
    await advance(60);
    for (const status of ['cancelled', 'overdue', 'pending']) {
      const answer = await service.owner.send('PATCH', `/public/collections/${id}/status`, { json: { status } });
      expect([answer.status, answer.error?.code]).toEqual([409, 'invalid_transition']);
    }
    const timestamp = new Date(Date.parse(createdAt) + 5 * 60_000).toISOString();
    const { events, updatedAt } = await getCollection(service.owner, id);
    expect(events.map(({ type }) => type)).toEqual(['collection.created', 'collection.expired']);
    expect([events[1]?.timestamp, updatedAt]).toEqual([timestamp, timestamp]);
    const completed = await setStatus(service.owner, id, 'completed');
    expect(completed.events.map(({ type }) => type)).toEqual([
      'collection.created',
      'collection.expired',
      'collection.completed',
    ]);
    expect(completed.events[1]?.timestamp).toBe(timestamp);
    expect(Date.parse(completed.completedAt ?? '')).toBeGreaterThan(Date.parse(timestamp));
    expect(await getCollection(service.owner, id)).toEqual(completed);
  });

  it('a collection that is completed before its expiry stays completed after it', async () => {
    const { id } = await createCollection(service.owner, aCollection({ expiresIn: 5 }));
    const completed = await setStatus(service.owner, id, 'completed');
    await advance(60);
    expect(await getCollection(service.owner, id)).toEqual(completed);
  });
});
