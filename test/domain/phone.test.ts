/** Phone numbers as they are typed. */
import { type CountryCode, getCountries, getCountryCallingCode, getExampleNumber } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { describe, expect, it } from 'vitest';
import { contactLookup, newContact } from '#lib/domain/contact.ts';
import { countriesSharing } from '#lib/domain/numbering.ts';
import { foldPhone, isCountry, needsCountry, parsePhone } from '#lib/domain/phone.ts';

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

  it.each([
    ['marks of direction', '\u202d+2348035550101\u202c'],
    ['other marks that nobody sees', '\ufeff+234\u00a0803\u00ad555\u20600101\u200f\u061c'],
    ['full width', '＋２３４ ８０３ ５５５ ０１０１'],
    ['Arabic digits', '٠٨٠٣٥٥٥٠١٠١'],
    ['Persian digits', '+۲۳۴۸۰۳۵۵۵۰۱۰۱'],
    ['Devanagari digits', '०८०३ ५५५ ०१०१'],
    [
      'digits of the upper planes',
      [...'08035550101'].map((digit) => String.fromCodePoint(0x1e950 + Number(digit))).join(''),
    ],
    ['a link to call', 'tel:+234-803-555-0101;ext=5'],
    ['a link to write', 'sms:+2348035550101?body=Hi'],
    ['WhatsApp’s link', 'https://wa.me/2348035550101'],
    ['WhatsApp’s address', 'whatsapp:+2348035550101'],
    ['a word', 'Tel.: 0803 555 0101'],
    ['an extension', '+234 803 555 0101 ext. 12'],
    ['an extension by x', '0803-555-0101 x12'],
    ['a trunk zero in brackets', '+234 (0) 803 555 0101'],
    ['a country in brackets', '(+234) 803 555 0101'],
    ['quotes', '“08035550101”'],
    ['a spreadsheet’s apostrophe', "'08035550101"],
    ['an envelope', '<+2348035550101>,'],
    ['a picture', '📱 +234 803 555 0101'],
    ['a number to dial from abroad', '00234(0)8035550101'],
    ['a number to dial from Nigeria', '009 234 803 555 0101'],
  ])('a phone is read however it is written: with %s', (_how, typed) => {
    expect(parsePhone(typed, 'NG')).toMatchObject({ text: '+2348035550101', reachable: true });
  });

  it('the zero in brackets is left out where numbers have none, and stays where it is part of them', () => {
    expect(parsePhone('+351 (0)912 345 678', undefined).text).toBe('+351912345678');
    expect(parsePhone('+39 (0)6 1234 5678', undefined).text).toBe('+390612345678');
  });

  it.each([
    ['+52 1 55 1234 5678', 'MX', '+525512345678'],
    ['044 55 1234 5678', 'MX', '+525512345678'],
    ['045 55 1234 5678', 'MX', '+525512345678'],
    ['1 55 1234 5678', 'MX', '+525512345678'],
    ['011 15 2345 6789', 'AR', '+5491123456789'],
    ['+54 9 11 15 2345 6789', 'AR', '+5491123456789'],
    ['+54 9 351 15 612 3456', 'AR', '+5493516123456'],
    ['+225 07 13 34 56', 'CI', '+2250707133456'],
    ['45 12 34 56', 'CI', '+2250545123456'],
    ['01 12 34 56', 'CI', '+2250101123456'],
    ['+229 97 12 34 56', 'BJ', '+2290197123456'],
    ['97123456', 'BJ', '+2290197123456'],
    ['+237 77 12 34 56', 'CM', '+237677123456'],
    ['22 12 34 56', 'CM', '+237222123456'],
    ['07 12 34 56', 'GA', '+24177123456'],
    ['+241 6 12 34 56', 'GA', '+24166123456'],
    ['0120 123 4567', 'VN', '+84701234567'],
    ['+84 169 123 4567', 'VN', '+84391234567'],
    ['+20 10 123 4567', 'EG', '+201001234567'],
    ['+593 8 123 4567', 'EC', '+593981234567'],
    ['+57 1 123 4567', 'CO', '+576011234567'],
    ['+230 712 3456', 'MU', '+23057123456'],
    ['+212 61 12 34 56', 'MA', '+212661123456'],
    ['+506 812 3456', 'CR', '+50688123456'],
    ['8 050 123 45 67', 'UA', '+380501234567'],
    ['+7 8 912 345 67 89', 'RU', '+79123456789'],
  ])('the phone %s of an old numbering, with the account in %s, is %s', (typed, account, e164) => {
    expect(parsePhone(typed, account)).toMatchObject({ text: e164, reachable: true, country: account });
    expect(foldPhone(parsePhone(typed, account).lookup)).toBe(foldPhone(e164));
  });

  it.each([
    '+2250707133456',
    '+2290197123456',
    '+841900123456',
    '+20223456789',
    '+20151234567',
    '+59322345678',
    '+573001234567',
    '+2302123456',
    '+525512345678',
    '+24166123456',
  ])('the number %s is of today’s numbering', (phone) => {
    expect(parsePhone(phone, undefined).text).toBe(phone);
  });

  it.each([
    ['+1 565 555 0142', ['US', 'CA']],
    ['+1 800 555 1234', ['US', 'CA']],
    ['+7 600 123 4567', ['RU', 'KZ']],
    ['+44 1999 123456', ['GB', 'JE']],
    ['+39 0000 00000', ['IT', 'VA']],
    ['+61 000 000 000', ['AU', 'CX']],
    ['+262 111 11 11 11', ['RE', 'YT']],
    ['+212 000 000 000', ['MA', 'EH']],
    ['+358 000 000', ['FI', 'AX']],
    ['+590 111 11 11 11', ['GP', 'MF']],
    ['+599 111 1111', ['CW', 'BQ']],
    ['+800 1234 5678', []],
    ['+870 773 123 456', []],
    ['+881 612 345 678', []],
  ])('nobody knows whose the number %s is: all countries count that share its code', (typed, first) => {
    const { country, sharedBy } = parsePhone(typed, 'NG');
    expect([country, sharedBy?.slice(0, 2)]).toEqual([undefined, first]);
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
  expect(parsePhone(number, undefined)).toStrictEqual({
    text: number,
    lookup: number,
    reachable: true,
    sharedBy: [],
  });
});

/** Each has one area code, which is known. */
const NEVER_UNKNOWN = ['AS', 'GU', 'MP'];

it('every country is counted that shares its calling code with another', () => {
  for (const country of getCountries().filter((each) => !NEVER_UNKNOWN.includes(each))) {
    const countryCallingCode = getCountryCallingCode(country);
    const isShared = getCountries().some(
      (each) => each !== country && getCountryCallingCode(each) === countryCallingCode,
    );
    const sharing = countriesSharing({ number: `+${countryCallingCode}`, countryCallingCode });
    expect([country, sharing?.includes(country)]).toEqual([country, isShared]);
  }
});

describe('a phone that a spreadsheet took for a number', () => {
  const WRITTEN = ['NG', 'KE', 'GH', 'ZA', 'TZ', 'UG', 'SN', 'CI', 'FR', 'BR', 'IN', 'US', 'GB', 'RW', 'IT'].map(
    (country) => {
      const number = getExampleNumber(country as CountryCode, examples);
      return { country, whole: number?.number ?? '', national: number?.formatNational() ?? '' };
    },
  );
  it.each(WRITTEN)('is the same in $country, whatever stands behind its last digit', ({ country, whole, national }) => {
    const digits = whole.slice(1);
    const writings = [whole, digits, national, national.replace(/\D/g, '')].filter((text) => !/[.,]/.test(text));
    for (const written of writings) {
      const expected = parsePhone(written, country);
      for (const end of ['.0', '.00', ',0', ',00', '.000'])
        expect([written, end, parsePhone(`${written}${end}`, country)]).toEqual([written, end, expected]);
    }
    const [first = '', ...rest] = digits;
    const exponent = `${first}.${rest.join('')}E+${rest.length}`;
    expect(parsePhone(exponent, country)).toEqual(parsePhone(digits, country));
  });

  it.each(['2.34803E+12', '2.34803123456E+12', '234803E+7'])('has lost digits: %s', (written) => {
    expect(parsePhone(written, 'NG')).toMatchObject({ text: written, reachable: false });
  });

  it('has its zeros where pairs of digits stand between dots', () => {
    expect(parsePhone('06.12.34.56.00', 'FR').text).toBe('+33612345600');
    expect(parsePhone('415.555.0100', 'US').text).toBe('+14155550100');
  });
});
