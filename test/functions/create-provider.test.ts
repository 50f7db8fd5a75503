/** Adding a provider on a real table. */

import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createProvider } from '#functions/api/create-provider.ts';
import { ProviderResponse } from '#lib/contract/provider.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedProvider } from './created.ts';

const handler = createProvider(service);

useTable();
const logs = captureLogs();
const tenants = useTenants();
useClock(new Date('2026-03-01T09:00:00.000Z'));
const AT = '2026-03-01T09:00:00.000Z';
const create = ({ key }: Tenant, body: unknown) => invoke(handler, { method: 'POST', key, body });

describe('POST /public/providers', () => {
  it('a new provider is answered as the interface document shows it, with its location', async () => {
    const answer = await create(tenants.mine, { name: ' Paystack ', slug: 'paystack' });
    const data = dataOf(answer, ProviderResponse);
    const id = expect.stringMatching(new RegExp(`^prv_${tenants.mine.account.id}`));
    expect(data).toEqual({ id, name: 'Paystack', slug: 'paystack', enabled: true, createdAt: AT, updatedAt: AT });
    expect(answer.body.message).toBe('Provider created successfully');
    expect(answer.headers['location']).toBe(`https://collections.example/public/providers/${data.id}`);
    expect(logs.events()).toEqual(['provider_created']);
  });
});

describe('400', () => {
  it('a new provider with several faults answers 400 with all of them', async () => {
    const answer = await create(tenants.mine, { name: '', slug: 'No', enabled: null, id: 'prv_1' });
    const paths = ['enabled', 'id', 'name', 'slug'];
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths });
  });
});

describe('409', () => {
  it('a new provider with a taken slug answers 409, even with another name, but not in another account', async () => {
    await aCreatedProvider(tenants.mine, { slug: 'taken' });
    const message = 'A provider with slug taken already exists';
    const answer = await create(tenants.mine, { name: 'Other', slug: 'taken' });
    expectRefusal(answer, { status: 409, code: 'provider_slug_taken', message });
    expect((await create(tenants.other, { name: 'Theirs', slug: 'taken' })).status).toBe(201);
  });

  it('the fifty-first provider of an account answers 409, and a taken slug is answered first', async () => {
    const tenant = await aTenant();
    for (let n = 0; n < 50; n += 1) await aCreatedProvider(tenant, { slug: `p${n}` });
    const message = 'An account can have at most 50 providers';
    for (const slug of ['one-too-many', 'constructor']) {
      expectRefusal(await create(tenant, { name: 'P', slug }), { status: 409, code: 'provider_limit', message });
    }
    expectRefusal(await create(tenant, { name: 'P', slug: 'p7' }), { status: 409, code: 'provider_slug_taken' });
  });
});

everyEndpoint({
  operation: 'create-provider',
  handler,
  tenants,
  prepare: async () => ({ body: { name: 'Paystack', slug: randomUUID() } }),
});
