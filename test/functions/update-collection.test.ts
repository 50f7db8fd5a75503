/** Correcting a collection on a real table. */

import { expect, it } from 'vitest';
import { getCollection as makeGetCollection } from '#functions/api/get-collection.ts';
import { updateCollection } from '#functions/api/update-collection.ts';
import { CollectionResponse } from '#lib/contract/collection-response.ts';
import { service } from '#test/support/a-service.ts';
import { type Tenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { everyEndpoint } from '#test/support/every-endpoint.ts';
import { dataOf, invoke } from '#test/support/invoke.ts';
import { captureLogs, keepLogsPrivate } from '#test/support/logs.ts';
import { expectRefusal } from '#test/support/refusal.ts';
import { aCreatedCollection } from './created.ts';

const getCollection = makeGetCollection(service);
const handler = updateCollection(service);

useTable();
keepLogsPrivate(captureLogs());
useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));
const prepare = async (tenant: Tenant) => ({ id: (await aCreatedCollection(tenant)).id, body: { expiresIn: 3000 } });
const patch = (id: string, body: object) => invoke(handler, { method: 'PATCH', key: tenants.mine.key, id, body });
const patched = async (id: string, body: object) => dataOf(await patch(id, body), CollectionResponse);
const read = async (id: string) =>
  dataOf(await invoke(getCollection, { key: tenants.mine.key, id }), CollectionResponse);

it('a correction is answered as it is stored, keeps the id of the contact, and names what changed', async () => {
  const before = await aCreatedCollection(tenants.mine);
  clock.advance(5);
  const change = {
    contact: { firstName: ' Bola ', phone: '+234 803 999 9999' },
    expiresIn: 3000,
    followUp: { cadence: 'every_4h', channels: ['sms'] },
    metadata: [{ description: 'Hats', price: 1.5 }],
  };
  const after = await patched(before.id, change);
  expect(after).toEqual({
    ...before,
    contact: { ...before.contact, firstName: 'Bola', phone: '+2348039999999' },
    expiresIn: 3000,
    followUp: expect.objectContaining({ enabled: true, cadence: 'every_4h', channels: ['sms'] }),
    metadata: change.metadata,
    updatedAt: '2026-03-02T09:05:00.000Z',
    events: [
      ...before.events,
      {
        id: expect.stringMatching(/^evt_/),
        type: 'collection.updated',
        timestamp: '2026-03-02T09:05:00.000Z',
        data: {
          actor: 'merchant',
          changed: ['contact.firstName', 'contact.phone', 'expiresIn', 'followUp', 'metadata'],
        },
      },
    ],
    payable: expect.anything(),
  });
  expect(await read(before.id)).toEqual(after);
  expect(await patched(before.id, change)).toEqual(after);
});

it('follow-ups that are turned off leave the collection payable', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  expect(await patched(id, { followUp: { enabled: false } })).toMatchObject({
    status: 'pending',
    followUp: { enabled: false },
  });
});

it.each([
  ['nothing', {}, ''],
  ['an empty contact', { contact: {} }, 'contact'],
  ['an amount of another currency', { amount: { value: 1, currency: 'USD' } }, 'amount.currency'],
  ['days without a due date', { followUp: { schedule: [1] } }, 'followUp.schedule'],
  ['a day that is none', { dueDate: '2027-02-29' }, 'dueDate'],
  ['a reference', { expiresIn: 60, reference: 'other' }, 'reference'],
  ['the id of a contact', { contact: { id: 'contact_1', firstName: 'A' } }, 'contact.id'],
  ['a phone without digits', { contact: { phone: 'none' } }, 'contact.phone'],
  ['null', { metadata: null }, 'metadata'],
  ['metadata without a description', { metadata: { note: 'x' } }, 'metadata.description'],
  ['an unknown part of the follow-ups', { followUp: { every: 5 } }, 'followUp.every'],
])('a correction with %s answers 400', async (_, body, path) => {
  const { id } = await aCreatedCollection(tenants.mine);
  expectRefusal(await patch(id, body), { status: 400, code: 'validation_failed', paths: [path] });
});

it('of corrections of different parts at once none is lost', async () => {
  const { id } = await aCreatedCollection(tenants.mine);
  const parts = [
    { expiresIn: 4000 },
    { contact: { firstName: 'Bola' } },
    { contact: { lastName: 'Ade' } },
    { metadata: { description: 'Hats' } },
  ];
  const answers = await Promise.all(parts.map((part) => patch(id, part)));
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect(await read(id)).toMatchObject({
    expiresIn: 4000,
    contact: { firstName: 'Bola', lastName: 'Ade' },
    metadata: { description: 'Hats' },
  });
});

everyEndpoint({ operation: 'update-collection', handler, tenants, prepare });
