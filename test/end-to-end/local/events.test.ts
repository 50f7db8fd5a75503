/** The feed of events in a local run: all that a collection shows, with the same ids, in order, for its own account alone. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { ToldEventBody } from '#lib/contract/event.ts';
import { aCollection, createCollection, getCollection, setStatus } from '#test/end-to-end/requests.ts';
import type { Client } from '#test/support/http-client.ts';
import { useOwnService } from '#test/support/service.ts';
import { dayOf } from './follow-up-day.ts';

const service = useOwnService();
const day = dayOf(() => service.baseUrl);
const FOLLOWED_UP = { enabled: true, startAfter: 10, cadence: 'every_30m', channels: ['sms'] };

type Feed = { events: ToldEventBody[]; nextCursor: string };

async function readFeed(client: Client, after?: string): Promise<Feed> {
  const query = after === undefined ? '' : `&after=${encodeURIComponent(after)}`;
  const answer = await client.send('GET', `/public/events?limit=5${query}`);
  expect(answer.status, answer.text).toBe(200);
  const events = answer.data as ToldEventBody[];
  const meta = answer.meta as unknown as { nextCursor: string; hasMore: boolean };
  if (!meta.hasMore) return { events, nextCursor: meta.nextCursor };
  const rest = await readFeed(client, meta.nextCursor);
  return { ...rest, events: [...events, ...rest.events] };
}

const of = (id: string, { events }: Feed) => events.filter(({ data }) => data.collection.id === id);

beforeEach(() => day.toMorning());

describe('the feed of a local run', () => {
  it('holds each event that a followed up and paid collection shows, numbered in order, and none comes twice', async () => {
    const { id } = await createCollection(service.owner, aCollection({ followUp: FOLLOWED_UP, expiresIn: 240 }));
    await day.advance(45);
    const first = await readFeed(service.owner);
    expect(of(id, first).map(({ type }) => type)).toEqual(
      expect.arrayContaining(['collection.created', 'followup.sent']),
    );
    const json = { amount: { value: 45_000, currency: 'NGN' }, method: 'cash', transaction: 'receipt-1' };
    expect((await service.owner.send('POST', `/public/collections/${id}/payments`, { json })).status).toBe(201);
    await day.advance(1);
    const later = await readFeed(service.owner, first.nextCursor);
    const told = [...of(id, first), ...of(id, later)];
    const { events: shown } = await getCollection(service.owner, id);
    expect(told.map(({ data }) => data.event)).toEqual(shown);
    expect(told.map(({ sequence }) => sequence)).toEqual(shown.map((_, index) => index + 1));
    expect(told.map(({ id: event }) => event)).toEqual(shown.map(({ id: event }) => event));
    expect(told.at(-1)?.data.collection).toMatchObject({ status: 'completed', balance: { outstanding: { value: 0 } } });
    expect((await readFeed(service.owner, later.nextCursor)).events).toEqual([]);
  });

  it('shows nothing of another account, and refuses its cursor', async () => {
    const { id } = await createCollection(service.owner);
    await setStatus(service.owner, id, 'cancelled');
    await day.advance(1);
    const mine = await readFeed(service.owner);
    expect(of(id, mine).map(({ type }) => type)).toContain('collection.cancelled');
    expect(of(id, await readFeed(service.other))).toEqual([]);
    const answer = await service.other.send('GET', `/public/events?after=${encodeURIComponent(mine.nextCursor)}`);
    expect([answer.status, answer.error?.errors?.map(({ path }) => path)]).toEqual([400, ['after']]);
    expect(answer.text).not.toContain(id);
  });
});
