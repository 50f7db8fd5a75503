/** No text of a caller can break out of a message. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import type { EmailMessage } from '#lib/domain/channels/email/render.ts';
import { renderMessage } from '#lib/domain/channels/renderers.ts';
import type { SmsMessage } from '#lib/domain/channels/sms/render.ts';
import type { WhatsappMessage } from '#lib/domain/channels/whatsapp/render.ts';
import { numberedValues } from '#lib/domain/channels/whatsapp/templates.ts';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
import type { MessageInput } from '#lib/domain/message/values.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { anyCharacter } from '#test/support/any-character.ts';
import { aMessage, OPT_OUT_LINK, PAY_LINK } from './a-message.ts';

const NASTY = [
  'https://evil.example/pay',
  'evil.com',
  'bit.ly/abc',
  'WWW.EVIL.COM',
  'ｅｖｉｌ．ｃｏｍ',
  'evil\u2024com',
  'e\u200bvil.com',
  'ht\u00adtp://evil.com',
  '1.2.3.4',
  'javascript:alert(1)',
  '\r\nBcc: a@b.example',
  '\u2028',
  '\t',
  '      ',
  '\u00a0\u00a0',
  '\u202egro.live',
  '\u2066x\u2069',
  '👩🏽‍🚀',
  '👨‍👩‍👧‍👦',
  'مرحبا',
  '你好',
  'Ọlọ́rún',
  'ç œ ₦ ’ …',
  '€^{}[]~|\\',
  `e${'\u0301'.repeat(300)}`,
  '<script>alert(1)</script>',
  '"><img src=x onerror=x>',
  "'",
  '&amp;',
  '{{1}}',
  '*bold* _it_ ~s~ `c`',
  '$&',
  '$1',
  '=?UTF-8?B?eA==?=',
  'x'.repeat(500),
  '\ufdfa'.repeat(50),
  '\u0000',
  '\u007f',
];

const nasty = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'grapheme' }), fc.string({ unit: anyCharacter })), {
    maxLength: 6,
  })
  .chain((parts) => fc.constantFrom('', ' ').map((glue) => parts.join(glue)));

const inputs: fc.Arbitrary<MessageInput> = fc
  .record({
    tone: fc.constantFrom(...TONES),
    language: fc.constantFrom(...LANGUAGES),
    merchant: nasty,
    firstName: nasty,
    description: fc.option(nasty, { nil: undefined }),
    reference: fc.option(nasty, { nil: undefined }),
    outstanding: fc.record({
      minor: fc.integer({ min: 1, max: 10 ** 14 }),
      currency: fc.constantFrom('NGN', 'XOF', 'KWD'),
    }),
    received: fc.constantFrom(undefined, { minor: 10 ** 14 - 1, currency: 'NGN' }),
    isOverdue: fc.boolean(),
    link: fc.constantFrom(PAY_LINK, undefined),
    optOutLink: fc.constantFrom(OPT_OUT_LINK, undefined),
  })
  .map(aMessage);

/** A second copy of the table of GSM 03.38, independent of the code. */
const GSM7 = /^[@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&'()*+,\-./0-9:;<=>?¡A-ZÄÖÑÜ§¿a-zäöñüà^{}\\[~\]|€]*$/;

const LINKISH = /:\/\/|www\.[a-z0-9]|[^\s.]\.[a-z]{2}|\d+\.\d+\.\d+\.\d+/i;

const without = (text: string, ...parts: (string | undefined)[]) =>
  parts.reduce<string>((left, part) => (part === undefined ? left : left.replaceAll(part, '')), text);

function check<Message>(channel: MessageInput['channel'], judge: (message: Message, input: MessageInput) => void) {
  fc.assert(
    fc.property(inputs, (given) => {
      const input = { ...given, channel };
      judge(renderMessage(input) as Message, input);
    }),
    { numRuns: 100 },
  );
}

describe('a message with any text of a caller', () => {
  it('an SMS with any values is GSM-7, at most three segments, one line, with its links whole', () => {
    check<SmsMessage>('sms', ({ text, segments }, { link, optOutLink }) => {
      expect(text).toMatch(GSM7);
      expect(text).not.toMatch(/[\r\n]/);
      expect(segments).toBeLessThanOrEqual(3);
      for (const each of [link, optOutLink]) if (each) expect(` ${text} `).toContain(` ${each} `);
    });
  });

  it('an email with any values has no tag but our own, and its headers are printable ASCII', () => {
    check<EmailMessage>('email', ({ html, headers, subject }) => {
      const tags = html.match(/<[^>]*>?/g) ?? [];
      for (const tag of tags)
        expect(tag).toMatch(/^<(!doctype html|\/?(html|head|meta|title|body|main|p|a|br)( [a-z]+="[^"<>]*")*)>$/);
      expect(without(html, ...tags)).not.toMatch(/[<>"']|&(?!(amp|lt|gt|quot|#39);)/);
      for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7e]{1,995}$/);
      expect(subject).not.toMatch(/\p{Cc}/u);
    });
  });

  it('values of a WhatsApp template have no line break, tab, run of spaces, mark or placeholder, and are never empty', () => {
    check<WhatsappMessage>('whatsapp', ({ template, text }, { received }) => {
      const values = numberedValues(template.values);
      expect(values).toHaveLength(received === undefined ? 5 : 6);
      for (const value of values) expect(value).not.toMatch(/[\r\n\t*~`{}]|\s{2}|^\s|\s$|^$/);
      expect(text.length).toBeLessThanOrEqual(1024);
    });
  });

  it.each(CHANNELS)(
    'a message by %s with any values has no link but ours, nothing hidden, and no change of direction',
    (channel) => {
      check<{ text: string }>(channel, ({ text }, { link, optOutLink }) => {
        const rest = without(text, link, optOutLink);
        expect(rest).not.toMatch(LINKISH);
        expect(rest.normalize('NFKC')).not.toMatch(LINKISH);
        expect(rest).not.toMatch(/[\u200b\u2028\u2029\u202a-\u202e\u2066-\u2069\u00ad\ufeff]/);
        expect(rest.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
      });
    },
  );

  it('a message with very long values costs little to render', () => {
    const huge = ['a'.repeat(200_000), '.a'.repeat(100_000), 'é\u200d'.repeat(100_000), ' .'.repeat(100_000)];
    const before = performance.now();
    for (const text of huge) {
      for (const channel of CHANNELS)
        renderMessage(aMessage({ channel, firstName: text, merchant: text, description: text }));
    }
    expect(performance.now() - before).toBeLessThan(2_000);
  });
});
