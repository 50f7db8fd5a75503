/** PATCH /public/collections/{id}/status: the states of a collection and the event that each change adds. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { STATUSES } from '#lib/domain/transitions.ts';
import { useService } from '#test/support/service.ts';
import { aCollection, createCollection, getCollection, setStatus } from './requests.ts';

const service = useService();

/** The statuses that a caller may set from each status. */
const NEXT: Record<string, string[]> = {
  pending: ['completed', 'expired', 'overdue', 'cancelled'],
  overdue: ['completed', 'expired', 'cancelled'],
  completed: [],
  expired: ['completed'],
  cancelled: [],
};

async function createdAs(status: string) {
  const created = await createCollection(service.owner);
  return status === 'pending' ? created : setStatus(service.owner, created.id, status);
}

describe.each(Object.entries(NEXT))('a collection that is %s', (from, targets) => {
  it.each(targets)(`a collection that is ${from} can become %s, and an event says so`, async (to) => {
    const before = await createdAs(from);
    const after = await setStatus(service.owner, before.id, to);
    expect(after.status).toBe(to);
    expect(after.completedAt === null).toBe(to !== 'completed');
    expect(after.updatedAt >= before.updatedAt).toBe(true);
    expect(after.events.slice(0, before.events.length)).toEqual(before.events);
    expect(after.events.at(before.events.length)).toMatchObject({ type: `collection.${to}` });
    expect(await getCollection(service.owner, before.id)).toEqual(after);
  });

  it.each(STATUSES.filter((to) => to !== from && !targets.includes(to)))(
    `a collection that is ${from} stays unchanged and answers 409 when it is set to %s`,
    async (to) => {
      const before = await createdAs(from);
      const path = `/public/collections/${before.id}/status`;
      const { status, error } = await service.owner.send('PATCH', path, { json: { status: to } });
      expect([status, error?.code]).toEqual([409, 'invalid_transition']);
      expect(await getCollection(service.owner, before.id)).toEqual(before);
    },
  );

  it(`a collection that is ${from} stays unchanged when it is set to ${from} again`, async () => {
    const before = await createdAs(from);
    expect(await setStatus(service.owner, before.id, from)).toEqual(before);
  });
});

describe('a change to a final status', () => {
  it('a change to a final status adds one followup.stopped event, also when it is repeated', async () => {
    const { id } = await createdAs('overdue');
    await setStatus(service.owner, id, 'completed');
    await setStatus(service.owner, id, 'completed');
    const types = (await getCollection(service.owner, id)).events.map(({ type }) => type);
    expect(types).toEqual(['collection.created', 'collection.overdue', 'collection.completed', 'followup.stopped']);
  });

  it('a change to a final status adds no followup.stopped event when follow-ups are off', async () => {
    const { id } = await createCollection(service.owner, aCollection({ followUp: { enabled: false } }));
    const { events } = await setStatus(service.owner, id, 'cancelled');
    expect(events.map(({ type }) => type)).toEqual(['collection.created', 'collection.cancelled']);
  });
});

describe('400', () => {
  it.each([{}, { status: 'paid' }, { status: 'Completed' }, { status: null }, { status: ['completed'] }])(
    'a status change answers 400 to the body %j and names the field status',
    async (json) => {
      const { id } = await createCollection(service.owner);
      const { error } = await service.owner.send('PATCH', `/public/collections/${id}/status`, { json });
      expect(error?.errors?.map(({ path }) => path)).toEqual(['status']);
    },
  );

  it('a status change answers 400 to a field other than status', async () => {
    const { id } = await createCollection(service.owner);
    const json = { status: 'completed', completedAt: '2020-01-01T00:00:00.000Z' };
    const { error } = await service.owner.send('PATCH', `/public/collections/${id}/status`, { json });
    expect(error?.errors?.map(({ path }) => path)).toEqual(['completedAt']);
  });
});

describe('404', () => {
  it.each(['x', `pay_${'0'.repeat(35)}`, `pay_${'z'.repeat(35)}`, `pay_${randomUUID()}`, '__proto__', 'status'])(
    'reading and changing the unknown collection %s answer 404',
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
