/** The form of a merchant's own text: every refusal of the service in the reader's words, and what is sent. */
import { describe, expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { faultsOfText } from '#lib/domain/message/judge-text.ts';
import { TEXT_KINDS } from '#lib/domain/message/own-text.ts';
import { textDraftOf, textFault, textOf } from '#lib/web/console/text-form.ts';
import { LANGUAGE_CODES } from '#lib/words/language-codes.ts';
import { loadConsoleWords } from '#lib/words/load-console-words.ts';
import { anAccount } from '#test/support/a-collection.ts';

const setting = { account: anAccount(), baseUrl: 'https://pay.example', isOneWay: () => false };
const TEMPLATE = { name: 'kobo_v1' };

const BODIES = [
  '{{nme}} {{amount}} {{payLink}} {{optOut}}',
  '{{payments}} {{dueDay}}',
  '{{ amount }}',
  '<b>{{amount}}</b>',
  'evil.example {{amount}}',
  'Pay',
  '{{amount}} {{received}} {{payLink}} {{optOut}}',
  '你好 {{amount}} {{payLink}} {{optOut}}',
  `${'x'.repeat(500)} {{amount}} {{payLink}} {{optOut}}`,
  'Pay {{amount}} {{payLink}}\n{{received}} came',
  '{{amount}} {{payLink}}',
  '{{amount}}\u200b',
];

describe.each(LANGUAGE_CODES)('%s', (language) => {
  it('what the service says of a text has words of its own, and names no fault as another', async () => {
    const { settingsWords } = await loadConsoleWords[language].settings();
    const { texts } = settingsWords;
    for (const channel of CHANNELS)
      for (const body of BODIES) {
        const place = { language, channel, kind: 'gentle' } as const;
        const words = {
          body,
          ...(channel === 'email' && { subject: 'Pay {{received}}' }),
          ...(channel === 'whatsapp' && { template: TEMPLATE }),
        };
        const faults = faultsOfText(words, place, setting);
        for (const path of new Set(faults.map((each) => each.path)))
          expect(textFault(faults, path, texts), JSON.stringify(faults)).not.toContain(texts.refused.other(''));
      }
    expect(textFault([], 'body', texts)).toBeUndefined();
    expect(textFault([{ path: 'body', message: 'is too odd' }], 'body', texts)).toBe(texts.refused.other(''));
    const nth = [{ path: 'body', message: 'line 3: must not have HTML: <b>' }];
    expect(textFault(nth, 'body', texts)).toBe(`${texts.line('3')}${texts.refused.html('<b>')}`);
  });

  it('every kind of message has a name', async () => {
    const { settingsWords } = await loadConsoleWords[language].settings();
    const names = TEXT_KINDS.map((kind) => settingsWords.texts.kinds(kind));
    expect(new Set(names).size).toBe(TEXT_KINDS.length);
    expect(names).not.toContain('gentle');
  });
});

it.each([
  [{ subject: null, body: 'a', template: null }, { body: 'a' }],
  [
    { subject: 's', body: 'a', template: null },
    { subject: 's', body: 'a' },
  ],
  [
    { subject: null, body: 'a', template: { name: 'n', language: 'en', button: true } },
    { body: 'a', template: { name: 'n', language: 'en', button: true } },
  ],
])('%j is sent as it is shown', (shown, sent) => {
  expect(textOf(textDraftOf(shown), shown)).toEqual(sent);
});
