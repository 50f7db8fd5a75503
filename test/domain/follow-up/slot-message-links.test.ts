/** The links in a slot's message: to the payment page where there is one, and out of reminders where no answer can stop them. */
import { describe, expect, it } from 'vitest';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { slotMessage } from '#lib/domain/follow-up/slot-message.ts';
import { optOutToken } from '#lib/domain/links.ts';
import { newPayable, payPageUrl } from '#lib/domain/payment/payable.ts';
import { replyToken } from '#lib/domain/reply.ts';
import { dayOf } from '#lib/domain/time/due-day.ts';
import { type Language, REMINDER_WORDS } from '#lib/words/languages.ts';
import { aCollection, anAccount } from '#test/support/a-collection.ts';

const baseUrl = 'https://collections.example';
const account = anAccount();
const plain = aCollection();
const payable = newPayable({ enabled: true, methods: ['payment_link'] }, plain.id, account.salt);
const linked = aCollection({ payable });
const phone = { country: 'NG', lookup: '+2348031234567', reachable: true };
const linkFor = (address: string) => `${baseUrl}/u/${optOutToken(plain.ref, address, account.salt)}`;
const payLink = payPageUrl(baseUrl, plain.ref, payable.proof ?? '');

const setting = { account, phone, hours: { zones: ['UTC'] }, baseUrl, isOneWay: () => false };

function textOf(collection: typeof plain, channel: Channel, isSmsOneWay = true): string {
  const hours = { zones: ['Africa/Lagos'] };
  const isOneWay = (each: Channel) => each === 'sms' && isSmsOneWay;
  return slotMessage(collection, { channel, tone: 'gentle', at: 0 }, { ...setting, hours, isOneWay }).text;
}

it.each(['whatsapp', 'sms', 'email'] as const)(
  'a reminder by %s leads to the payment page where there is one',
  (channel) => {
    expect(textOf(linked, channel)).toContain(payLink);
    expect(textOf(plain, channel)).not.toContain('/pay/');
  },
);

it.each<[Channel, boolean, boolean]>([
  ['email', true, true],
  ['email', false, true],
  ['sms', true, true],
  ['sms', false, false],
  ['whatsapp', true, false],
  ['whatsapp', false, false],
])('a reminder by %s, where sms is one-way: %j, has a link out of reminders: %j', (channel, isSmsOneWay, hasLink) => {
  const link = linkFor(channel === 'email' ? plain.contact.email.toLowerCase() : phone.lookup);
  expect(textOf(plain, channel, isSmsOneWay).includes(link)).toBe(hasLink);
});

it('an email has the token of its collection for answers, and other messages have none', () => {
  const choice = { tone: 'gentle', at: 0 } as const;
  const [email, sms] = (['email', 'sms'] as const).map((channel) =>
    slotMessage(plain, { ...choice, channel }, setting),
  );
  expect(email).toHaveProperty('replyToken', replyToken(plain.ref, plain.contact.email, account.salt));
  expect(sms).not.toHaveProperty('replyToken');
});

it.each([
  ['on the due day', { dueDay: dayOf('2026-03-05') }, '2026-03-05T12:00:00Z', false],
  ['after it', { dueDay: dayOf('2026-03-04') }, '2026-03-05T12:00:00Z', true],
  [
    'after it, whatever is stored',
    { dueDay: dayOf('2026-03-06'), status: 'overdue' as const },
    '2026-03-05T12:00:00Z',
    false,
  ],
  ['without one, while it is pending', {}, '2026-03-05T12:00:00Z', false],
  ['without one, once it is overdue', { status: 'overdue' as const }, '2026-03-05T12:00:00Z', true],
])('a reminder %s says that it is late: %3$s', (_name, given, at, isLate) => {
  const { text } = slotMessage(aCollection(given), { channel: 'email', tone: 'urgent', at: Date.parse(at) }, setting);
  expect(text.includes(REMINDER_WORDS.en.email.overdue)).toBe(isLate);
});

it.each([true, false])('a reminder after a payment was not found says so: %s', (tellsRejection) => {
  const { text } = slotMessage(plain, { channel: 'sms', tone: 'gentle', at: 0, tellsRejection }, setting);
  expect(text.includes(REMINDER_WORDS.en.notFound)).toBe(tellsRejection);
});

it('a reminder names the contact, the merchant, what the payment is for, and the expiry where the contact lives', () => {
  const collection = aCollection({ metadata: JSON.stringify({ description: 'School fees' }), reference: 'INV-42' });
  const text = textOf(collection, 'email');
  for (const fact of [collection.contact.firstName, account.name, 'School fees (ref. INV-42)', 'Mon 2 Mar, 10:00']) {
    expect(text).toContain(fact);
  }
});

it('a reminder gives the number of the invoice where there is one, and the reference else', () => {
  const collection = aCollection({ reference: 'order-1001', number: 'INV-42' });
  expect(textOf(collection, 'email')).toContain('INV-42');
  expect(textOf(collection, 'email')).not.toContain('order-1001');
});

it.each([
  [['Africa/Nairobi', 'Africa/Lagos'], '12:00'],
  [['Africa/Lagos', 'Africa/Nairobi'], '10:00'],
  [[], '09:00'],
])('a reminder tells the expiry in the first of the zones %j, else in UTC', (zones, clock) => {
  const setting = { account, phone, hours: { zones }, baseUrl, isOneWay: (channel: Channel) => channel === 'sms' };
  const { text } = slotMessage(plain, { channel: 'sms', tone: 'gentle', at: 0 }, setting);
  expect(text).toContain(`Mon 2 Mar, ${clock}`);
});

describe('after a part payment', () => {
  const partPaid = aCollection({ received: 2_000_000 });

  it.each(['whatsapp', 'sms', 'email'] as const)(
    'a reminder by %s asks for what is outstanding, and gives thanks for the rest',
    (channel) => {
      const text = textOf(partPaid, channel);
      expect(text).toContain('NGN 25,000.00');
      expect(text).toContain('Thank you for the NGN 20,000.00 received so far.');
      expect(text).not.toContain('NGN 45,000.00');
    },
  );

  it.each([0, -500])('a reminder asks for the whole amount when %i was received, and gives no thanks', (received) => {
    const text = textOf(aCollection({ received }), 'email');
    expect(text).toContain(received === 0 ? 'NGN 45,000.00' : 'NGN 45,005.00');
    expect(text).not.toContain('Thank you');
  });

  it('a reminder gives thanks for the smallest payment', () => {
    expect(textOf(aCollection({ received: 1 }), 'email')).toContain('Thank you for the NGN 0.01 received so far.');
  });

  it.each([4_500_000, 5_000_000])(
    'a text that is not sent any more names the amount, after %i were received',
    (received) => {
      expect(textOf(aCollection({ received, status: 'completed' }), 'sms')).toContain('NGN 45,000.00');
    },
  );
});

it('a reminder is in the language of the merchant where the country has none of ours, and in its own elsewhere', () => {
  const written = (country: string) => {
    const of = { ...setting, account: { ...account, language: 'sw' as const }, phone: { ...phone, country } };
    return slotMessage(plain, { channel: 'email', tone: 'gentle', at: 0 }, of).text;
  };
  expect(written('KE')).toContain('Habari');
  expect(written('SN')).toContain('Bonjour');
});

it('a reminder by email tells how to reach the merchant, and that a payment is overdue', () => {
  const setting = {
    account: { ...account, supportPhone: '+2348031234567' },
    phone,
    hours: { zones: ['Africa/Lagos'] },
    baseUrl,
    isOneWay: (channel: Channel) => channel === 'sms',
  };
  const { text } = slotMessage(
    aCollection({ status: 'overdue' }),
    { channel: 'email', tone: 'urgent', at: 0 },
    setting,
  );
  expect(text).toContain('You can reach Shop at +2348031234567.');
  expect(text).toContain('This payment is overdue.');
});

it.each<[Channel, readonly Language[] | undefined, string]>([
  ['sms', undefined, 'Habari'],
  ['email', undefined, 'Habari'],
  ['whatsapp', undefined, 'Hello'],
  ['whatsapp', ['en', 'sw'], 'Habari'],
])(
  'a reminder by %s to Tanzania, where the approved languages are %j, begins with %s',
  (channel, approved, greeting) => {
    const setting = {
      account,
      phone: { country: 'TZ', lookup: '+255621234567', reachable: true },
      hours: { zones: ['Africa/Dar_es_Salaam'] },
      baseUrl,
      isOneWay: () => false,
      ...(approved && { approvedLanguages: approved }),
    };
    expect(slotMessage(plain, { channel, tone: 'gentle', at: 0 }, setting).text).toMatch(new RegExp(`^${greeting} `));
  },
);
