/** PATCH /public/collections/{id}/status: the states of a collection, and what is kept of each change. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { STATUSES } from '#lib/domain/transitions.ts';
import { useService } from '#test/support/service.ts';
import { aCollection, createCollection, getCollection, setStatus } from './requests.ts';

const service = useService();

/** Where a caller may lead a collection from each status. */
const NEXT: Record<string, string[]> = {
  pending: ['completed', 'expired', 'overdue', 'cancelled'],
  overdue: ['completed', 'expired', 'cancelled'],
  completed: [],
  expired: [],
  cancelled: [],
};

async function createdAs(status: string) {
  const created = await createCollection(service.owner);
  return status === 'pending' ? created : setStatus(service.owner, created.id, status);
}

describe.each(Object.entries(NEXT))('a collection that is %s', (from, targets) => {
  it.each(targets)('can become %s', async (to) => {
    const before = await createdAs(from);
    const after = await setStatus(service.owner, before.id, to);
    expect(after.status).toBe(to);
    expect(after.completedAt === null).toBe(to !== 'completed');
    expect(after.updatedAt >= before.updatedAt).toBe(true);
    expect(after.events.slice(0, before.events.length)).toEqual(before.events);
    expect(after.events.at(before.events.length)).toMatchObject({ type: `collection.${to}` });
    expect(await getCollection(service.owner, before.id)).toEqual(after);
  });

  it.each(STATUSES.filter((to) => to !== from && !targets.includes(to)))('cannot become %s', async (to) => {
    const before = await createdAs(from);
    const path = `/public/collections/${before.id}/status`;
    const { status, error } = await service.owner.send('PATCH', path, { json: { status: to } });
    expect([status, error?.code]).toEqual([409, 'invalid_transition']);
    expect(await getCollection(service.owner, before.id)).toEqual(before);
  });

  it('stays as it is when it is set to what it is already', async () => {
    const before = await createdAs(from);
    expect(await setStatus(service.owner, before.id, from)).toEqual(before);
  });
});

describe('a change to a final status', () => {
  it('stops the follow-ups, as an event says, and never twice', async () => {
    const { id } = await createdAs('overdue');
    await setStatus(service.owner, id, 'completed');
    await setStatus(service.owner, id, 'completed');
    const types = (await getCollection(service.owner, id)).events.map(({ type }) => type);
    expect(types).toEqual(['collection.created', 'collection.overdue', 'collection.completed', 'followup.stopped']);
  });

  it('has nothing to stop where there are no follow-ups', async () => {
    const { id } = await createCollection(service.owner, aCollection({ followUp: { enabled: false } }));
    const { events } = await setStatus(service.owner, id, 'cancelled');
    expect(events.map(({ type }) => type)).toEqual(['collection.created', 'collection.cancelled']);
  });
});

describe('400', () => {
  it.each([{}, { status: 'paid' }, { status: 'Completed' }, { status: null }, { status: ['completed'] }])(
    'refuses %j, and names the field',
    async (json) => {
      const { id } = await createCollection(service.owner);
      const { error } = await service.owner.send('PATCH', `/public/collections/${id}/status`, { json });
      expect(error?.errors?.map(({ path }) => path)).toEqual(['status']);
    },
  );

  it('refuses another field beside the status', async () => {
    const { id } = await createCollection(service.owner);
    const json = { status: 'completed', completedAt: '2020-01-01T00:00:00.000Z' };
    const { error } = await service.owner.send('PATCH', `/public/collections/${id}/status`, { json });
    expect(error?.errors?.map(({ path }) => path)).toEqual(['completedAt']);
  });
});

describe('404', () => {
  it.each(['x', `pay_${'0'.repeat(35)}`, `pay_${'z'.repeat(35)}`, `pay_${randomUUID()}`, '__proto__', 'status'])(
    'answers for %s, which is nobody’s, to read it and to change it',
    async (id) => {
      const read = await service.owner.send('GET', `/public/collections/${id}`);
      const json = { status: 'completed' };
      const change = await service.owner.send('PATCH', `/public/collections/${id}/status`, { json });
      for (const { status, error } of [read, change]) {
        expect([status, error?.message]).toEqual([404, 'Collection not found']);
      }
    },
  );
});
