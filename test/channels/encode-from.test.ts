/** The sender’s name in an email, encoded as RFC 2047 requires. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrom } from '#lib/channels/email/send.ts';
import { anyCharacter } from '#test/support/any-character.ts';

const ADDRESS = 'reminders@pay.example';

const decoded = (from: string) =>
  [...from.matchAll(/=\?UTF-8\?B\?([A-Za-z0-9+/=]+)\?=/g)]
    .map(([, word]) => new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(word ?? '', 'base64')))
    .join('');

describe('the From of an email', () => {
  it.each([
    ['Acme Stores', '"Acme Stores" <reminders@pay.example>'],
    ['Acme "Best" \\ Co', '"Acme \\"Best\\" \\\\ Co" <reminders@pay.example>'],
    ['', ADDRESS],
    ['https://evil.example', ADDRESS],
    ['support@bank.example', '"support@bank example" <reminders@pay.example>'],
    ['Café', '=?UTF-8?B?Q2Fmw6k=?= <reminders@pay.example>'],
    ['=?UTF-8?Q?x?=', '=?UTF-8?B?PT9VVEYtOD9RP3g/PQ==?= <reminders@pay.example>'],
  ])('the name %j in the From of an email is encoded as %s', (name, from) => {
    expect(encodeFrom(name, ADDRESS)).toBe(from);
  });

  it('the From of an email is printable ASCII in whole words of at most 75 characters, for any name', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200, size: 'max' }), (name) => {
        const from = encodeFrom(name, ADDRESS);
        expect(from).toMatch(/^[\x20-\x7e]+$/);
        expect(from.endsWith(ADDRESS) || from.endsWith(`<${ADDRESS}>`)).toBe(true);
        for (const word of from.match(/=\?\S+\?=/g) ?? []) expect(word.length).toBeLessThanOrEqual(75);
        expect(() => decoded(from)).not.toThrow();
      }),
    );
    expect(decoded(encodeFrom('Ọjà Àdúgbò Ọlọ́rún Ṣadé àti Ọmọ', ADDRESS))).toBe(
      'Ọjà Àdúgbò Ọlọ́rún Ṣadé àti Ọmọ'.normalize('NFC'),
    );
  });

  it.each(['', 'a b@c', 'a@b\r\nBcc: x@y', '<a@b>', 'a@b,c@d', 'é@b'])(
    'the address %j is refused in the From of an email',
    (address) => {
      expect(() => encodeFrom('Acme', address)).toThrow(RangeError);
    },
  );
});

it('a name of more than sixty characters is cut, and says so', () => {
  expect(encodeFrom('a'.repeat(60), ADDRESS)).toBe(`"${'a'.repeat(60)}" <${ADDRESS}>`);
  expect(decoded(encodeFrom('a'.repeat(61), ADDRESS))).toBe(`${'a'.repeat(59)}…`);
});

it('an encoded word holds 45 bytes, and a second one begins with the next', () => {
  const wordsIn = (name: string) => encodeFrom(name, ADDRESS).match(/=\?\S+\?=/g)?.length;
  expect(wordsIn(`é${'a'.repeat(43)}`)).toBe(1);
  expect(wordsIn(`é${'a'.repeat(44)}`)).toBe(2);
});

it.each(['@b.example', 'a@'])('an address without one of its parts, %s, is refused for what it is', (address) => {
  expect(() => encodeFrom('Acme', address)).toThrow('the address of a sender is plain ASCII');
});
