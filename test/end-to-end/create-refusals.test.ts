/** POST /public/collections: the refused bodies, and that a refused create stores nothing. */
import { describe, expect, it } from 'vitest';
import { useService } from '#test/support/service.ts';
import { aCollection, aContact, aProvider, createCollection, createProvider, listCollections } from './requests.ts';

const service = useService();

const create = (json: unknown) => service.owner.send('POST', '/public/collections', { json });

const pathsOf = async (json: unknown): Promise<string[]> => {
  const { status, error } = await create(json);
  expect([status, error?.code]).toEqual([400, 'validation_failed']);
  for (const { message } of error?.errors ?? []) expect(message).toMatch(/\S/);
  return (error?.errors ?? []).map(({ path }) => path);
};

const without = (field: string) => Object.fromEntries(Object.entries(aCollection()).filter(([name]) => name !== field));
const deep = (levels: number): unknown => (levels === 0 ? 1 : { description: 'x', in: deep(levels - 1) });

const FAULTS: [path: string, given: Record<string, unknown>][] = [
  ['type', { type: 'manual' }],
  ['type', { type: null }],
  ['reference', { reference: '' }],
  ['reference', { reference: 'x'.repeat(256) }],
  ['reference', { reference: 7 }],
  ['reference', { reference: 'a\nb' }],
  ['reference', { reference: '\ud800' }],
  ['amount', { amount: 45_000 }],
  ['amount.value', { amount: { currency: 'NGN' } }],
  ['amount.value', { amount: { value: 0, currency: 'NGN' } }],
  ['amount.value', { amount: { value: -1, currency: 'NGN' } }],
  ['amount.value', { amount: { value: '45000', currency: 'NGN' } }],
  ['amount.value', { amount: { value: 0.001, currency: 'NGN' } }],
  ['amount.value', { amount: { value: 1.5, currency: 'JPY' } }],
  ['amount.value', { amount: { value: 1e13, currency: 'NGN' } }],
  ['amount.currency', { amount: { value: 1 } }],
  ['amount.currency', { amount: { value: 1, currency: 'ngn' } }],
  ['amount.currency', { amount: { value: 1, currency: 'ABC' } }],
  ['amount.tax', { amount: { value: 1, currency: 'NGN', tax: 1 } }],
  ['contact', { contact: null }],
  ['contact', { contact: 'Ada' }],
  ['contact.firstName', { contact: aContact({ firstName: undefined }) }],
  ['contact.firstName', { contact: aContact({ firstName: '   ' }) }],
  ['contact.lastName', { contact: aContact({ lastName: 'x'.repeat(101) }) }],
  ['contact.phone', { contact: aContact({ phone: undefined }) }],
  ['contact.phone', { contact: aContact({ phone: '1234' }) }],
  ['contact.phone', { contact: aContact({ phone: `+234${'8'.repeat(40)}` }) }],
  ['contact.email', { contact: aContact({ email: undefined }) }],
  ['contact.email', { contact: aContact({ email: 'not an email' }) }],
  ['contact.email', { contact: aContact({ email: `${'x'.repeat(250)}@example.com` }) }],
  ['contact.age', { contact: aContact({ age: 30 }) }],
  ['metadata', { metadata: 'text' }],
  ['metadata', { metadata: null }],
  ['metadata', { metadata: [] }],
  ['metadata.in', { metadata: deep(21) }],
  ['metadata', { metadata: { description: 'x'.repeat(17_000) } }],
  ['metadata.description', { metadata: {} }],
  ['metadata.description', { metadata: { description: ' ' } }],
  ['metadata.description', { metadata: { description: 1 } }],
  ['metadata.1.description', { metadata: [{ description: 'one' }, { name: 'two' }] }],
  ['metadata.0', { metadata: [null] }],
  ['expiresIn', { expiresIn: 0 }],
  ['expiresIn', { expiresIn: 1.5 }],
  ['expiresIn', { expiresIn: 525_601 }],
  ['expiresIn', { expiresIn: '60' }],
  ['payable', { payable: true }],
  ['payable.enabled', { payable: { enabled: 'yes' } }],
  ['payable.methods', { payable: { enabled: true, methods: 'card' } }],
  ['payable.methods.0', { payable: { enabled: true, methods: ['cash'] } }],
  ['payable.methods', { payable: { enabled: true, methods: ['payment_link', 'payment_link'] } }],
  ['payable.options', { payable: { enabled: true, options: [] } }],
  ['provider', { provider: 1 }],
  ['provider', { provider: '' }],
  ['provider', { provider: '__proto__' }],
  ['provider', { provider: 'constructor' }],
  ['provider', { provider: 'nobody-has-this' }],
  ['followUp', { followUp: 'daily' }],
  ['followUp.enabled', { followUp: { enabled: 1 } }],
  ['followUp.startAfter', { followUp: { startAfter: -1 } }],
  ['followUp.startAfter', { followUp: { startAfter: 0.5 } }],
  ['followUp.cadence', { followUp: { cadence: 'weekly' } }],
  ['followUp.channels', { followUp: { channels: [] } }],
  ['followUp.channels', { followUp: { channels: ['sms', 'sms'] } }],
  ['followUp.channels.0', { followUp: { channels: ['pigeon'] } }],
  ['followUp.tone', { followUp: { tone: 'angry' } }],
  ['followUp.cadance', { followUp: { cadance: 'daily' } }],
  ['id', { id: 'pay_x' }],
  ['status', { status: 'completed' }],
  ['events', { events: [] }],
  ['createdAt', { createdAt: '2020-01-01T00:00:00.000Z' }],
];

describe('400', () => {
  it.each(FAULTS)('a create answers 400 and names %s for the fields %j', async (path, given) => {
    expect(await pathsOf(aCollection(given))).toEqual([path]);
  });

  it.each(['reference', 'amount', 'contact'])(
    'a create without %s answers 400 and names the missing field',
    async (field) => {
      expect(await pathsOf(without(field))).toEqual([field]);
    },
  );

  it.each([null, 1, 'text', true, []].map((json) => [json]))('a create whose body is %j answers 400', async (json) => {
    expect(await pathsOf(json)).toEqual(['']);
  });

  it('a refused create names every faulty field at once', async () => {
    const json = { amount: { value: 'x' }, contact: { phone: '1' }, expiresIn: 0, metadata: {}, colour: 'red' };
    expect((await pathsOf(json)).toSorted()).toEqual(
      ['amount.currency', 'amount.value', 'colour', 'contact.email', 'contact.firstName', 'contact.lastName'].concat([
        'contact.phone',
        'expiresIn',
        'metadata.description',
        'reference',
      ]),
    );
  });

  it.each(['__proto__', 'constructor', 'prototype'])(
    'a create answers 400 to the property name %s at any depth',
    async (key) => {
      for (const inside of [`"metadata":{"description":"x","${key}":{}}`, `"${key}":{}`]) {
        const body = JSON.stringify(aCollection()).replace(/}$/, `,${inside}}`);
        const headers = { 'content-type': 'application/json' };
        expect((await service.owner.send('POST', '/public/collections', { body, headers })).status).toBe(400);
      }
    },
  );
});

describe('409', () => {
  it('a create with a taken reference answers 409 with the id of the collection that has it', async () => {
    const json = aCollection();
    const { id } = await createCollection(service.owner, json);
    const { status, error } = await create(json);
    expect([status, error?.code, error?.existing]).toEqual([409, 'duplicate_reference', { id }]);
    expect(error?.message).toContain(id);
  });
});

describe('a refusal', () => {
  it('a refused create adds nothing to the list and leaves its reference free', async () => {
    const { count } = (await listCollections(service.owner)).meta;
    const provider = await createProvider(service.owner, aProvider({ enabled: false }));
    const json = aCollection();
    for (const fault of [{ amount: {} }, { provider: provider.slug }, { payable: { enabled: true, methods: ['?'] } }]) {
      expect((await create({ ...json, ...fault })).status).toBe(400);
    }
    expect((await listCollections(service.owner)).meta.count).toBe(count);
    await createCollection(service.owner, json);
    expect((await listCollections(service.owner)).meta.count).toBe(count + 1);
  });
});
