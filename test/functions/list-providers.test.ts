/** Listing providers on a real table. */

import { describe, expect, it } from 'vitest';
import { listProviders } from '#functions/api/list-providers.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aCreatedProvider } from './created.ts';

const handler = listProviders(service);

useTable();
captureLogs();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-01T09:00:00.000Z'));

describe('GET /public/providers', () => {
  it('a list answers the account’s own providers, oldest first', async () => {
    const tenant = await aTenant();
    const first = await aCreatedProvider(tenant, { slug: 'z-first' });
    clock.advance(1);
    const rest = [
      await aCreatedProvider(tenant, { slug: 'b' }),
      await aCreatedProvider(tenant, { slug: 'a', enabled: false }),
    ];
    await aCreatedProvider(tenants.other);
    const { body } = await invoke(handler, { key: tenant.key });
    expect(body).toEqual({
      status: 'success',
      message: 'Providers retrieved successfully',
      data: [first, ...rest.reverse()],
    });
  });

  it('an account without providers gets an empty list', async () => {
    expect((await invoke(handler, { key: (await aTenant()).key })).body.data).toEqual([]);
  });
});

everyEndpoint({ operation: 'list-providers', handler, tenants, prepare: async () => ({}) });
