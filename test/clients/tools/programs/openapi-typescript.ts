/** The types that openapi-typescript makes, over `fetch`. */
import type { components, paths } from '../generated/openapi-typescript.ts';
import { main, type Refused, SERVICE } from './round-trip.ts';

type Create = paths['/public/collections']['post'];
type Body = Create['requestBody']['content']['application/json'];
type Created = Create['responses'][201]['content']['application/json'];
type Page = paths['/public/collections']['get']['responses'][200]['content']['application/json'];
type ApiError = components['schemas']['ApiError'];

/** Compiles only if metadata takes fields of any shape, and the method says which option it is. */
export const ORDER: Body['metadata'] = { description: 'Shoes', colour: 'red', parts: [{ left: 1 }] };
export const linkOf = (option: components['schemas']['PaymentOption']): string | undefined =>
  option.method === 'payment_link' ? option.link : undefined;

class Refusal extends Error {
  readonly told: Refused;
  constructor(told: Refused) {
    super(told.body.code);
    this.told = told;
  }
}

async function ask<Answer>(method: string, path: string, body?: unknown): Promise<Answer> {
  const response = await fetch(`${SERVICE.baseUrl}${path}`, {
    method,
    headers: { 'x-api-key': SERVICE.apiKey, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (response.ok) return (await response.json()) as Answer;
  throw new Refusal({ status: response.status, body: (await response.json()) as ApiError });
}

void main('openapi-typescript', {
  create: async (body) => (await ask<Created>('POST', '/public/collections', body as Body)).data,
  get: async (id) => (await ask<Created>('GET', `/public/collections/${id}`)).data,
  list: async (page) => {
    const { data, meta } = await ask<Page>('GET', `/public/collections?page=${page}&limit=2`);
    return { ids: data.map(({ id }) => id), count: meta.count, next: meta.next };
  },
  refusalOf: async (error) => {
    if (!(error instanceof Refusal)) throw error;
    return error.told;
  },
});
