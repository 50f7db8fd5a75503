/** POST /public/collections: the created collection, field by field. */
import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CADENCES } from '#lib/domain/follow-up/follow-up.ts';
import { useService } from '#test/support/service.ts';
import { aCollection, aContact, createCollection, getCollection, listCollections } from './requests.ts';

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

describe('a collection created with the least', () => {
  it('a collection created with only the required fields gets the documented defaults and a chosen follow-up strategy', async () => {
    const created = await createCollection(service.owner);
    expect(created).toMatchObject({ type: 'integrated', expiresIn: 1440, completedAt: null });
    expect(created.payable).toEqual({ enabled: false, methods: [], options: [] });
    expect(created).not.toHaveProperty('metadata');
    expect(created.followUp).toEqual({
      enabled: true,
      startAfter: expect.any(Number),
      cadence: expect.toBeOneOf([...CADENCES]),
      channels: ['whatsapp', 'sms', 'email'],
      tone: expect.toBeOneOf(['gentle', 'professional', 'urgent']),
    });
  });

  it('a collection that is payable without named methods offers the payment link', async () => {
    const { payable } = await createCollection(service.owner, aCollection({ payable: { enabled: true } }));
    expect(payable.methods).toEqual(['payment_link']);
    expect(payable.options.map(({ method }) => method)).toEqual(['payment_link']);
  });

  it('a collection that is not payable has no options, even when its methods are named', async () => {
    const payable = { enabled: false, methods: ['payment_link', 'card'] };
    const created = await createCollection(service.owner, aCollection({ payable }));
    expect(created.payable).toEqual({ ...payable, options: [] });
  });
});

describe('what is echoed', () => {
  it.each([
    ['an object', { description: 'Shoes', anything: { deep: [1, null, 'x', { y: false }] }, '': '' }],
    ['a list', [{ description: 'one' }, { description: 'two', extra: [[]] }]],
    ['other scripts', { description: 'Bàtà méjì 👟\u202e\u0000' }],
  ])('metadata is returned exactly as it was sent: %s', async (_, metadata) => {
    const { id } = await createCollection(service.owner, aCollection({ metadata }));
    expect((await getCollection(service.owner, id)).metadata).toEqual(metadata);
  });

  it('a number in metadata keeps every digit, even when a double cannot hold it', async () => {
    const body = JSON.stringify(aCollection({ metadata: { description: 'big', serial: 0 } }));
    const big = body.replace('"serial":0', '"serial":12345678901234567890');
    const headers = { 'content-type': 'application/json' };
    const created = await service.owner.send('POST', '/public/collections', { body: big, headers });
    expect(created.text).toContain('"serial":12345678901234567890');
  });

  it.each([
    [0.01, 'NGN'],
    [19.99, 'USD'],
    [1_000_000_000_000, 'GHS'],
    [500, 'JPY'],
    [1.234, 'KWD'],
  ])('the amount %d %s is returned exactly as it was sent', async (value, currency) => {
    const amount = { value, currency };
    const { id } = await createCollection(service.owner, aCollection({ amount }));
    expect((await getCollection(service.owner, id)).amount).toEqual(amount);
  });

  it.each(['x', ' spaced  out ', 'Ünïcödé/ﬀ?&#%2F', '👟'.repeat(255), "'; DROP TABLE--"])(
    'the reference %j is returned unchanged',
    async (reference) => {
      const tagged = [...`${reference}`].length === 255 ? reference : `${reference}${randomUUID()}`;
      expect((await createCollection(service.owner, aCollection({ reference: tagged }))).reference).toBe(tagged);
    },
  );

  it('a created collection shows its cadence, whichever it is, and never its provider', async () => {
    const { slug } = (await service.owner.send('POST', '/public/providers', { json: provider }))
      .data as typeof provider;
    for (const cadence of CADENCES) {
      const json = aCollection({ provider: slug, followUp: { cadence } });
      const created = await createCollection(service.owner, json);
      expect(created.followUp).toMatchObject({ enabled: true, cadence });
      expect(created).not.toHaveProperty('provider');
    }
  });

  it('a collection created with its follow-up switched off shows only that it is off', async () => {
    const created = await createCollection(
      service.owner,
      aCollection({ followUp: { enabled: false, tone: 'urgent' } }),
    );
    expect(created.followUp).toEqual({ enabled: false });
  });
});

const provider = { name: 'Echoed', slug: `echoed-${randomUUID()}` };

describe('the contact of a collection', () => {
  it('a contact is found by its phone, and each collection shows the names and email of its own request', async () => {
    const first = await createCollection(service.owner);
    const changed = aContact({ phone: first.contact.phone, firstName: 'Somebody', lastName: 'Else' });
    const again = await createCollection(service.owner, aCollection({ contact: changed }));
    expect(again.contact).toEqual({ ...changed, id: first.contact.id });
    expect((await getCollection(service.owner, first.id)).contact).toEqual(first.contact);
  });

  it('a contact with a new phone is found by its email, in upper or lower case', async () => {
    const { contact } = await createCollection(service.owner);
    const given = aContact({ email: contact.email.toUpperCase() });
    const again = await createCollection(service.owner, aCollection({ contact: given }));
    expect(again.contact).toEqual({ ...given, id: contact.id });
  });

  it('the phone decides when phone and email belong to two contacts', async () => {
    const one = await createCollection(service.owner);
    const two = await createCollection(service.owner);
    const contact = aContact({ phone: one.contact.phone, email: two.contact.email });
    const again = await createCollection(service.owner, aCollection({ contact }));
    expect(again.contact).toEqual({ ...contact, id: one.contact.id });
  });

  it('a contact is stored without spaces around its names, and with its phone in E.164', async () => {
    const contact = aContact({ firstName: '  Ada ' });
    const spaced = contact.phone.replace('+234', '+234 (0) ');
    const created = await createCollection(service.owner, aCollection({ contact: { ...contact, phone: spaced } }));
    expect(created.contact).toMatchObject({ firstName: 'Ada', phone: contact.phone });
  });
});
