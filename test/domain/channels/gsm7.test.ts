/** What an SMS can contain without costing twice as much. */
import { describe, expect, it } from 'vitest';
import { countSegments, nameToGsm7, toGsm7 } from '#lib/domain/channels/sms/gsm7.ts';

describe('the SMS alphabet', () => {
  it.each([
    ['déjà vu à Nîmes, ça coûte 5€', 'déjà vu à Nimes, ca coute 5EUR'],
    ['Ọlọ́rún Ṣadé Ńgọzi', 'Olorun Sadé Ngozi'],
    ['Kɔfi Ɛsi Ɖela Ŋa Ɓala Ƙano', 'Kofi Esi Dela Na Bala Kano'],
    ['“quoted” – it’s…', '"quoted" - it\'s...'],
    ['œuf Œuvre Łódź ß ẞ', 'oeuf OEuvre Lodz ß SS'],
    ['₦500 ₵20', 'NGN500 GHS20'],
    ['a[b]{c}|d\\e~f^g`h', "a(b)(c)/d/e-fg'h"],
    ['你好 مرحبا 👋', '  '],
    ['Ç Δ Ω @ $ _', 'Ç Δ Ω @ $ _'],
    ['Γιώργος Παναγιώτης ΓΙΩΡΓΟΣ', 'Giorgos Panagiotis GIORGOS'],
    ['Ευαγγελία Παύλος Μαύρος Λούλα', 'Evangelia Pavlos Mavros Loula'],
    ['Иван Щукин Юлія ІГОР', 'Ivan Shchukin Yuliya IGOR'],
    ['Nguyễn Thị Đào', 'Nguyen Thi Dào'],
    ['INV-李-12 of 7', ' of 7'],
  ])('the SMS alphabet writes %s as %s', (text, expected) => {
    expect(toGsm7(text)).toBe(expected);
  });

  it.each([
    ['', 1],
    ['a'.repeat(160), 1],
    ['a'.repeat(161), 2],
    ['a'.repeat(306), 2],
    ['a'.repeat(307), 3],
    ['a'.repeat(459), 3],
    ['a'.repeat(460), 4],
    ['~'.repeat(80), 1],
    ['~'.repeat(81), 2],
    // 76 to a part: the 153rd place stays empty, because half a character cannot be sent.
    ['~'.repeat(152), 2],
    ['~'.repeat(153), 3],
  ])('the segments of an SMS are counted by its septets (case %#)', (text, segments) => {
    expect(countSegments(text)).toBe(segments);
  });
});

it.each([
  ['Γιώργος', 'Giorgos'],
  ['Jose\u0301 🌸', 'José '],
  ['李 Wei', ''],
  ['ابن Ali', ''],
  ['Ada 你', ''],
  ['დავით', ''],
])('the name %j in the SMS alphabet is %j: whole, or none', (name, expected) => {
  expect(nameToGsm7(name)).toBe(expected);
});

it('a letter of the SMS alphabet that is typed as a letter and an accent keeps its accent', () => {
  expect(toGsm7('e\u0301')).toBe('é');
});
