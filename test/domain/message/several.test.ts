/** One message for several payments, oldest first: a sum in each currency, and in an email the list of them. */
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { renderEmail } from '#lib/domain/channels/email/render.ts';
import { renderMessage } from '#lib/domain/channels/renderers.ts';
import { toGsm7 } from '#lib/domain/channels/sms/gsm7.ts';
import { renderSms } from '#lib/domain/channels/sms/render.ts';
import { renderWhatsapp } from '#lib/domain/channels/whatsapp/render.ts';
import type { NamedPayment } from '#lib/domain/message/values.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { LANGUAGES, REMINDER_WORDS } from '#lib/words/languages.ts';
import { aMessage } from './a-message.ts';

const payment = (minor: number, currency: string, given: Partial<NamedPayment> = {}): NamedPayment => ({
  outstanding: { minor, currency },
  description: undefined,
  reference: 'INV-1',
  dueDay: undefined,
  expiresAt: '2026-11-20T13:00:00.000Z',
  ...given,
});
const DUE_DAY = dayOf('2026-11-02');
const RENT = payment(1_000_00, 'NGN', { dueDay: DUE_DAY, description: 'Rent' });
const MIXED = [RENT, payment(50_00, 'USD'), payment(50, 'NGN', { reference: '' })];
const late = { due: { day: DUE_DAY, passed: 3 }, isOverdue: true };
const message = (several: readonly NamedPayment[], given = {}) => aMessage({ several, ...late, ...given });

const cases = LANGUAGES.flatMap((language) => CHANNELS.map((channel) => ({ language, channel })));

it.each(cases)('$channel, $language: names a sum in each currency, and adds nothing across them', (choice) => {
  const { text } = renderMessage(message(MIXED, choice));
  for (const sum of [/1[\s,]000[.,]50/, /50[.,]00/, /\b2\b/, /\b3\b/]) expect(text).toMatch(sum);
  expect(text).not.toMatch(/1[\s,]050[.,]50/);
});

it.each(cases)('$channel, $language: says that a payment was not found, where that is to be told', (choice) => {
  const textOf = (given = {}) => toGsm7(renderMessage(message(MIXED, { ...choice, ...given })).text);
  const words = toGsm7(REMINDER_WORDS[choice.language].notFound.slice(1));
  expect(textOf({ tellsRejection: true })).toContain(words);
  expect(textOf()).not.toContain(words);
});

describe('an email', () => {
  const lines = (several: readonly NamedPayment[], given = {}) =>
    renderEmail(message(several, { channel: 'email', ...given })).text.split('\n\n');

  it('says in its subject what they come to in the currency of the oldest', () => {
    expect(renderEmail(message(MIXED)).subject).toBe(
      'A friendly reminder from Acme Stores: 2 payments, NGN 1,000.50 in all',
    );
  });

  it('has a line for each other currency, and a list with what each is for and its day, on the clock of the reader', () => {
    expect(lines(MIXED).slice(0, 4)).toEqual([
      'Hello Ada,',
      'This is a friendly reminder from Acme Stores of 2 payments, NGN 1,000.50 in all, the oldest due on Mon 2 Nov 2026, which was 3 days ago. If you have already paid, you can ignore this message.',
      'Also 1 payment, USD 50.00.',
      [
        'NGN 1,000.00 for Rent (ref. INV-1), due on Mon 2 Nov 2026',
        'USD 50.00 for reference INV-1, payable until Fri 20 Nov, 14:00',
        'NGN 0.50 for your request, payable until Fri 20 Nov, 14:00',
      ].join('\n'),
    ]);
    expect(lines(MIXED, { timeZone: 'UTC' })[3]).toContain('until Fri 20 Nov, 13:00');
  });

  it('says until when the oldest can be paid where it has no day', () => {
    const [, sentence] = lines([payment(100, 'NGN'), RENT], { due: undefined });
    expect(sentence).toContain('the oldest payable until Fri 20 Nov, 14:00 (UTC+1)');
  });

  it.each([
    [20, 20, 'payable until'],
    [21, 21, 'and 1 more'],
    [27, 21, 'and 7 more'],
  ])('lists %d payments in %d lines, the last with: %s', (count, length, last) => {
    const list = (lines(Array.from({ length: count }, () => payment(100, 'NGN')))[2] ?? '').split('\n');
    expect(list).toHaveLength(length);
    expect(list.at(-1)).toContain(last);
  });
});

it('an SMS begins with the name, and has a line for each other currency', () => {
  const { text } = renderSms(message(MIXED));
  const [first, second] = text.split('\n');
  expect(first).toMatch(
    /^Hello Ada, this is a friendly reminder from Acme Stores of 2 payments, NGN 1,000\.50 in all,/,
  );
  expect(second).toMatch(/^Also 1 payment, USD 50\.00\. Pay: /);
});

it('an SMS in another alphabet than its own has each word in its own', () => {
  expect(renderSms(message(MIXED, { language: 'pt' })).text).toMatch(/^Ola Ada, este é um lembrete amigavel/);
});

it('a WhatsApp message has all sums in one value, without a line break', () => {
  const { template } = renderWhatsapp(message(MIXED));
  expect(template.values).toEqual({
    firstName: 'Ada',
    merchant: 'Acme Stores',
    owed: '2 payments, NGN 1,000.50 in all; 1 payment, USD 50.00',
    expiry: 'Fri 20 Nov, 14:00 (UTC+1)',
    dueOn: 'Mon 2 Nov 2026',
    passed: '3 days',
  });
  expect(template.name).toContain('several');
});
