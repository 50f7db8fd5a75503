/** Creating a collection on a real table. */

import { describe, expect, it } from 'vitest';
import { createCollection } from '#functions/api/create-collection.ts';
import { listCollections } from '#functions/api/list-collections.ts';
import { updateProvider as makeUpdateProvider } from '#functions/api/update-provider.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { aContactBody, aCreateBody, aFullCreateBody } from '#test/support/a-create-body.ts';
import { service } from '#test/support/a-service.ts';
import { aTenant, type Tenant, useTenants } from '#test/support/accounts.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { everyRuleOfRequests } from '#test/support/every-rule-of-requests.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import type { Subject } from '#test/support/subject.ts';
import { aCreatedProvider } from './created.ts';

const handler = createCollection(service);
const list = listCollections(service);
const updateProvider = makeUpdateProvider(service);

useTable();
const logs = captureLogs();
const tenants = useTenants();
useClock(new Date('2026-03-01T09:00:00.000Z'));
const AT = '2026-03-01T09:00:00.000Z';
const create = ({ key }: Tenant, body: unknown) => invoke(handler, { method: 'POST', key, body });
const created = async (tenant: Tenant, body: unknown) => dataOf(await create(tenant, body), CollectionResponse);
const countOf = async ({ key }: Tenant) => (await invoke(list, { key })).body.meta;
let references = 0;
const aReference = () => {
  references += 1;
  return `reference ${references}`;
};

describe('POST /public/collections', () => {
  it('a create records the collection of the interface document and echoes it whole', async () => {
    const body = aFullCreateBody();
    const answer = await create(tenants.mine, body);
    const data = dataOf(answer, CollectionResponse);
    const link = expect.stringMatching(/^https:\/\/collections\.example\/pay\/[0-9a-z]{60}$/);
    expect(data).toEqual({
      ...body,
      id: expect.stringMatching(new RegExp(`^pay_${tenants.mine.account.id}`)),
      contact: { id: expect.stringMatching(/^contact_/), ...aContactBody() },
      balance: { received: { value: 0, currency: 'NGN' }, outstanding: body['amount'] },
      status: 'pending',
      payable: {
        enabled: true,
        methods: ['payment_link'],
        options: [{ method: 'payment_link', link, expiresAt: '2026-03-02T09:00:00.000Z' }],
      },
      events: [{ id: expect.stringMatching(/^evt_/), type: 'collection.created', timestamp: AT }],
      createdAt: AT,
      updatedAt: AT,
      completedAt: null,
    });
    expect(answer.body.message).toBe('Collection created successfully');
    expect(answer.headers['location']).toBe(`https://collections.example/public/collections/${data.id}`);
    expect(answer.headers).not.toHaveProperty('idempotent-replayed');
    expect(logs.events()).toEqual(['collection_created']);
  });

  it('a create echoes metadata to the last digit', async () => {
    const metadata = '{"description":"d","n":[1e400,12345678901234567890,0.1,123456789.123456785],"€":"\\u0001"}';
    const text = JSON.stringify(aCreateBody({ reference: aReference(), metadata: 0 })).replace(
      /"metadata":0/,
      `"metadata":${metadata}`,
    );
    expect((await create(tenants.mine, text)).text).toContain(`"metadata":${metadata}`);
  });
});

describe('the contact', () => {
  const withContact = (tenant: Tenant, contact: object) =>
    created(tenant, aCreateBody({ reference: aReference(), contact: aContactBody(contact) }));

  it('a create finds its contact by phone or by email, and shows its own details with the id of the contact', async () => {
    const tenant = await aTenant();
    const { id } = (await withContact(tenant, { email: 'Ada@Example.com' })).contact;
    const others = [
      { phone: '+2348031234567', email: 'new@example.com', firstName: 'Eve', lastName: 'Okafor' },
      { phone: '+2348030000000', email: 'ADA@example.COM', firstName: 'Kofi', lastName: 'Mensah' },
    ];
    for (const given of others) expect((await withContact(tenant, given)).contact).toEqual({ id, ...given });
  });

  it('a create whose phone and email belong to two contacts has the id of the one with the phone', async () => {
    const tenant = await aTenant();
    const { contact: one } = await withContact(tenant, { phone: '+2348030000001', email: 'one@example.com' });
    await withContact(tenant, { phone: '+2348030000002', email: 'two@example.com' });
    const { contact } = await withContact(tenant, { phone: '+2348030000001', email: 'two@example.com' });
    expect(contact).toEqual({ ...one, email: 'two@example.com' });
  });

  it('a create plans reminders for the phone in the request, whatever phone its contact was made with', async () => {
    const tenant = await aTenant();
    await withContact(tenant, { phone: '+2348030000003' });
    const found = await withContact(tenant, { phone: '12345' });
    expect(found).toMatchObject({ contact: { phone: '12345' }, followUp: { channels: ['email'] } });
  });
});

describe('400', () => {
  it('a create with a provider that is missing, disabled or unable answers 400 and writes nothing', async () => {
    const tenant = await aTenant();
    const { id } = await aCreatedProvider(tenant, { slug: 'paystack' });
    await aCreatedProvider(tenant, { slug: 'off', enabled: false });
    const card = { enabled: true, methods: ['card', 'mobile_money'] };
    for (const [given, path] of [
      [{ provider: 'nobody' }, 'provider'],
      [{ provider: 'off' }, 'provider'],
      [{ provider: 'constructor' }, 'provider'],
      [{ payable: card }, 'payable.methods'],
      [{ payable: card, provider: 'paystack' }, 'payable.methods'],
    ] as const) {
      const answer = await create(tenant, aCreateBody({ reference: aReference(), ...given }));
      expectRefusal(answer, { status: 400, code: 'validation_failed', paths: [path] });
    }
    expect(await countOf(tenant)).toMatchObject({ count: 0 });
    expect((await create(tenant, aCreateBody({ reference: aReference(), provider: 'paystack' }))).status).toBe(201);
    await invoke(updateProvider, { method: 'PATCH', key: tenant.key, id, body: { enabled: false } });
    expect((await create(tenant, aCreateBody({ reference: aReference(), provider: 'paystack' }))).status).toBe(400);
  });

  it('a create with several faults answers 400 with all of them, and before 409', async () => {
    const answer = await create(tenants.mine, { ...aFullCreateBody(), expiresIn: 0, id: 'pay_1', type: null });
    expectRefusal(answer, { status: 400, code: 'validation_failed', paths: ['expiresIn', 'id', 'type'] });
    expect(answer.body.message).toBe('The request is not valid');
  });
});

describe('409', () => {
  it('a create with a taken reference answers 409 with the id of the collection that has it', async () => {
    const body = aCreateBody({ reference: aReference() });
    const { id } = await created(tenants.mine, body);
    const answer = await create(tenants.mine, { ...body, amount: { value: 1, currency: 'USD' } });
    expectRefusal(answer, { status: 409, code: 'duplicate_reference', existing: id });
    expect(answer.body.message).toContain(id);
    expect(await created(tenants.other, body)).toMatchObject({ reference: body['reference'] });
  });
});

const subject: Subject = {
  operation: 'create-collection',
  handler,
  tenants,
  prepare: async () => ({ body: aCreateBody({ reference: aReference() }) }),
};

everyEndpoint(subject);
everyRuleOfRequests(subject);
