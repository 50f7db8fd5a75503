/** What erasure leaves: valid, the same at every repetition, and of no person. */
import { getCountries } from 'libphonenumber-js/min';
import { describe, expect, it } from 'vitest';
import { readCreateCollection } from '#lib/contract/create-collection.ts';
import { toHistoryEvents } from '#lib/contract/show-collection.ts';
import { hashedAddress } from '#lib/domain/contact.ts';
import {
  emailSubject,
  erasedBody,
  erasedContact,
  erasedEvent,
  erasedReply,
  erasureDueAt,
  isSubject,
  phoneSubject,
  withoutPerson,
} from '#lib/domain/erasure.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { aCollection, aContact, CREATED_AT, minutesLater } from '#test/support/a-collection.ts';
import { aCreateBody } from '#test/support/a-create-body.ts';

const collection = aCollection({ metadata: '{"description":"for Ada"}' });

describe('an erased contact', () => {
  it('an erased contact is one that a create would accept', () => {
    const { id: _own, ...contact } = erasedContact(collection.ref);
    expect(readCreateCollection(aCreateBody({ contact })).contact).toEqual(contact);
  });

  it('the phone of an erased contact is a number in no country', () => {
    const { phone } = erasedContact(collection.ref);
    for (const country of [undefined, ...getCountries()]) expect(parsePhone(phone, country).reachable).toBe(false);
  });

  it('every erased collection has a contact of its own, the same whenever it is erased', () => {
    const [one, again, other] = [collection.ref, collection.ref, aCollection({ reference: 'other' }).ref].map(
      erasedContact,
    );
    expect(again).toEqual(one);
    expect(other?.id).not.toBe(one?.id);
    expect(one?.id).not.toBe(collection.contact.id);
  });
});

it('a collection without its person keeps everything but contact and metadata, and erased twice it is the same', () => {
  const erased = withoutPerson(collection);
  const { contact: _who, metadata: _what, ...kept } = collection;
  expect(erased).toEqual({ ...kept, contact: erasedContact(collection.ref) });
  expect(withoutPerson(erased)).toEqual(erased);
});

it('events and replies keep their ids when the ids of messages in them are erased', () => {
  const event = {
    type: 'contact.opted_out',
    timestamp: CREATED_AT.toISOString(),
    about: 'reply#wamid.2348031234567',
    data: { by: 'reply' },
  };
  const reply = { messageId: 'wamid.2348031234567', channel: 'sms' as const, text: 'I am Ada', at: event.timestamp };
  const shown = (events: (typeof event)[], replies: (typeof reply)[]) =>
    toHistoryEvents({ collection, attempts: [], entries: [], events, replies }, CREATED_AT);
  const erased = { event: erasedEvent(collection.id, event), reply: erasedReply(collection.id, reply) };
  expect(shown([erased.event], [erased.reply]).map(({ id, type }) => [id, type])).toEqual(
    shown([event], [reply]).map(({ id, type }) => [id, type]),
  );
  expect(JSON.stringify(erased)).not.toMatch(/2348031234567|Ada/);
  expect(erased.event.about).toMatch(/^reply#[0-9a-z]+$/);
  expect(erased.reply).toMatchObject({ text: '', messageId: expect.stringMatching(/^[0-9a-z]+$/) });
  expect(erasedEvent(collection.id, erased.event)).toBe(erased.event);
  expect(erasedReply(collection.id, erased.reply)).toBe(erased.reply);
});

it('what somebody wrote to the customer is gone, and the rest of its event stays', () => {
  const event = { type: 'message.sent', timestamp: '', data: { channel: 'sms', text: 'Hello Ada' } };
  const erased = erasedEvent(collection.id, event);
  expect(erased).toEqual({ ...event, data: { channel: 'sms', text: '' } });
  expect(erasedEvent(collection.id, erased)).toBe(erased);
  const other = { ...event, type: 'message.other' };
  expect(erasedEvent(collection.id, other)).toBe(other);
});

it('an event that no message told is left as it is', () => {
  for (const about of [undefined, 'link#2026-03-01', 'operator#2026-03-01T09:00:00.000Z']) {
    const event = { type: 'contact.opted_out', timestamp: '', ...(about !== undefined && { about }) };
    expect(erasedEvent(collection.id, event)).toBe(event);
  }
});

it('an erased body has no metadata and another contact, and erased twice it is the same text', () => {
  const told = {
    id: 'evt_1',
    data: { collection: { id: 'pay_1', contact: { id: 'c' }, metadata: {} }, event: { id: 'evt_1' } },
  };
  const erased = erasedBody(JSON.stringify(told), collection.ref);
  expect(JSON.parse(erased)).toEqual({
    id: 'evt_1',
    data: { collection: { id: 'pay_1', contact: { id: erasedContact(collection.ref).id } }, event: { id: 'evt_1' } },
  });
  expect(erasedBody(erased, collection.ref)).toBe(erased);
});

describe('whom an erasure is about', () => {
  const phone = parsePhone('+2348031234567', undefined);
  const is = (subject: Parameters<typeof isSubject>[0], salt = 'salt') =>
    isSubject(subject, aContact(), { phone, salt });

  it('a person is known by id, phone or email, however they are written', () => {
    expect(is({ by: 'contact', value: aContact().id })).toBe(true);
    expect(is(phoneSubject('salt', '+2348031234567'))).toBe(true);
    expect(is(emailSubject('salt', 'ADA@example.com'))).toBe(true);
    expect(emailSubject('salt', 'ADA@example.com')).toEqual(emailSubject('salt', 'ada@example.com'));
    expect(emailSubject('salt', 'a').by).toBe('email');
    expect(
      isSubject(phoneSubject('salt', '+525512345678'), aContact(), {
        phone: { lookup: '+5215512345678' },
        salt: 'salt',
      }),
    ).toBe(true);
  });

  it('nobody else is that person, and no other account’s', () => {
    expect(is({ by: 'contact', value: 'contact_other' })).toBe(false);
    expect(is(phoneSubject('salt', '+2348031234568'))).toBe(false);
    expect(is(emailSubject('salt', 'bob@example.com'))).toBe(false);
    expect(is(phoneSubject('salt', '+2348031234567'), 'pepper')).toBe(false);
  });
});

describe('the end of a retention period', () => {
  it('a retention period begins when the collection ends', () => {
    const at = minutesLater(60).toISOString();
    const ended = {
      ...collection,
      status: 'cancelled',
      events: [{ type: 'collection.cancelled', timestamp: at }],
    } as const;
    expect(erasureDueAt(ended, 30)).toBe(minutesLater(60 + 30 * 1440).toISOString());
  });

  it('a collection that can still be paid has no end of it', () => {
    for (const status of ['pending', 'overdue'] as const)
      expect(erasureDueAt({ ...collection, status }, 30)).toBeUndefined();
  });
});

it('the hash of an address is the same for all its spellings, differs by the key, and does not hold it', () => {
  const hash = (address: string, secret = 's') => hashedAddress({ channel: 'sms', address }, secret);
  expect(hash('+5215512345678')).toBe(hash('+525512345678'));
  expect(hash('+525512345678', 't')).not.toBe(hash('+525512345678'));
  expect(hash('+525512345678')).toMatch(/^hmac:[0-9a-f]{64}$/);
});
