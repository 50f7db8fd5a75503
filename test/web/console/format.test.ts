/** What the service says of a field, in the words of each language. */
import { describe, expect, it } from 'vitest';
import { readCreateCollection } from '#lib/contract/create-collection.ts';
import { readRecordPayment } from '#lib/contract/payment.ts';
import { faultText } from '#lib/web/console/format.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { faultsOf } from '#test/support/faults.ts';
import { CONSOLE_WORDS } from './console-words.ts';

const messagesOf = (read: () => unknown): string[] => faultsOf(read).map(({ message }) => message);

const contact = { firstName: '', lastName: 'x'.repeat(101), phone: '08', email: 'ada' };
const amounts = [
  { value: 0, currency: 'NGN' },
  { value: 1e15, currency: 'NGN' },
  { value: 1.5, currency: 'XOF' },
  { value: 1.234, currency: 'NGN' },
  { value: 1, currency: 'naira' },
];
const FAULTS = new Set([
  ...amounts.flatMap((amount) =>
    messagesOf(() => readCreateCollection({ reference: 'a\u0000', amount, contact, expiresIn: 525_601 })),
  ),
  ...messagesOf(() => readRecordPayment({ amount: amounts[0], method: 'gold', paidAt: 'yesterday', note: '' })),
]);

describe('a fault of a field', () => {
  it.each(LANGUAGES)('what the forms of the console can be refused for has words in %s', (language) => {
    const { faults } = CONSOLE_WORDS[language];
    expect(FAULTS.size).toBeGreaterThan(9);
    expect([...FAULTS].filter((message) => faultText({ faults, fault: () => '' }, message) === '')).toEqual([]);
  });

  it.each([
    ['must have 1 to 100 characters', 'Merci de saisir de 1 à 100 caractères.'],
    ['must have at most 2 decimals in NGN', 'Cette devise a au plus 2 décimales.'],
    ['must be brand new', 'Le service répond : must be brand new.'],
  ])('"%s" reads in French: %s', (message, text) => {
    expect(faultText(CONSOLE_WORDS.fr, message)).toBe(text);
  });
});
