/** How much of each value a channel shows: what fits is whole, and one character more is cut. */
import { describe, expect, it } from 'vitest';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { renderMessage } from '#lib/domain/channels/renderers.ts';
import type { MessageInput } from '#lib/domain/message/values.ts';
import { aMessage } from './a-message.ts';

const textOf = (changes: Partial<MessageInput>) => renderMessage(aMessage(changes)).text;
const NO_LINKS = { link: undefined, optOutLink: undefined };

type Value = 'firstName' | 'merchant' | 'description' | 'reference';

it.each<[Channel, string, Record<Value, number>]>([
  ['email', '…', { firstName: 60, merchant: 80, description: 160, reference: 80 }],
  ['whatsapp', '…', { firstName: 40, merchant: 60, description: 100, reference: 60 }],
  ['sms', '...', { firstName: 24, merchant: 40, description: 60, reference: 40 }],
])(
  'a reminder by %s shows as much of each value as it has room for, and ends the rest in %s: %j',
  (channel, dots, limits) => {
    for (const [value, limit] of Object.entries(limits)) {
      const about = value === 'reference' && channel === 'sms' ? { description: undefined } : {};
      const shown = (length: number) => textOf({ channel, ...NO_LINKS, ...about, [value]: 'x'.repeat(length) });
      expect(shown(limit), value).toContain('x'.repeat(limit));
      expect(shown(limit + 1), value).toContain(`${'x'.repeat(limit - dots.length)}${dots}`);
      expect(shown(limit + 1), value).not.toContain('x'.repeat(limit - dots.length + 1));
    }
  },
);

describe('an SMS whose links leave less room', () => {
  const long = { firstName: 'F'.repeat(99), merchant: 'M'.repeat(99), description: 'D'.repeat(99) };
  const withLinks = (length: number, changes: Partial<MessageInput> = {}) =>
    textOf({
      ...long,
      link: `https://${'l'.repeat(length - 8)}`,
      optOutLink: `https://${'o'.repeat(length - 8)}`,
      ...changes,
    });
  const runs = (text: string) =>
    ['F', 'M', 'D', 'R'].map((letter) => (text.match(new RegExp(`${letter}{2,}\\.{3}`)) ?? [''])[0].length);

  it.each([
    [40, [24, 40, 60, 0]],
    [124, [16, 30, 30, 0]],
    [145, [10, 20, 16, 0]],
  ])('has values that are cut to fit beside links of %i characters: %j', (length, cut) => {
    expect(runs(withLinks(length))).toEqual(cut);
  });

  it.each([
    [40, [24, 40, 0, 40]],
    [124, [16, 30, 0, 24]],
    [145, [10, 20, 0, 16]],
  ])(
    'has a reference that is cut to fit beside links of %i characters, where nothing describes it: %j',
    (length, cut) => {
      expect(runs(withLinks(length, { description: undefined, reference: 'R'.repeat(255) }))).toEqual(cut);
    },
  );
});

describe('a reminder in French', () => {
  it('names what it is for by the reference alone where nothing describes it', () => {
    const text = textOf({ channel: 'email', language: 'fr', description: undefined });
    expect(text).toContain('pour la référence INV-42 peut');
  });

  it('asks for STOP by SMS where it has no link out of reminders', () => {
    expect(textOf({ language: 'fr', ...NO_LINKS })).toMatch(/ Répondez STOP pour ne plus recevoir de rappels\.$/);
  });
});

it('a reminder by WhatsApp leaves out the marks of its own that a value holds', () => {
  expect(textOf({ channel: 'whatsapp', merchant: '*Acme* ~`{Stores}`~' })).toContain('from Acme Stores.');
});

it('a reminder that has a description and no reference leaves out the reference', () => {
  const text = textOf({ channel: 'email', description: 'Rent', reference: undefined });
  expect(text).toContain('for Rent can be made');
});
