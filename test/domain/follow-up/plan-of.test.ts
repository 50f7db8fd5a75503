/** The plan of a collection whose contact has opted out of a channel, and the addresses that count for it. */
import { expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/follow-up/follow-up.ts';
import { addressesOf, planOf, planSoFar } from '#lib/domain/follow-up/plan-of.ts';
import { aCollection, aContact, anAccount } from '#test/support/a-collection.ts';

const setting = { account: anAccount(), availableChannels: CHANNELS, optedOut: ['sms'] } as const;
const collection = { ...aCollection(), nextSlot: 2 };

it('keeps what was claimed before as it was, and leaves the channel out of what is to come', () => {
  const channels = planSoFar(collection, setting).slots.map((slot) => [slot.channel, ...slot.fallbacks]);
  expect(channels[0]).toEqual(['whatsapp', 'sms', 'email']);
  expect(channels.slice(1).flat()).not.toContain('sms');
  expect(planOf(collection, setting).slots[0]?.fallbacks).toEqual(['email']);
});

it('looks for a phone in E.164, and for an email in lower case', () => {
  const contact = aContact({ phone: '0803 123 4567', email: 'Ada.O@Example.com' });
  expect(addressesOf(contact, { country: 'NG' })).toEqual([
    { channel: 'whatsapp', address: '+2348031234567' },
    { channel: 'sms', address: '+2348031234567' },
    { channel: 'email', address: 'ada.o@example.com' },
  ]);
});

it('looks for no phone that is not a number', () => {
  expect(addressesOf(aContact({ phone: '12345' }), { country: 'NG' })).toEqual([
    { channel: 'email', address: 'ada@example.com' },
  ]);
});
