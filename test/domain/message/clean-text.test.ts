/**
 * What a caller's text becomes before it goes into a message.
 * The words of the metadata that describe a collection in a message.
 */
import { describe, expect, it } from 'vitest';
import { cleanText, cutText } from '#lib/domain/message/clean-text.ts';
import { descriptionOf } from '#lib/domain/message/description.ts';

describe('a cleaned text', () => {
  it.each([
    ['  a \t b\r\nc\u00a0\u3000d ', 'a b c d'],
    ['see https://evil.example/x now', 'see now'],
    ['see (HTTP://evil.example)', 'see'],
    ['go to bit.ly/abc', 'go to'],
    ['mailto:a@b.example and tel:+123', 'and'],
    ['www.evil.example', ''],
    ['http://1.2.3.4:80 or 1.2.3.4', 'or'],
    ['x.1.2.3.4 y', 'y'],
    ['Booking.com', 'Booking com'],
    ['St.John & U.S.A. v1.2 at 3.5kg', 'St John & U.S.A. v1.2 at 3.5kg'],
    ['ｅｖｉｌ．ｃｏｍ', 'evil com'],
    ['e\u200bvil\u200d.com', 'evil com'],
    ['evil\u3002com', 'evil com'],
    ['\u202egnp.exe\u2066', 'gnp exe'],
    ['½ m², ﬁne', '½ m², ﬁne'],
    ['👩🏽‍🚀 می‌خواهم', '👩🏽‍🚀 می‌خواهم'],
    ['e\u0301te', '\u00e9te'],
    ['bad \ud800 half', 'bad \ufffd half'],
  ])('the text %j is cleaned to %j', (text, expected) => {
    expect(cleanText(text)).toBe(expected);
  });
});

describe('a cut text', () => {
  it('a text is cut by what people see as characters', () => {
    expect(cutText('👩🏽‍🚀'.repeat(5), 5, '…')).toBe(`${'👩🏽‍🚀'.repeat(2)}…`);
    expect(cutText('é'.repeat(20), 20, '…')).toBe('é'.repeat(20));
    expect(cutText('abcdef', 5, '...')).toBe('ab...');
    expect(cutText('abcd fgh', 6, '…')).toBe('abcd…');
  });

  it('a cut text drops a character that never ends', () => {
    expect(cutText(`e${'\u0301'.repeat(1000)}`, 10, '…')).toBe('');
  });
});

it.each([
  ['a\u200cb c\u200dd e\ufe0ff', 'ab cd ef'],
  ['.NET and .com', '.NET and .com'],
  ['½  m²  ﬁne', '½ m² ﬁne'],
])('a text that hides nothing keeps its letters, its dots and its words: %j becomes %j', (text, expected) => {
  expect(cleanText(text)).toBe(expected);
});

it('of a text without end two thousand characters are read', () => {
  expect(cleanText('a'.repeat(2_001))).toBe('a'.repeat(2_000));
  expect(cleanText('a'.repeat(2_000))).toBe('a'.repeat(2_000));
});

it('a character of four code units counts as one in a cut text', () => {
  expect(cutText('🇳🇬'.repeat(6), 5, '…')).toBe(`${'🇳🇬'.repeat(4)}…`);
  expect(cutText('🇳🇬'.repeat(5), 5, '…')).toBe('🇳🇬'.repeat(5));
});

it.each([
  [undefined, undefined],
  ['{"description":"Shoes","size":42}', 'Shoes'],
  ['[{"description":"Shoes"},{"description":"Socks"}]', 'Shoes'],
  ['[]', undefined],
  ['null', undefined],
  ['{"description":7}', undefined],
])('the description in the metadata %s is %s', (metadata, description) => {
  expect(descriptionOf(metadata)).toBe(description);
});
