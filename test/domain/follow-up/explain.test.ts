/** The plan of a collection whose contact has opted out of a channel. */
import { expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { explainPlan, explainPlanSoFar } from '#lib/domain/follow-up/explain.ts';
import { aCollection, aContact, anAccount } from '#test/support/a-collection.ts';

const account = anAccount();
const phone = phoneOf(aContact(), account);
const setting = { account, phone, availableChannels: CHANNELS, optedOut: ['sms'] } as const;
const collection = { ...aCollection(), nextSlot: 2 };

it('a plan keeps the slots that were claimed before an opt-out, and leaves the channel out of later slots', () => {
  const channels = explainPlanSoFar(collection, setting).slots.map((slot) => [slot.channel, ...slot.fallbacks]);
  expect(channels[0]).toEqual(['whatsapp', 'sms', 'email']);
  expect(channels.slice(1).flat()).not.toContain('sms');
  expect(explainPlan(collection, setting).slots[0]?.fallbacks).toEqual(['email']);
});
