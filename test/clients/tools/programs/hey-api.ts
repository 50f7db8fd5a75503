/** The client that hey-api makes. */
import { client } from '../generated/hey-api/client.gen.ts';
import { createCollection, getCollection, listCollections } from '../generated/hey-api/sdk.gen.ts';
import type { CreateCollectionRequest } from '../generated/hey-api/types.gen.ts';
import { main, type Refused, SERVICE } from './round-trip.ts';

client.setConfig({ baseUrl: SERVICE.baseUrl, auth: SERVICE.apiKey });

/** Compiles only if metadata takes fields of any shape. */
export const METADATA: CreateCollectionRequest['metadata'] = {
  description: 'Shoes',
  colour: 'red',
  parts: [{ left: 1 }],
};

class Refusal extends Error {
  readonly told: Refused;
  constructor(status: number, body: unknown) {
    super(String(status));
    this.told = { status, body: body as Refused['body'] };
  }
}

type Answered<Data> = { data?: Data; error?: unknown; response?: Response };

function taken<Data>({ data, error, response }: Answered<Data>): Data {
  if (data === undefined) throw new Refusal(response?.status ?? 0, error);
  return data;
}

void main('hey-api', {
  create: async (body) => taken(await createCollection({ body: body as unknown as CreateCollectionRequest })).data,
  get: async (id) => taken(await getCollection({ path: { id } })).data,
  list: async (page) => {
    const { data, meta } = taken(await listCollections({ query: { page, limit: 2 } }));
    return { ids: data.map(({ id }) => id), count: meta.count, next: meta.next };
  },
  refusalOf: async (error) => {
    if (!(error instanceof Refusal)) throw error;
    return error.told;
  },
});
