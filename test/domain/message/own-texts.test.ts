/** A merchant's own texts: what is refused before it is saved, and what each message says with them. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import type { EmailMessage } from '#lib/domain/channels/email/render.ts';
import { renderMessage } from '#lib/domain/channels/renderers.ts';
import type { SmsMessage } from '#lib/domain/channels/sms/render.ts';
import type { WhatsappMessage } from '#lib/domain/channels/whatsapp/render.ts';
import { faultsOfText, longestInput, sampleInput } from '#lib/domain/message/judge-text.ts';
import { ourText } from '#lib/domain/message/our-text.ts';
import { kindOfText, TEXT_KINDS, type TextPlace, type TextWords, textKey } from '#lib/domain/message/own-text.ts';
import type { MessageInput } from '#lib/domain/message/values.ts';
import { LANGUAGES } from '#lib/words/languages.ts';
import { anAccount } from '#test/support/a-collection.ts';
import { BASE_URL } from './a-message.ts';

const account = {
  ...anAccount(),
  name: 'Kobo Foods and Provisions of Lagos Island',
  website: 'https://kobo.example/shop',
  supportEmail: 'help@kobo.example',
};
/** With the long addresses that AWS gives, and two of them in an SMS, our longest words do not fit. */
const setting = { account, baseUrl: BASE_URL, isOneWay: (channel: Channel) => channel === 'email' };

const PLACES: TextPlace[] = LANGUAGES.flatMap((language) =>
  CHANNELS.flatMap((channel) => TEXT_KINDS.map((kind) => ({ language, channel, kind }))),
);

const SMS: TextPlace = { language: 'en', channel: 'sms', kind: 'gentle_past_due' };
const EMAIL: TextPlace = { language: 'en', channel: 'email', kind: 'gentle' };
const WHATSAPP: TextPlace = { language: 'en', channel: 'whatsapp', kind: 'gentle' };
const SEVERAL: TextPlace = { language: 'en', channel: 'email', kind: 'urgent_several' };
const TEMPLATE = { name: 'kobo_v1' };

const faults = (place: TextPlace, words: TextWords) =>
  faultsOfText(words, place, setting).map(({ path, message }) => `${path}: ${message}`);

const say = (place: TextPlace, words: TextWords, given: Partial<MessageInput> = {}) => {
  const texts = { [textKey(place)]: { ...words, version: 7, changedAt: '2026-01-01T00:00:00.000Z' } };
  return renderMessage({ ...sampleInput(place, setting), texts, ...given });
};

describe('our own words as a merchant’s', () => {
  it.each(PLACES)(
    '$language $channel $kind: they can be saved, and say what is owed, to whom, and how to pay',
    (place) => {
      const words = ourText(place);
      expect(faults(place, words)).toEqual([]);
      const message = say(place, words);
      expect(message.own).toEqual({ version: 7 });
      expect(message.text).not.toMatch(/\{\{|\}\}/);
      expect(message.text).toContain(`${BASE_URL}${place.kind.endsWith('several') ? '/me/' : '/pay/'}`);
      expect(message.text.replace(/[^\d]/g, '')).toContain(place.kind.endsWith('several') ? '75000' : '45000');
    },
  );

  it.each(PLACES)('$language $channel $kind: long names and sums fit, too', (place) => {
    const { own } = say(place, ourText(place), longestInput(place, setting));
    expect(own).toEqual({ version: 7 });
  });
});

const GOOD = 'Pay {{amount}}: {{payLink}} {{optOut}}';

it.each<[string, TextPlace, TextWords, string]>([
  ['a placeholder that there is not', SMS, { body: `{{nme}} ${GOOD}` }, 'body: {{nme}} is not a placeholder'],
  ['its line', SMS, { body: `${GOOD}\n\nby {{Amount}}` }, 'body: line 3: {{Amount}} is not a placeholder'],
  ['one of another kind', SMS, { body: `{{payments}} ${GOOD}` }, 'no message of this kind has {{payments}}'],
  [
    'a day that no message of the kind has',
    EMAIL,
    { subject: 'x', body: '{{amount}} {{payLink}} {{dueDay}}' },
    '{{dueDay}}',
  ],
  [
    'what one payment has and several have not',
    SEVERAL,
    { subject: 'x', body: '{{amount}} {{payLink}} {{about}}' },
    '{{about}}',
  ],
  ['braces', SMS, { body: `${GOOD} {{ amount }}` }, 'braces'],
  ['HTML', SMS, { body: `${GOOD} <b>now</b>` }, 'must not have HTML: <b>'],
  ['an entity', EMAIL, { subject: 'x', body: '{{amount}} {{payLink}} a&nbsp;b' }, 'must not have HTML: &nbsp;'],
  [
    'a link to elsewhere',
    SMS,
    { body: `${GOOD} https://evil.example/x` },
    'must not lead elsewhere: https://evil.example/x',
  ],
  ['a bare host', SMS, { body: `${GOOD} (evil.example)` }, 'must not lead elsewhere: evil.example'],
  ['a host behind ours', SMS, { body: `${GOOD} https://kobo.example@evil.example` }, 'must not lead elsewhere'],
  ['a host made of a placeholder', SMS, { body: `${GOOD} {{payLink}}.evil.example` }, 'must not lead elsewhere'],
  ['a number to call', SMS, { body: `${GOOD} tel:0803` }, 'must not lead elsewhere: tel:0803'],
  ['no sum', SMS, { body: 'Pay: {{payLink}} {{optOut}}' }, 'body: must have {{amount}}'],
  ['no way to pay', EMAIL, { subject: 'x', body: 'Pay {{amount}}' }, 'body: must have {{payLink}}'],
  ['no way out of SMS', SMS, { body: 'Pay {{amount}}: {{payLink}}' }, 'body: must have {{optOut}}'],
  [
    'a sum beside what may be missing',
    SMS,
    { body: 'Thanks for {{received}}, {{amount}} left\n{{payLink}} {{optOut}}' },
    'must have {{amount}} on a line without {{received}}',
  ],
  ['too long an SMS', SMS, { body: `${'x'.repeat(400)} ${GOOD}` }, 'must fit into 3 SMS'],
  ['letters that no SMS has', SMS, { body: `${GOOD} 你好` }, 'has what no SMS of ours can have: 你好'],
  ['invisible characters', SMS, { body: `${GOOD} a\u200bb` }, 'invisible'],
  ['an SMS with a subject', SMS, { subject: 'x', body: GOOD }, 'subject: only an email has a subject'],
  ['an SMS with a template', SMS, { body: GOOD, template: TEMPLATE }, 'template: only a message by WhatsApp'],
  ['an email without a subject', EMAIL, { body: '{{amount}} {{payLink}}' }, 'subject: is missing'],
  [
    'a subject that may be empty',
    EMAIL,
    { subject: '{{received}}', body: '{{amount}} {{payLink}}' },
    'subject: cannot have {{received}}',
  ],
  [
    'a subject with a link',
    EMAIL,
    { subject: '{{payLink}}', body: '{{amount}} {{payLink}}' },
    'subject: cannot have {{payLink}}',
  ],
  ['a way out in an email', EMAIL, { subject: 'x', body: '{{amount}} {{payLink}} {{optOut}}' }, '{{optOut}}'],
  ['WhatsApp without a template', WHATSAPP, { body: 'Pay {{amount}} {{payLink}} now' }, 'template: is missing'],
  [
    'a template that begins with a value',
    WHATSAPP,
    { body: '{{amount}} {{payLink}} now', template: TEMPLATE },
    'must begin and end with words',
  ],
  [
    'a template that ends with a value',
    WHATSAPP,
    { body: 'Pay {{amount}} {{payLink}}', template: TEMPLATE },
    'must begin and end with words',
  ],
  [
    'a template with what may be missing',
    WHATSAPP,
    { body: 'Pay {{amount}} {{payLink}} now,\nbeside {{received}} that came', template: TEMPLATE },
    'cannot have {{received}}',
  ],
])('%s is refused, with its place', (_, place, words, expected) => {
  expect(faults(place, words).join('\n')).toContain(expected);
});

it.each<[string, TextPlace, TextWords]>([
  ['its own website and address', SMS, { body: `${GOOD} Kobo.Example help@kobo.example` }],
  ['a sentence that ends before another', SMS, { body: `Hello, e.g. you. Pay.\n${GOOD}` }],
  ['accents, which an SMS has without them', SMS, { body: `Olá João, ça va? ${GOOD}` }],
  [
    'a button in place of the address',
    WHATSAPP,
    { body: 'Pay {{amount}} now', template: { ...TEMPLATE, button: true } },
  ],
  ['less and more', EMAIL, { subject: 'x', body: '{{amount}} < 3 & > 2 {{payLink}}' }],
])('%s can be saved', (_, place, words) => {
  expect(faults(place, words)).toEqual([]);
});

describe('a message in the merchant’s words', () => {
  it('a line whose placeholder has no value is left out, and the others stay', () => {
    const words = { body: 'Thanks for {{received}}.\nStill {{amount}}.\n{{payLink}}\n{{optOut}}' };
    expect(say(SMS, words).text).toMatch(/: Still NGN 45,000\.00\.\nhttps/);
    const received = { currency: 'NGN', minor: 1_000_000 };
    expect(say(SMS, words, { received }).text).toMatch(/Thanks for NGN 10,000\.00\.\nStill /);
  });

  it('what is left out leaves no gap', () => {
    const { text } = say(SMS, { body: 'One {{amount}}\n\n{{received}}\n\nTwo {{payLink}} {{optOut}}' });
    expect(text).toMatch(/One NGN 45,000\.00\n\nTwo http/);
  });

  it('sums of several currencies stand beside each other', () => {
    const { several = [] } = sampleInput(SEVERAL, setting);
    const dollars = several.map((part, nth) =>
      nth === 0 ? part : { ...part, outstanding: { currency: 'USD', minor: 900 } },
    );
    const { text } = say(SEVERAL, { subject: 'x', body: 'You owe {{amount}} {{payLink}}' }, { several: dollars });
    expect(text).toContain('You owe 1 payment, NGN 45,000.00; 1 payment, USD 9.00 http');
  });

  it('an SMS says whose it is, once', () => {
    expect(say(SMS, { body: GOOD }).text).toMatch(/^Kobo Foods and .*: Pay NGN 45,000\.00/);
    expect(say(SMS, { body: `{{merchant}} asks. ${GOOD}` }).text).toMatch(/^Kobo Foods .* asks\. Pay/);
  });

  it('names are cut before the text is too long, and the links are whole', () => {
    const message = say(SMS, { body: `Dear {{firstName}}, ${GOOD} ${'x'.repeat(90)}` }, { firstName: 'A'.repeat(200) });
    expect((message as unknown as SmsMessage).segments).toBeLessThanOrEqual(3);
    expect(message.text).toContain(`${BASE_URL}/pay/${'x'.repeat(60)}`);
    expect(message.own).toEqual({ version: 7 });
  });

  it('ours is sent where theirs would be too long by now', () => {
    const link = `${BASE_URL}/pay/${'y'.repeat(330)}`;
    const message = say(SMS, { body: `${'x'.repeat(160)} ${GOOD}` }, { link });
    expect(message.own).toEqual({ version: 7, isUnused: true });
    expect(message.text).toContain('a friendly reminder');
    expect(message.text).toContain(link);
  });

  it('the button of an email stands where its address stands alone, else below', () => {
    const inside = say(EMAIL, {
      subject: 'Pay {{amount}}',
      body: 'One {{amount}}\n\n{{payLink}}\n\nTwo',
    }) as unknown as EmailMessage;
    expect(inside.subject).toBe('Pay NGN 45,000.00');
    expect(inside.text).toMatch(/One NGN 45,000\.00\n\nPay now\nhttps:\S+\n\nTwo\n\nQuestions/);
    expect(inside.html).toMatch(/One NGN.*Pay now.*Two/s);
    const below = say(EMAIL, {
      subject: 'x',
      body: 'One {{amount}} {{payLink}}\n\n{{support}}',
    }) as unknown as EmailMessage;
    expect(below.text).toMatch(/One NGN 45,000\.00 https:\S+\n\nQuestions\?.*\n\nPay now\nhttps/);
    expect(below.text.match(/Questions/g)).toHaveLength(1);
    expect(below.headers).toHaveProperty('List-Unsubscribe');
    expect(below.text).toContain('/u/');
  });

  it('a template gets its values in the order of their first use, each once', () => {
    const body = 'Dear {{firstName}}, {{amount}} for {{about}}. {{amount}}, {{firstName}}!';
    const message = say(WHATSAPP, { body, template: { ...TEMPLATE, language: 'en_GB', button: true } });
    const { template, text } = message as unknown as WhatsappMessage;
    expect(template).toEqual({
      name: 'kobo_v1',
      language: 'en_GB',
      values: ['Ada', 'NGN 45,000.00', 'School fees (ref. INV-42)'],
      buttonSuffix: 'x'.repeat(60),
    });
    expect(text).toMatch(/^Dear Ada, NGN 45,000\.00 for School fees .*\n\nPay now\nhttps/s);
  });

  it('a template with a button is not sent for a payment that has no page', () => {
    const words = { body: 'Pay {{amount}} now', template: { ...TEMPLATE, button: true as const } };
    expect(say(WHATSAPP, words, { link: undefined }).own).toEqual({ version: 7, isUnused: true });
  });

  it.each([SMS, EMAIL, WHATSAPP, SEVERAL])('$channel $kind: that a payment was not found is told', (place) => {
    expect(say(place, ourText(place), { tellsRejection: true }).text).toMatch(/we could not find the payment/i);
  });

  it('only a message of the same kind, channel and language has the text', () => {
    const texts = { [textKey(SMS)]: { body: GOOD, version: 1, changedAt: '' } };
    for (const place of PLACES) {
      const { own } = renderMessage({ ...sampleInput(place, setting), texts });
      expect(own === undefined).toBe(textKey(place) !== textKey(SMS));
    }
  });

  it('whatever the values, no text can make a message fail, and none leads elsewhere', () => {
    const value = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('{{amount}}', 'https://evil.example/x', '<b>', '', '你好'),
    );
    fc.assert(
      fc.property(fc.constantFrom(...PLACES), value, value, value, (place, firstName, description, reference) => {
        const ours = ourText(place);
        // All that is always known may stand beside the sum.
        const beside = place.kind.endsWith('_several') ? '{{firstName}}' : '{{firstName}} {{about}} {{reference}}';
        const words = { ...ours, body: ours.body.replace('{{amount}}', `{{amount}} ${beside} {{merchant}}`) };
        const message = say(place, words, { firstName, description, reference });
        expect(message.text).toMatch(/45.?000|75.?000/);
        expect(message.text).not.toContain('evil.example');
        expect(message.text).toContain(BASE_URL);
        if ('html' in message) expect(message.html).not.toContain('<b>');
      }),
    );
  });
});

it.each<[string, Parameters<typeof kindOfText>[0]]>([
  ['gentle', { tone: 'gentle' }],
  ['urgent_before_due', { tone: 'urgent', due: { passed: 0 } }],
  ['professional_past_due', { tone: 'professional', due: { passed: 1 } }],
  ['gentle_several', { tone: 'gentle', due: { passed: 1 }, several: [] }],
])('%s is the kind of such a message', (kind, told) => {
  expect(kindOfText(told)).toBe(kind);
});
