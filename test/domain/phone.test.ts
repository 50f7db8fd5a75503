/** Phone numbers as they are typed. */
import { describe, expect, it } from 'vitest';
import { contactLookup, newContact } from '#lib/domain/contact.ts';
import { isCountry, needsCountry, parsePhone } from '#lib/domain/phone.ts';

describe('a phone number', () => {
  it.each([
    ['+2348031234567', undefined, '+2348031234567', 'NG'],
    ['+234 803 123 4567', undefined, '+2348031234567', 'NG'],
    ['  +234 (0)803-123-4567 ', undefined, '+2348031234567', 'NG'],
    ['0803 123 4567', 'NG', '+2348031234567', 'NG'],
    ['+14155550123', 'NG', '+14155550123', 'US'],
    ['024 412 3456', 'GH', '+233244123456', 'GH'],
    ['0712 345 678', 'KE', '+254712345678', 'KE'],
    ['002348031234567', undefined, '+2348031234567', 'NG'],
    ['00 234 803 123 4567', 'US', '+2348031234567', 'NG'],
    ['+002348031234567', 'GH', '+2348031234567', 'NG'],
    ['00234 803 123 4567', 'NG', '+2348031234567', 'NG'],
    ['0012025550104', 'NG', '+12025550104', 'US'],
    ['009234 803 123 4567', 'NG', '+2348031234567', 'NG'],
    ['0011 61 412 345 678', 'AU', '+61412345678', 'AU'],
    ['+49 301 234567890', undefined, '+49301234567890', 'DE'],
  ])('the phone %j, with the account in %s, is %s', (typed, account, e164, country) => {
    expect(parsePhone(typed, account)).toEqual({ text: e164, lookup: e164, reachable: true, country });
  });

  it.each([
    ['0803 123 4567', undefined, '08031234567'],
    ['12345', 'NG', '12345'],
    ['+999 1234567', undefined, '9991234567'],
    ['+49 30 12345678901234', undefined, '493012345678901234'],
    ['00 12345', undefined, '0012345'],
    ['ext. 12-34-5', undefined, '12345'],
    ['call me on +2348031234567', undefined, '2348031234567'],
  ])('the phone %j, with the account in %s, is kept as typed and found by its digits', (typed, account, lookup) => {
    expect(parsePhone(typed, account)).toEqual({ text: typed, lookup, reachable: false });
  });

  it('a phone needs the account’s country only if it has no country code of its own', () => {
    expect(needsCountry(' +2348031234567')).toBe(false);
    expect(needsCountry('08031234567')).toBe(true);
  });

  it('isCountry knows which countries have phone numbers', () => {
    expect(['NG', 'GH', 'XX', 'ng', ''].map(isCountry)).toEqual([true, true, false, false, false]);
  });
});

describe('a contact', () => {
  const phone = parsePhone('+234 803 123 4567', undefined);

  it('a contact is found by phone, and by email whatever its case', () => {
    expect(contactLookup(phone, 'Ada@Example.COM')).toEqual({ phone: '+2348031234567', email: 'ada@example.com' });
  });

  it('a contact keeps its email as typed, and its phone in E.164', () => {
    const given = { firstName: 'Ada', lastName: 'Obi', email: 'Ada@Example.COM' };
    expect(newContact(given, phone, 'salt')).toEqual({
      id: expect.stringMatching(/^contact_[0-9a-z]{25}$/),
      ...given,
      phone: '+2348031234567',
    });
  });

  it('a contact has the same id however its number is written, and another id in another account', () => {
    const given = { firstName: 'Ada', lastName: 'Obi', email: 'ada@example.com' };
    const id = newContact(given, phone, 'salt').id;
    expect(newContact({ ...given, email: 'b@c.de' }, parsePhone('08031234567', 'NG'), 'salt').id).toBe(id);
    expect(newContact(given, phone, 'other salt').id).not.toBe(id);
  });
});

it('a number of no country has none', () => {
  const number = '+80012345678';
  expect(parsePhone(number, undefined)).toStrictEqual({ text: number, lookup: number, reachable: true });
});
