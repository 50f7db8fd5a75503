/** Concurrent requests: each change happens once, and every acknowledged change is stored. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { Answer } from '#test/support/http-client.ts';
import { useService } from '#test/support/service.ts';
import { aCollection, aContact, aProvider, createCollection, getCollection, listCollections } from './requests.ts';

const service = useService();

const atOnce = <T>(times: number, call: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, at) => call(at)));

/** Each call has its own key by default, so its retry after a 503 is replayed instead of refused. */
const create = (json: unknown, key: string = randomUUID()): Promise<Answer> =>
  service.owner.send('POST', '/public/collections', { json, headers: { 'idempotency-key': key } });

const idOf = ({ data }: Answer): string => (data as CollectionResponse).id;

it('of many concurrent creates with one reference, one answers 201 and the others 409 with its id', async () => {
  const { count } = (await listCollections(service.owner)).meta;
  const json = aCollection();
  const answers = await atOnce(Math.min(service.crowd, 40), () => create(json));
  const made = answers.filter(({ status }) => status === 201);
  expect(made).toHaveLength(1);
  const id = idOf(made[0] as Answer);
  for (const { status, error } of answers.filter((answer) => answer !== made[0])) {
    expect([status, error?.existing?.id]).toEqual([409, id]);
  }
  expect((await listCollections(service.owner)).meta.count).toBe(count + 1);
});

it('every one of many concurrent creates is listed exactly once, on pages with exact counts', async () => {
  const before = (await listCollections(service.owner)).meta.count;
  const times = Math.min(service.crowd, 40);
  const ids = await atOnce(times, async () => (await createCollection(service.owner)).id);
  const listed: string[] = [];
  for (let page = 1; page <= Math.ceil(times / 10); page++) {
    const { data, meta } = await listCollections(service.owner, `?page=${page}`);
    expect(meta.count).toBe(before + times);
    listed.push(...data.map(({ id }) => id));
  }
  expect(listed.slice(0, times).toSorted()).toEqual(ids.toSorted());
});

it('concurrent creates with the same phone share one contact', async () => {
  const { phone } = aContact();
  const made = await atOnce(Math.min(service.crowd, 20), () =>
    createCollection(service.owner, aCollection({ contact: aContact({ phone }) })),
  );
  expect(new Set(made.map(({ contact }) => contact.id)).size).toBe(1);
});

it('every concurrent copy of a create with a key answers 201 with the same collection', async () => {
  const json = aCollection();
  const key = randomUUID();
  const answers = await atOnce(Math.min(service.crowd, 20), () => create(json, key));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1);
});

// Not `expired` beside `completed`: what has expired can still be completed.
it.each([
  ['completed', 'cancelled'],
  ['expired', 'cancelled'],
])('of many concurrent changes to %s and to %s one wins, and the others answer 409', async (...commands) => {
  const { id } = await createCollection(service.owner);
  const answers = await atOnce(Math.min(service.crowd, 12), (at) => {
    const json = { status: commands[at % commands.length] };
    return service.owner.send('PATCH', `/public/collections/${id}/status`, { json });
  });
  const { status, events } = await getCollection(service.owner, id);
  expect(events.map(({ type }) => type)).toEqual(['collection.created', `collection.${status}`, 'followup.stopped']);
  answers.forEach((answer, at) => {
    expect(answer.status).toBe(commands[at % commands.length] === status ? 200 : 409);
  });
});

it('of many concurrent creates of a provider with one slug, one answers 201 and the others 409', async () => {
  const json = aProvider();
  const answers = await atOnce(Math.min(service.crowd, 12), () =>
    service.owner.send('POST', '/public/providers', { json }),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ error }) => error?.code))).toEqual(new Set(['provider_slug_taken']));
});
