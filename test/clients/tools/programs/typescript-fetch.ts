/** The client that openapi-generator makes for TypeScript. */
import {
  type Collection,
  CollectionsApi,
  Configuration,
  CreateCollectionRequestFromJSON,
  ResponseError,
} from '../generated/typescript-fetch/index.ts';
import { main, type Refused, SERVICE, type Shown } from './round-trip.ts';

const api = new CollectionsApi(new Configuration({ basePath: SERVICE.baseUrl, apiKey: SERVICE.apiKey }));

const shown = (collection: Collection): Shown => collection;

void main('typescript-fetch', {
  create: async (body) =>
    shown((await api.createCollection({ createCollectionRequest: CreateCollectionRequestFromJSON(body) })).data),
  get: async (id) => shown((await api.getCollection({ id })).data),
  list: async (page) => {
    const { data, meta } = await api.listCollections({ page, limit: 2 });
    return { ids: data.map(({ id }) => id), count: meta.count, next: meta.next };
  },
  refusalOf: async (error) => {
    if (!(error instanceof ResponseError)) throw error;
    return { status: error.response.status, body: (await error.response.json()) as Refused['body'] };
  },
});
