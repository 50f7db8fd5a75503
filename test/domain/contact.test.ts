/**
 * The phone and the addresses of a contact.
 * Match keys of people.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressesOf, dailyOptOutEvent, isSamePerson, linkRequested, overLimit, phoneOf } from '#lib/domain/contact.ts';
import { foldPhone, matchKeyOf, parsePhone } from '#lib/domain/phone.ts';
import { aContact } from '#test/support/a-collection.ts';

const nigeria = { country: 'NG' };

it('the addresses of a contact are its phone in E.164 and its email in lower case', () => {
  const contact = aContact({ phone: '0803 123 4567', email: 'Ada.O@Example.com' });
  expect(addressesOf(contact, phoneOf(contact, nigeria))).toEqual([
    { channel: 'whatsapp', address: '+2348031234567' },
    { channel: 'sms', address: '+2348031234567' },
    { channel: 'email', address: 'ada.o@example.com' },
  ]);
});

it('a phone that is not a number is not an address', () => {
  const contact = aContact({ phone: '12345' });
  expect(addressesOf(contact, phoneOf(contact, nigeria))).toEqual([{ channel: 'email', address: 'ada@example.com' }]);
});

it('a phone number is the same whether it was read from the request or from the contact', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 4, maxLength: 15 });
  const typed = fc.oneof(
    fc.tuple(fc.constantFrom('+', ' +', '+234', '+1', '+44', '+61', '+39', '+7', '+383', '+290', ''), digits),
    fc.tuple(fc.constantFrom('+234 (0)', '+1 ', '0', '00234', '+0', '+00', '00', '000', '009', '011'), digits),
  );
  const countries = fc.constantFrom(undefined, 'NG', 'US', 'AU', 'GB', 'IT', 'TA');
  fc.assert(
    fc.property(typed, countries, ([start, rest], country) => {
      const account = country === undefined ? {} : { country };
      const text = `${start}${rest}`;
      // A create reads a number with a country code without asking for the account's country.
      const read = parsePhone(text, text.trim().startsWith('+') ? undefined : country);
      expect(phoneOf(aContact({ phone: read.text }), account)).toEqual(read);
    }),
    { numRuns: 500 },
  );
});

it('a person is the same by name and phone, or by email where there is no phone, however they are written', () => {
  const person = (given: object) => {
    const contact = aContact(given);
    return { contact, account: nigeria, phone: phoneOf(contact, nigeria) };
  };
  const isAda = (given: object, ada = person({})) => isSamePerson(aContact(given), ada);
  expect(isAda({ firstName: ' ÁDA', phone: '0803 123 4567', email: 'x@example.com' })).toBe(true);
  expect(isAda({ lastName: 'Eze' })).toBe(false);
  expect(isAda({ phone: '+2348031234568' })).toBe(false);
  const byEmail = person({ phone: '12345' });
  expect(isAda({ phone: '678', email: 'ADA@example.com' }, byEmail)).toBe(true);
  expect(isAda({ phone: '12345', email: 'x@example.com' }, byEmail)).toBe(false);
});

it('what a customer may say again and again is told once a day', () => {
  const at = new Date('2026-03-01T23:59:59.999Z');
  const own = { about: '2026-03-01', timestamp: at.toISOString() };
  expect(linkRequested(at)).toEqual({ ...own, type: 'link.requested', data: { actor: 'customer' } });
  expect(overLimit('sms', at)).toEqual({ ...own, type: 'contact.over_limit', data: { by: 'sms', actor: 'customer' } });
  expect(dailyOptOutEvent({ channel: 'sms', by: 'reply', at })).toMatchObject({
    ...{ ...own, type: 'contact.opted_out', about: 'reply#2026-03-01' },
    data: { channel: 'sms', by: 'reply' },
  });
});

describe('a match key', () => {
  it.each([
    ['+5215512345678', '+525512345678'],
    ['+525512345678', '+525512345678'],
    ['+5491123456789', '+541123456789'],
    ['+541123456789', '+541123456789'],
    ['+551187654321', '+5511987654321'],
    ['+5511987654321', '+5511987654321'],
    ['+22507133456', '+2250707133456'],
    ['+22997123456', '+2290197123456'],
  ])('the mobile number %s has the key %s', (phone, key) => {
    expect(foldPhone(phone)).toBe(key);
  });

  it.each(['+551132654321', '+2348031234567', '+52155123456', '+54912345678'])(
    'the number %s is its own key',
    (phone) => {
      expect(foldPhone(phone)).toBe(phone);
    },
  );

  it('folding a folded number changes nothing', () => {
    for (const phone of ['+5215512345678', '+5491123456789', '+551187654321']) {
      expect(foldPhone(foldPhone(phone))).toBe(foldPhone(phone));
    }
  });

  it('a person without a reachable phone is known by the email, in any case of letters', () => {
    expect(matchKeyOf({ reachable: false, lookup: '12345' }, 'Ada@Example.com')).toBe('ada@example.com');
    expect(matchKeyOf({ reachable: true, lookup: '+5215512345678' }, 'ada@example.com')).toBe('+525512345678');
  });
});
