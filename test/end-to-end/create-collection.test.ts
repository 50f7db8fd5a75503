/** POST /public/collections: the created collection, field by field. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { useService } from '#test/support/service.ts';
import { aCollection, aContact, createCollection, listCollections } from './requests.ts';

const service = useService();

const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const ITEMS = [
  { name: 'Shoes', amount: { value: 22_500, currency: 'NGN' }, description: 'Two pairs of shoes', quantity: 2 },
];

describe('a collection created with every field', () => {
  it('a collection created with every field shows each of them, with its own id, contact, option, event and instants', async () => {
    const contact = aContact();
    const reference = `order-${randomUUID()}`;
    const followUp = { enabled: true, startAfter: 30, cadence: 'every_1h', channels: ['whatsapp', 'sms', 'email'] };
    const created = await createCollection(service.owner, {
      type: 'integrated',
      reference,
      amount: { value: 45_000.5, currency: 'NGN' },
      contact,
      metadata: ITEMS,
      expiresIn: 720,
      payable: { enabled: true, methods: ['payment_link'] },
      followUp: { ...followUp, tone: 'gentle' },
    });
    const expiresAt = new Date(Date.parse(created.createdAt) + 720 * 60_000).toISOString();
    expect(created).toEqual({
      id: expect.stringMatching(/^pay_/),
      type: 'integrated',
      contact: { id: expect.stringMatching(/^contact_/), ...contact },
      reference,
      amount: { value: 45_000.5, currency: 'NGN' },
      balance: {
        received: { value: 0, currency: 'NGN' },
        outstanding: { value: 45_000.5, currency: 'NGN' },
      },
      status: 'pending',
      expiresIn: 720,
      payable: {
        enabled: true,
        methods: ['payment_link'],
        options: [{ method: 'payment_link', link: expect.stringContaining(`${service.baseUrl}/`), expiresAt }],
      },
      followUp: { ...followUp, tone: 'gentle' },
      metadata: ITEMS,
      events: [{ id: expect.stringMatching(/^evt_/), type: 'collection.created', timestamp: created.createdAt }],
      createdAt: INSTANT,
      updatedAt: created.createdAt,
      completedAt: null,
    });
  });

  it('a created collection is found at its Location, an absolute URL, exactly as the create returned it', async () => {
    const created = await service.owner.send('POST', '/public/collections', { json: aCollection() });
    const location = created.headers.get('location') ?? '';
    const { id } = created.data as { id: string };
    expect(location).toBe(`${service.baseUrl}/public/collections/${id}`);
    const answer = await fetch(location, { headers: { 'x-api-key': service.keys.owner } });
    expect(((await answer.json()) as { data: unknown }).data).toEqual(created.data);
    expect((await listCollections(service.owner)).data[0]).toEqual(created.data);
  });
});
