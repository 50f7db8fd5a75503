/** The message of a slot that speaks for several debts: whose they are, what it names of each, and where its link leads. */
import { expect, it } from 'vitest';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { dayOf } from '#lib/domain/due-day.ts';
import { debtsMessage, slotMessage } from '#lib/domain/follow-up/slot-message.ts';
import { optOutToken, optOutUrl } from '#lib/domain/opt-out-link.ts';
import { debtsPageUrl, debtsToken } from '#lib/domain/payment/debts-link.ts';
import { newPayable } from '#lib/domain/payment/payable.ts';
import { aCollection, aContact, anAccount } from '#test/support/a-collection.ts';

const baseUrl = 'https://collections.example';
const account = anAccount();
const phone = { country: 'NG', lookup: '+2348031234567', reachable: true };
const setting = { account, phone, hours: { zones: ['Africa/Lagos'] }, baseUrl, isOneWay: () => true };

const debt = (reference: string, given: Partial<Collection> = {}): Collection =>
  aCollection({ reference, contact: aContact({ firstName: reference }), ...given });
const linked = (one: Collection): Collection => ({
  ...one,
  payable: newPayable({ enabled: true, methods: ['payment_link'] }, one.id, account.salt),
});

const run = linked(debt('Run'));
const oldest = linked(
  debt('Oldest', { dueDay: dayOf('2026-03-01'), received: 500_000, metadata: '{"description":"Rent"}' }),
);
const choice = (channel: Channel) => ({
  channel,
  tone: 'professional' as const,
  at: Date.parse('2026-03-05T12:00:00Z'),
});
const textOf = (debts: readonly [Collection, ...Collection[]], channel: Channel = 'email') =>
  debtsMessage({ collection: run, debts }, choice(channel), setting).text;

it('names what is outstanding of each, what it is for, and its day, and greets the contact of the run', () => {
  const text = textOf([oldest, run]);
  for (const fact of [
    'Hello Run,',
    '2 payments, NGN 85,000.00 in all, the oldest due on Sun 1 Mar 2026, which was 4 days ago',
    'NGN 40,000.00 for Rent (ref. Oldest), due on Sun 1 Mar 2026',
    'NGN 45,000.00 for reference Run, payable until Mon 2 Mar, 10:00',
  ])
    expect(text).toContain(fact);
});

it('leads to the page of all of them, and out of reminders as the contact of the run', () => {
  const text = textOf([oldest, run], 'sms');
  expect(text).toContain(debtsPageUrl(baseUrl, debtsToken({ collection: run, phone }, account.salt)));
  expect(text).not.toContain('/pay/');
  expect(text).toContain(optOutUrl(baseUrl, optOutToken(run.ref, phone.lookup, account.salt)));
});

it('leads nowhere where none of them has a page', () => {
  expect(textOf([debt('A'), debt('B')])).not.toMatch(/\/me\/|\/pay\//);
  expect(textOf([debt('A'), linked(debt('B'))])).toContain('/me/');
});

it('of one that is left it is the reminder of that one, to the contact of the run', () => {
  const own = slotMessage({ ...oldest, contact: run.contact }, choice('whatsapp'), setting);
  expect(textOf([oldest], 'whatsapp')).toBe(own.text);
});
