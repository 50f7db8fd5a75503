/** A channel's provider that refuses an address because the person has opted out there. */
import { expect, it } from 'vitest';
import type { Address, OptOutSource } from '#lib/domain/contact.ts';
import { optOutByProvider } from '#lib/use-cases/claim-and-send.ts';
import { aCollection } from '#test/support/a-collection.ts';

const AT = new Date('2026-03-01T09:00:00.000Z');
const { ref } = aCollection();

async function optedOut(address: Address) {
  const closed: { addresses: readonly Address[]; by: OptOutSource; at: Date }[] = [];
  const told: object[] = [];
  const ports = {
    optOut: async (addresses: readonly Address[], by: OptOutSource, at: Date) =>
      void closed.push({ addresses, by, at }),
    recordEvent: async (of: object, event: object) => void told.push({ of, ...event }),
  };
  await optOutByProvider(ports as Parameters<typeof optOutByProvider>[0], { ref, address, at: AT });
  return { closed, told };
}

it.each(['sms', 'whatsapp'] as const)(
  'a provider of %s that names an opt-out closes SMS and WhatsApp to that phone, as STOP does',
  async (channel) => {
    const { closed } = await optedOut({ channel, address: '+2348031234567' });
    const addresses = ['whatsapp', 'sms'].map((each) => ({ channel: each, address: '+2348031234567' }));
    expect(closed).toEqual([{ addresses, by: 'provider', at: AT }]);
  },
);

it('a provider of email that names an opt-out closes that email address and no phone', async () => {
  const address = { channel: 'email', address: 'ada@example.com' } as const;
  expect((await optedOut(address)).closed).toEqual([{ addresses: [address], by: 'provider', at: AT }]);
});

it('an opt-out that a provider names is one event a day on the collection, by its channel and the provider', async () => {
  const { told } = await optedOut({ channel: 'sms', address: '+2348031234567' });
  expect(told).toEqual([
    {
      of: ref,
      type: 'contact.opted_out',
      about: 'provider#2026-03-01',
      timestamp: AT.toISOString(),
      data: { channel: 'sms', by: 'provider' },
    },
  ]);
});
