/**
 * The templates as Meta approves them.
 * The answer to HELP, by both channels and in every language.
 */
import { describe, expect, it } from 'vitest';
import { renderHelp, renderMessage } from '#lib/domain/channels/renderers.ts';
import { countSegments, toGsm7 } from '#lib/domain/channels/sms/gsm7.ts';
import type { WhatsappMessage } from '#lib/domain/channels/whatsapp/render.ts';
import {
  numberedValues,
  VALUE_ORDER,
  whatsappTemplates,
  whatsappText,
} from '#lib/domain/channels/whatsapp/templates.ts';
import { TONES } from '#lib/domain/follow-up/follow-up.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { aMessage, BASE_URL, PAY_LINK } from '#test/domain/message/a-message.ts';

const TEMPLATES = whatsappTemplates(BASE_URL);

const SEVERAL = [1, 2].map((each) => ({
  outstanding: { minor: 100_000 * each, currency: 'NGN' },
  reference: `INV-${each}`,
  expiresAt: '2026-11-20T13:00:00.000Z',
}));

const named = TEMPLATES.map((template) => ({ id: `${template.language} ${template.name}`, template }));

/** A line for each template: its name, and all of its words. */
const wordsOf = ({ name, components }: (typeof TEMPLATES)[number]): string => {
  const [body, footer, buttons] = components;
  return [name, body.text.replaceAll('\n', '⏎'), footer.text, buttons?.buttons[0].text].filter(Boolean).join(' | ');
};

describe('the WhatsApp templates', () => {
  it('there is one WhatsApp template for each tone and language, with and without a link, unpaid, part-paid and of several payments, without a due day, before and after its end', () => {
    expect(new Set(named.map(({ id }) => id)).size).toBe(TONES.length * LANGUAGES.length * 6 * 3);
    // The form of one; the rules below judge that of all.
    expect(TEMPLATES[0]).toMatchSnapshot();
  });

  it.each(LANGUAGES)('every WhatsApp template in %s is word for word as recorded', (language) => {
    const own = TEMPLATES.filter((template) => template.language === language);
    expect(own.map(wordsOf)).toMatchSnapshot();
  });

  it.each(named)('the WhatsApp template $id meets the rules by which Meta refuses templates', ({ template }) => {
    const [body, footer, buttons] = template.components;
    expect(template.name).toMatch(/^[a-z0-9_]{1,512}$/);
    // Values are numbered in order, none at either end or next to another, with enough words around them.
    const longer = ['_part_paid', '_past_due'].filter((part) => template.name.includes(part)).length;
    const fewest = template.name.includes('_several') ? 4 : 5;
    const numbers = [1, 2, 3, 4, 5, 6, 7].slice(0, fewest + longer);
    expect(body.text.match(/\{\{\d+\}\}/g)).toEqual(numbers.map((number) => `{{${number}}}`));
    expect(body.text).toMatch(/^\p{L}+ .*\p{L}+ \p{L}+\.$/su);
    expect(body.text).not.toMatch(/\}\}\W*\{\{/);
    expect(body.text.replace(/\{\{\d\}\}/g, '').match(/[\p{L}']+/gu)?.length).toBeGreaterThanOrEqual(
      3 * numbers.length + 1,
    );
    expect(body.text.length).toBeLessThanOrEqual(1024);
    expect(body.text).not.toMatch(/\n{3}|\t| {4}/);
    expect(body.example.body_text[0]).toHaveLength(numbers.length);
    expect(footer.text.length).toBeLessThanOrEqual(60);
    expect(footer.text).not.toContain('{{');
    expect(buttons?.buttons[0].text.length ?? 0).toBeLessThanOrEqual(25);
    expect(template.message_send_ttl_seconds).toBeGreaterThanOrEqual(30);
    expect(template.message_send_ttl_seconds).toBeLessThanOrEqual(43_200);
  });

  it.each(
    TONES.flatMap((tone) =>
      LANGUAGES.flatMap((language) =>
        [PAY_LINK, undefined].flatMap((link) =>
          [{}, { received: { minor: 2_000_000, currency: 'NGN' } }, { several: SEVERAL }].flatMap((about) =>
            [undefined, { day: 20_000, passed: 0 }, { day: 20_000, passed: 3 }].map((due) => ({
              tone,
              language,
              link: 'several' in about ? link?.replace('/pay/', '/me/') : link,
              due,
              ...about,
            })),
          ),
        ),
      ),
    ),
  )(
    'the WhatsApp template filled with what is sent gives the text of the plan: $language $tone $link $received $several $due',
    (choice) => {
      const { text, template } = renderMessage(aMessage({ channel: 'whatsapp', ...choice })) as WhatsappMessage;
      const registered = TEMPLATES.find(
        ({ name, language }) => name === template.name && language === template.language,
      );
      if (registered === undefined) throw new Error(`${template.name} is not registered`);
      expect(whatsappText(registered, numberedValues(template.values), template.buttonSuffix)).toBe(text);
      expect(template.buttonSuffix === undefined).toBe(choice.link === undefined);
      if (choice.link) expect(text).toContain(choice.link);
      expect(/20[,\u202f]000/.test(text)).toBe('received' in choice);
    },
  );
});

it('values are numbered in the order that the approved templates have, whatever the order of their names', () => {
  expect(VALUE_ORDER).toEqual(['firstName', 'merchant', 'outstanding', 'about', 'expiry', 'received']);
  const values = { received: '6', expiry: '5', about: '4', outstanding: '3', merchant: '2', firstName: '1' };
  expect(numberedValues(values)).toEqual(['1', '2', '3', '4', '5', '6']);
  const { received: _received, ...unpaid } = values;
  expect(numberedValues(unpaid)).toEqual(['1', '2', '3', '4', '5']);
});

it('a template that is filled with nothing shows nothing in the places of its values', () => {
  const linked = TEMPLATES.find(
    ({ name, language }) => language === 'en' && name.startsWith('payment_reminder_gentle_link'),
  );
  if (linked === undefined) throw new Error('there is no such template');
  const text = whatsappText(linked, []);
  expect(text).toContain('Hello ,\n\nThis is a friendly reminder from . Your payment of  for  can be made until .');
  expect(text).toMatch(/\/pay\/$/);
});

const support = { supportPhone: '+2348012345678', supportEmail: 'help@shop.example' };

it('the answer to HELP names the merchant, its contact and STOP', () => {
  expect(renderHelp({ channel: 'whatsapp', language: 'en', merchant: 'Acme Stores', support })).toEqual({
    channel: 'whatsapp',
    text: 'Acme Stores sends you reminders of payments. Questions? You can reach Acme Stores at +2348012345678 or help@shop.example. Reply STOP to opt out.',
  });
});

it('the answer to HELP without a known contact sends people to the merchant itself', () => {
  const { text } = renderHelp({ channel: 'sms', language: 'en', merchant: 'Acme', support: {} });
  expect(text).toBe('Acme sends you reminders of payments. Questions? Please contact Acme. Reply STOP to opt out.');
});

it.each(LANGUAGES)(
  'the answer to HELP fits into three parts of an SMS, whatever the merchant is called: %s',
  (language) => {
    for (const merchant of ['', '𓀀'.repeat(80), `${'Ŋ€'.repeat(60)} http://evil.example/x`, 'Zoë’s <b>']) {
      const message = renderHelp({ channel: 'sms', language, merchant, support });
      expect(message.text).toBe(toGsm7(message.text));
      expect(message.text).not.toContain('http');
      expect(countSegments(message.text)).toBeLessThanOrEqual(3);
      expect(message).toMatchObject({ segments: countSegments(message.text) });
    }
  },
);
