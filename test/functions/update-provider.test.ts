/** Renaming, enabling and disabling a provider on a real table. */

import { describe, expect, it } from 'vitest';
import { getProvider } from '#functions/api/get-provider.ts';
import { updateProvider } from '#functions/api/update-provider.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedProvider, theProvider } from './created.ts';

const get = getProvider(service);
const handler = updateProvider(service);

useTable();
const logs = captureLogs();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-01T09:00:00.000Z'));
const LATER = '2026-03-01T09:05:00.000Z';
const patch = (id: string, body: unknown) => invoke(handler, { method: 'PATCH', key: tenants.mine.key, id, body });
const stored = async (id: string) => (await invoke(get, { key: tenants.mine.key, id })).body.data;

describe('PATCH /public/providers/{id}', () => {
  it.each([
    [{ name: ' Paystack Ghana ' }, { name: 'Paystack Ghana' }],
    [{ enabled: false }, { enabled: false }],
    [
      { name: 'New', enabled: false },
      { name: 'New', enabled: false },
    ],
    [{ name: 'Paystack', enabled: false }, { enabled: false }],
  ])('a provider change of %j changes only that and the time of the change', async (body, change) => {
    const before = await aCreatedProvider(tenants.mine);
    clock.advance(5);
    const answer = await patch(before.id, body);
    const after = { ...before, ...change, updatedAt: LATER };
    expect(answer.body).toEqual({ status: 'success', message: 'Provider updated successfully', data: after });
    expect(await stored(before.id)).toEqual(after);
    expect(logs.events().at(-1)).toBe('provider_updated');
  });
});

describe('400', () => {
  it.each([
    [{ slug: 'other' }, ['', 'slug']],
    [{ name: 'New', slug: 'other' }, ['slug']],
    [{}, ['']],
    [{ name: null, enabled: 'no' }, ['enabled', 'name']],
  ])('a provider change of %j answers 400 and writes nothing', async (body, paths) => {
    const before = await aCreatedProvider(tenants.mine);
    expectRefusal(await patch(before.id, body), { status: 400, code: 'validation_failed', paths });
    expect(await stored(before.id)).toEqual(before);
  });
});

everyEndpoint({
  operation: 'update-provider',
  handler,
  tenants,
  prepare: async (tenant: Tenant) => ({ id: (await theProvider(tenant)).id, body: { name: 'Renamed' } }),
});
