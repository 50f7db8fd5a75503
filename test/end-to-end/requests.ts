/** Requests that succeed, and the calls most tests begin with. */
import { randomInt, randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { CollectionResponse } from '#lib/contract/collection-response.ts';
import type { ProviderResponse } from '#lib/contract/provider.ts';
import type { ListPageMeta } from '#lib/domain/list-cursor.ts';
import type { Client, Sent } from '#test/support/http-client.ts';

type Fields = Record<string, unknown>;

export const aContact = (given: Fields = {}) => ({
  firstName: 'Ada',
  lastName: 'Obi',
  phone: `+234803${String(randomInt(10_000_000)).padStart(7, '0')}`,
  email: `ada.${randomUUID()}@example.com`,
  ...given,
});

/** The body of a valid create with a new reference and a new contact. */
export const aCollection = (given: Fields = {}): Fields => ({
  reference: `order-${randomUUID()}`,
  amount: { value: 45_000, currency: 'NGN' },
  contact: aContact(),
  ...given,
});

export const aProvider = (given: Fields = {}): Fields => ({
  name: 'Our provider',
  slug: `provider-${randomUUID()}`,
  ...given,
});

/** Fails unless the call answers with this status; returns the data of the answer. */
export async function expectStatus(status: number, client: Client, call: [method: string, path: string, sent?: Sent]) {
  const answer = await client.send(...call);
  expect(answer.status, answer.text).toBe(status);
  return answer;
}

/** The key makes retries against a busy service create the collection once. */
export async function createCollection(client: Client, json: unknown = aCollection()): Promise<CollectionResponse> {
  const headers = { 'idempotency-key': randomUUID() };
  const created = await expectStatus(201, client, ['POST', '/public/collections', { json, headers }]);
  return created.data as CollectionResponse;
}

export async function getCollection(client: Client, id: string): Promise<CollectionResponse> {
  return (await expectStatus(200, client, ['GET', `/public/collections/${id}`])).data as CollectionResponse;
}

export async function setStatus(client: Client, id: string, status: string): Promise<CollectionResponse> {
  const call: [string, string, Sent] = ['PATCH', `/public/collections/${id}/status`, { json: { status } }];
  return (await expectStatus(200, client, call)).data as CollectionResponse;
}

export type Page = { data: CollectionResponse[]; meta: ListPageMeta };

export async function listCollections(client: Client, query = ''): Promise<Page> {
  const { data, meta } = await expectStatus(200, client, ['GET', `/public/collections${query}`]);
  return { data, meta } as Page;
}

export async function createProvider(client: Client, json: unknown = aProvider()): Promise<ProviderResponse> {
  return (await expectStatus(201, client, ['POST', '/public/providers', { json }])).data as ProviderResponse;
}

export async function listProviders(client: Client): Promise<ProviderResponse[]> {
  return (await expectStatus(200, client, ['GET', '/public/providers'])).data as ProviderResponse[];
}
