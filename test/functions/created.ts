/** Creates collections and providers through the API's own endpoints, for the tests of other endpoints. */

import { randomUUID } from 'node:crypto';
import type * as z from 'zod/mini';
import { createCollection as makeCreateCollection } from '#functions/api/create-collection.ts';
import { createProvider as makeCreateProvider } from '#functions/api/create-provider.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { ProviderResponse } from '#lib/contract/provider.ts';
import { aContactBody, aCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import type { Tenant } from '#test/support/accounts.ts';
import { dataOf, type Handler, invoke } from '#test/support/invoke.ts';

const createCollection = makeCreateCollection(service);
const createProvider = makeCreateProvider(service);

async function created<Schema extends z.ZodMiniType>(handler: Handler, { key }: Tenant, body: object, schema: Schema) {
  const answer = await invoke(handler, { method: 'POST', key, body });
  if (answer.status !== 201) throw new Error(answer.text);
  return dataOf(answer, schema);
}

let people = 0;

/** Somebody new: the collections of one person share the messages that the person may get. */
export function aNewPerson(): { firstName: string; phone: string; email: string } {
  people += 1;
  const number = String(people).padStart(5, '0');
  const reached = { phone: `+23480398${number}`, email: `ada-${number}@example.com` };
  return { ...aContactBody(reached), firstName: 'Ada', ...reached };
}

/** A collection with a new reference, of somebody new, unless they are given. */
export const aCreatedCollection = (tenant: Tenant, given: object = {}): Promise<CollectionResponse> =>
  created(
    createCollection,
    tenant,
    aCreateBody({ reference: randomUUID(), contact: aNewPerson(), ...given }),
    CollectionResponse,
  );

/** A provider with a new slug, unless one is given. */
export const aCreatedProvider = (tenant: Tenant, given: object = {}): Promise<ProviderResponse> =>
  created(createProvider, tenant, { name: 'Paystack', slug: randomUUID(), ...given }, ProviderResponse);

const provided = new Map<string, Promise<ProviderResponse>>();

/** One provider per tenant, always the same, because an account may have only fifty. */
export function theProvider(tenant: Tenant): Promise<ProviderResponse> {
  const made = provided.get(tenant.key) ?? aCreatedProvider(tenant);
  provided.set(tenant.key, made);
  return made;
}
