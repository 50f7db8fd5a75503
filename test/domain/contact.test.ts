/** The phone and the addresses of a contact. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addressesOf, phoneOf } from '#lib/domain/contact.ts';
import { parsePhone } from '#lib/domain/phone.ts';
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
