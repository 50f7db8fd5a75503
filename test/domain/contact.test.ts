/** How a contact is reached: the phone as its account reads it, and the address of each channel. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressesOf, phoneOf, phoneOfContact } from '#lib/domain/contact.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { aContact } from '#test/support/a-collection.ts';

const nigeria = { country: 'NG' };

it('looks for a phone in E.164, and for an email in lower case', () => {
  const contact = aContact({ phone: '0803 123 4567', email: 'Ada.O@Example.com' });
  expect(addressesOf(contact, phoneOf(contact, nigeria))).toEqual([
    { channel: 'whatsapp', address: '+2348031234567' },
    { channel: 'sms', address: '+2348031234567' },
    { channel: 'email', address: 'ada.o@example.com' },
  ]);
});

it('looks for no phone that is not a number', () => {
  const contact = aContact({ phone: '12345' });
  expect(addressesOf(contact, phoneOf(contact, nigeria))).toEqual([{ channel: 'email', address: 'ada@example.com' }]);
});

it('takes the phone of the contact that was found, not the one of the request', () => {
  const read = parsePhone('+2348031234567', undefined);
  const found = phoneOfContact(aContact({ phone: '+14155550123' }), { typed: read.text, read, account: nigeria });
  expect(found).toMatchObject({ text: '+14155550123', country: 'US' });
});

it('takes the phone that was read from the request, without reading it again, where it is the contact’s', () => {
  const read = parsePhone(' +2348031234567', undefined);
  const given = { typed: ' +2348031234567', read, account: nigeria };
  expect(phoneOfContact(aContact(), given)).toBe(read);
});

it('a contact’s phone is the same whether it was read from the request or from the contact', () => {
  const digits = fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 4, maxLength: 15 });
  const typed = fc.oneof(
    fc.tuple(fc.constantFrom('+', ' +', '+234', '+1', '+44', '+61', '+39', '+7', '+383', '+290', ''), digits),
    fc.tuple(fc.constantFrom('+234 (0)', '+1 ', '0', '00234', '+0'), digits),
  );
  const countries = fc.constantFrom(undefined, 'NG', 'US', 'AU', 'GB', 'IT', 'TA');
  fc.assert(
    fc.property(typed, countries, ([start, rest], country) => {
      const account = country === undefined ? {} : { country };
      const text = `${start}${rest}`;
      // As a create reads it: a number with its country is read without asking for the account's.
      const read = parsePhone(text, text.trim().startsWith('+') ? undefined : country);
      const contact = aContact({ phone: read.text });
      expect(phoneOfContact(contact, { typed: text, read, account })).toEqual(phoneOf(contact, account));
    }),
    { numRuns: 3_000 },
  );
});
