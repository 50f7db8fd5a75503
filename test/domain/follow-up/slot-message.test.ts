/** Every text that is sent, word for word. */
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import type { EmailMessage } from '#lib/domain/channels/email/render.ts';
import { renderMessage } from '#lib/domain/channels/renderers.ts';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
import { LANGUAGES, REMINDER_WORDS } from '#lib/words/languages.ts';
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
  it.each(ALL)(
    'the $language $channel $tone text with $name is word for word as recorded',
    ({ language, channel, tone, link }) => {
      expect(renderMessage(aMessage({ ...SHORT, language, channel, tone, link }))).toMatchSnapshot();
    },
  );
});

const PART_PAID = {
  outstanding: { minor: 2_500_000, currency: 'NGN' },
  received: { minor: 2_000_000, currency: 'NGN' },
};

/** As each language writes it; spaces that do not break are plain in the text that is compared. */
const WRITTEN = {
  en: 'NGN 45,000.00',
  fr: '45 000,00 NGN',
  pt: '45 000,00 NGN',
  sw: 'NGN 45,000.00',
  ha: 'NGN 45,000.00',
};
const plain = (text: string): string => text.replaceAll(/[\u00a0\u202f]/g, ' ');

describe('every text after a part payment, word for word', () => {
  it.each(ALL)(
    'the $language $channel $tone text with $name after a part payment is word for word as recorded',
    ({ language, channel, tone, link }) => {
      expect(renderMessage(aMessage({ ...SHORT, ...PART_PAID, language, channel, tone, link })).text).toMatchSnapshot();
    },
  );

  it.each(ALL)(
    'the $language $channel $tone text with $name names what is outstanding, and gives thanks for what was received',
    (each) => {
      const written = WRITTEN[each.language];
      const text = plain(renderMessage(aMessage({ ...each, ...PART_PAID, optOutLink: SHORT.optOutLink })).text);
      expect(text).toContain(written.replace('45', '25'));
      expect(text).toContain(plain(REMINDER_WORDS[each.language].thanks(written.replace('45', '20'))));
      expect(text).not.toContain(written);
    },
  );
});

describe('every text', () => {
  it.each(ALL)(
    'the $language $channel $tone text with $name names merchant, contact, amount, purpose and expiry',
    (each) => {
      const text = plain(renderMessage(aMessage(each)).text);
      for (const fact of ['Ada', 'Acme Stores', WRITTEN[each.language], 'School fees, term 1', '14:00']) {
        expect(text).toContain(fact);
      }
    },
  );

  it.each(ALL)('the $language $channel $tone text with $name never mentions debts, fees, courts or hurry', (each) => {
    const { text } = renderMessage(aMessage({ ...each, description: 'rent' }));
    expect(text).not.toMatch(
      /debt|dette|fee|frais|penalt|legal|court|tribunal|hurry|immediate|urgent|vite|final|dernier/i,
    );
  });

  it.each(ALL)('the $language $channel $tone text with $name is the same each time it is rendered', (each) => {
    expect(renderMessage(aMessage(each))).toEqual(renderMessage(aMessage(each)));
  });
});

describe('what a message says', () => {
  const sms = (changes: object) => renderMessage(aMessage(changes)).text;
  const email = (changes: object) => renderMessage(aMessage({ channel: 'email', ...changes })).text;

  it('a message gives its purpose by the description, with the reference where there is room', () => {
    expect(sms({})).toContain('for School fees, term 1 can');
    expect(email({})).toContain('for School fees, term 1 (ref. INV-42) can');
  });

  it('an email says that a payment is overdue only when it is', () => {
    expect(email({ isOverdue: true })).toContain('\n\nThis payment is overdue. It can still be made.\n\n');
    expect(email({ isOverdue: true, language: 'fr' })).toContain('Ce paiement est en retard.');
    expect(email({ isOverdue: false })).not.toContain('overdue');
  });

  it('an email says how to reach the merchant by each way that is set', () => {
    const [supportPhone, supportEmail] = ['+2348031234567', 'help@shop.example'];
    const both = renderMessage(aMessage({ channel: 'email', support: { supportPhone, supportEmail } })) as EmailMessage;
    const line = `Questions? You can reach Acme Stores at ${supportPhone} or ${supportEmail}.`;
    expect(both.text).toContain(`\n\n${line}\n\n`);
    expect(both.html).toContain(`<p>${line}</p>`);
    expect(email({ support: { supportEmail } })).toContain(`reach Acme Stores at ${supportEmail}.`);
    expect(email({ support: { supportPhone }, language: 'fr' })).toContain(`joindre Acme Stores : ${supportPhone}.`);
    expect(email({ support: {} })).not.toContain('Questions?');
  });

  it('a message never ends a sentence with two dots, whatever the merchant’s name', () => {
    expect(email({ merchant: 'Acme Ltd. ' })).toContain('reminder from Acme Ltd. Your');
  });

  it('a message uses fallback words if nothing of a name can be shown', () => {
    expect(sms({ firstName: '你好', merchant: 'متجر' })).toContain(
      'Hello there, a friendly reminder from your merchant:',
    );
    expect(email({ firstName: 'https://evil.example', merchant: '...' })).toMatch(
      /^Hello there,[\s\S]*from your merchant\./,
    );
  });

  it.each([
    ['Kʊmɩ 5', 'Kumi 5'],
    ['Ħal 5', 'Hal 5'],
    ['Ampɔfo Ɛsi', 'Ampofo Esi'],
    ['Кросівки 42', 'Krosivki 42'],
    ['አበበ 5', undefined],
    ['Shoes 你好', undefined],
  ])('an SMS gives the description %s whole, in its own letters, or the reference', (description, written) => {
    const text = sms({ description });
    expect(text).toContain(written ?? 'for reference INV-42');
    if (written === undefined) expect(text).not.toMatch(/Shoes|for {1,2}5/);
  });

  it('a message without a description gives the reference, and is still a sentence without either', () => {
    expect(sms({ description: undefined })).toContain('for reference INV-42 can');
    expect(email({ description: undefined, reference: undefined })).toContain('for your request can');
  });
});

describe('an SMS', () => {
  const sms = (changes: object) => renderMessage(aMessage(changes)).text;

  it('an SMS has the opt-out link if it has one, and otherwise asks for STOP', () => {
    expect(renderMessage(aMessage()).text).toContain(`Stop: ${OPT_OUT_LINK}`);
    expect(renderMessage(aMessage({ optOutLink: undefined })).text).toMatch(/Reply STOP to opt out\.$/);
  });

  it('an SMS cuts its values rather than use a fourth segment', () => {
    const long = { firstName: 'A'.repeat(100), merchant: 'M'.repeat(100), description: 'D'.repeat(1000) };
    const { text } = renderMessage(aMessage(long));
    expect(text).toContain('Hello AAAAAAAAAAAAA..., a friendly reminder from MMMMMMMMMMMMMMMMMMMMMMMMMMM...: NGN');
    expect(text).toContain(`Pay: ${PAY_LINK} Stop: ${OPT_OUT_LINK}`);
  });

  it.each(LANGUAGES.flatMap((language) => TONES.map((tone) => ({ language, tone }))))(
    'a $language $tone SMS with the longest values fits three segments',
    (choice) => {
      const long = {
        firstName: 'W'.repeat(99),
        merchant: 'W'.repeat(99),
        description: undefined,
        reference: 'W'.repeat(255),
      };
      const latest = { outstanding: { minor: 10 ** 14, currency: 'NGN' }, expiresAt: '2026-07-22T23:59:00.000Z' };
      const message = renderMessage(aMessage({ ...choice, ...long, ...latest }));
      expect(message).toMatchObject({ segments: 3 });
    },
  );

  it('an SMS leaves out the thanks for a part payment rather than cut a value or use a fourth segment', () => {
    const thanks = 'Thank you for the NGN 20,000.00 received so far. Pay:';
    const long = { merchant: 'M'.repeat(40), description: 'D'.repeat(60), firstName: 'F'.repeat(24) };
    expect(sms({ ...PART_PAID })).toContain(`Fri 20 Nov, 14:00 (UTC+1). ${thanks}`);
    const full = sms({ ...PART_PAID, ...long, link: PAY_LINK.slice(0, 95), optOutLink: OPT_OUT_LINK.slice(0, 95) });
    expect(full).not.toContain('Thank you');
    for (const value of Object.values(long)) expect(full).toContain(value);
  });

  it('an SMS keeps its links whole, even if they alone fill three segments', () => {
    const link = `https://${'sub.'.repeat(110)}example/pay/token`;
    const message = renderMessage(aMessage({ link }));
    expect(message.text).toContain(` ${link} `);
    expect(message).toMatchObject({ segments: 5 });
  });
});

describe('an email', () => {
  it('an email with an opt-out link supports one-click unsubscribe (RFC 8058)', () => {
    expect(renderMessage(aMessage({ channel: 'email' }))).toMatchObject({
      headers: { 'List-Unsubscribe': `<${OPT_OUT_LINK}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    });
    expect(renderMessage(aMessage({ channel: 'email', optOutLink: undefined }))).toMatchObject({ headers: {} });
  });

  it('an email gives its language to screen readers', () => {
    const message = renderMessage(aMessage({ channel: 'email', language: 'fr' }));
    expect(message).toMatchObject({ html: expect.stringContaining('<html lang="fr">') });
  });
});
