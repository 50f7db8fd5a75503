/** The client that orval makes. Its functions take an address relative to the service, and answer whatever the status. */
import { type CreateCollectionRequest, createCollection, getCollection, listCollections } from '../generated/orval.ts';
import { main, type Refused, SERVICE, type Shown } from './round-trip.ts';

const { fetch: ask } = globalThis;
globalThis.fetch = (address, options) => ask(`${SERVICE.baseUrl}${address}`, options);
const withKey = { headers: { 'x-api-key': SERVICE.apiKey } };

type Answer = { status: number; data: unknown };

function dataOf<Found extends Answer>(answer: Found): Extract<Found, { status: 200 | 201 }>['data'] {
  if (answer.status >= 300) throw answer;
  return answer.data as Extract<Found, { status: 200 | 201 }>['data'];
}

void main('orval', {
  create: async (body) =>
    dataOf(await createCollection(body as unknown as CreateCollectionRequest, withKey)).data as Shown,
  get: async (id) => dataOf(await getCollection(id, withKey)).data as Shown,
  list: async (page) => {
    const { data, meta } = dataOf(await listCollections({ page, limit: 2 }, withKey));
    return { ids: data.map(({ id }) => id), count: meta.count, next: meta.next ?? null };
  },
  refusalOf: async (error) => ({ status: (error as Answer).status, body: (error as Answer).data as Refused['body'] }),
});
