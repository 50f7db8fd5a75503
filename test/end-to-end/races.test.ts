/** Many callers at the same instant: each thing happens once, and everything that was acknowledged is there. */
import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { Answer } from '#test/support/http-client.ts';
import { useService } from '#test/support/service.ts';
import { aCollection, aContact, aProvider, createCollection, getCollection, listCollections } from './requests.ts';

const service = useService();

const atOnce = <T>(times: number, call: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: times }, (_, at) => call(at)));

/** Each caller has a key of its own unless told otherwise: whoever is asked to come back finds what is his. */
const create = (json: unknown, key: string = randomUUID()): Promise<Answer> =>
  service.owner.send('POST', '/public/collections', { json, headers: { 'idempotency-key': key } });

const idOf = ({ data }: Answer): string => (data as CollectionResponse).id;

it('creates one collection of a reference that all ask for at once; the others learn its id', async () => {
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

it('lists every one of many creates at once, each exactly once, with exact pages', async () => {
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

it('knows one contact by a phone that many new collections share', async () => {
  const { phone } = aContact();
  const made = await atOnce(Math.min(service.crowd, 20), () =>
    createCollection(service.owner, aCollection({ contact: aContact({ phone }) })),
  );
  expect(new Set(made.map(({ contact }) => contact.id)).size).toBe(1);
});

it('answers 201 with one and the same collection to every copy of a create that carries a key', async () => {
  const json = aCollection();
  const key = randomUUID();
  const answers = await atOnce(Math.min(service.crowd, 20), () => create(json, key));
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  expect(new Set(answers.map(idOf)).size).toBe(1);
  expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === null)).toHaveLength(1);
});

it('lets one of two opposite changes of status win, and tells the others', async () => {
  const { id } = await createCollection(service.owner);
  const commands = ['completed', 'cancelled', 'expired'];
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

it('creates one provider of a slug that all ask for at once', async () => {
  const json = aProvider();
  const answers = await atOnce(Math.min(service.crowd, 12), () =>
    service.owner.send('POST', '/public/providers', { json }),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
  const refused = answers.filter(({ status }) => status !== 201);
  expect(new Set(refused.map(({ error }) => error?.code))).toEqual(new Set(['provider_slug_taken']));
});
