/** Reading a provider on a real table. */

import { describe, expect, it } from 'vitest';
import { getProvider } from '#functions/api/get-provider.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aCreatedProvider, theProvider } from './created.ts';

const handler = getProvider(service);

useTable();
captureLogs();
const tenants = useTenants();
const prepare = async (tenant: Tenant) => ({ id: (await theProvider(tenant)).id });

describe('GET /public/providers/{id}', () => {
  it('a read answers the provider exactly as its create did', async () => {
    const created = await aCreatedProvider(tenants.mine, { name: 'Paystack', slug: 'paystack' });
    const answer = await invoke(handler, { key: tenants.mine.key, id: created.id });
    expect(answer.body).toEqual({ status: 'success', message: 'Provider retrieved successfully', data: created });
  });
});

everyEndpoint({ operation: 'get-provider', handler, tenants, prepare });
