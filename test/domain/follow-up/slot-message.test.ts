/** Every text that is sent, word for word. */
import { describe, expect, it } from 'vitest';
import { CHANNELS, TONES } from '#lib/domain/follow-up/follow-up.ts';
import { renderMessage } from '#lib/domain/follow-up/slot-message.ts';
import { LANGUAGES } from '#lib/domain/message/languages.ts';
import { aMessage, OPT_OUT_LINK, PAY_LINK } from '#test/domain/message/a-message.ts';

const SHORT = { link: 'https://pay.example/pay/TOKEN', optOutLink: 'https://pay.example/u/TOKEN' };

const ALL = LANGUAGES.flatMap((language) =>
  CHANNELS.flatMap((channel) =>
    TONES.flatMap((tone) =>
      [SHORT.link, undefined].map((link) => ({ language, channel, tone, link, name: link ? 'link' : 'no link' })),
    ),
  ),
);

describe('every text, word for word', () => {
  it.each(ALL)('$language $channel $tone, $name', ({ language, channel, tone, link }) => {
    expect(renderMessage(aMessage({ ...SHORT, language, channel, tone, link }))).toMatchSnapshot();
  });
});

describe('every text', () => {
  it.each(ALL)('$language $channel $tone, $name: names merchant, contact, amount, purpose, expiry', (each) => {
    const { text } = renderMessage(aMessage(each));
    for (const fact of ['Ada', 'Acme Stores', 'NGN 45,000.00', 'School fees, term 1', '14:00']) {
      expect(text).toContain(fact);
    }
  });

  it.each(ALL)('$language $channel $tone, $name: never speaks of debts, fees, courts or hurry', (each) => {
    const { text } = renderMessage(aMessage({ ...each, description: 'rent' }));
    expect(text).not.toMatch(
      /debt|dette|fee|frais|penalt|legal|court|tribunal|hurry|immediate|urgent|vite|final|dernier/i,
    );
  });

  it.each(ALL)('$language $channel $tone, $name: is the same whenever it is written', (each) => {
    expect(renderMessage(aMessage(each))).toEqual(renderMessage(aMessage(each)));
  });
});

describe('what a message says', () => {
  const sms = (changes: object) => renderMessage(aMessage(changes)).text;
  const email = (changes: object) => renderMessage(aMessage({ channel: 'email', ...changes })).text;

  it('says what it is for by its description, with the reference where there is room', () => {
    expect(sms({})).toContain('for School fees, term 1 can');
    expect(email({})).toContain('for School fees, term 1 (ref. INV-42) can');
  });

  it('never ends a sentence twice, however the merchant writes its name', () => {
    expect(email({ merchant: 'Acme Ltd. ' })).toContain('reminder from Acme Ltd. Your');
  });

  it('has words to fall back on where nothing of a name can be shown', () => {
    expect(sms({ firstName: '你好', merchant: 'متجر' })).toContain(
      'Hello there, a friendly reminder from your merchant:',
    );
    expect(email({ firstName: 'https://evil.example', merchant: '...' })).toMatch(
      /^Hello there,[\s\S]*from your merchant\./,
    );
  });

  it('says what it is for by the reference alone where nothing describes it, and still a sentence without either', () => {
    expect(sms({ description: undefined })).toContain('for reference INV-42 can');
    expect(email({ description: undefined, reference: undefined })).toContain('for your request can');
  });
});

describe('an SMS', () => {
  it('has the opt-out link where it has one, else asks for STOP', () => {
    expect(renderMessage(aMessage()).text).toContain(`Stop: ${OPT_OUT_LINK}`);
    expect(renderMessage(aMessage({ optOutLink: undefined })).text).toMatch(/Reply STOP to opt out\.$/);
  });

  it('cuts its values before it grows a fourth segment', () => {
    const long = { firstName: 'A'.repeat(100), merchant: 'M'.repeat(100), description: 'D'.repeat(1000) };
    const { text } = renderMessage(aMessage(long));
    expect(text).toContain('Hello AAAAAAAAAAAAA..., a friendly reminder from MMMMMMMMMMMMMMMMMMMMMMMMMMM...: NGN');
    expect(text).toContain(`Pay: ${PAY_LINK} Stop: ${OPT_OUT_LINK}`);
  });

  it.each(LANGUAGES.flatMap((language) => TONES.map((tone) => ({ language, tone }))))(
    'fits three segments with the longest of everything: $language $tone',
    (choice) => {
      const long = {
        firstName: 'W'.repeat(99),
        merchant: 'W'.repeat(99),
        description: undefined,
        reference: 'W'.repeat(255),
      };
      const latest = { amount: { minor: 10 ** 14, currency: 'NGN' }, expiresAt: '2026-07-22T23:59:00.000Z' };
      const message = renderMessage(aMessage({ ...choice, ...long, ...latest }));
      expect(message).toMatchObject({ segments: 3 });
    },
  );

  it('keeps its links whole even where they alone fill three segments', () => {
    const link = `https://${'sub.'.repeat(110)}example/pay/token`;
    const message = renderMessage(aMessage({ link }));
    expect(message.text).toContain(` ${link} `);
    expect(message).toMatchObject({ segments: 5 });
  });
});

describe('an email', () => {
  it('can be unsubscribed from with one click (RFC 8058), when it has an opt-out link', () => {
    expect(renderMessage(aMessage({ channel: 'email' }))).toMatchObject({
      headers: { 'List-Unsubscribe': `<${OPT_OUT_LINK}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
    expect(renderMessage(aMessage({ channel: 'email', optOutLink: undefined }))).toMatchObject({ headers: {} });
  });

  it('says its language to screen readers', () => {
    const message = renderMessage(aMessage({ channel: 'email', language: 'fr' }));
    expect(message).toMatchObject({ html: expect.stringContaining('<html lang="fr">') });
  });
});
