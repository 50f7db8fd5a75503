/** The answer to HELP, by both channels and in every language. */
import { expect, it } from 'vitest';
import { renderHelp } from '#lib/domain/channels/renderers.ts';
import { countSegments, toGsm7 } from '#lib/domain/channels/sms/gsm7.ts';
import { LANGUAGES } from '#lib/words/languages.ts';

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
