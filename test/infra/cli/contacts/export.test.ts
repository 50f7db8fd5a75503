/** `cli contacts export`: one JSON document with everything that an erasure would take away. */
import { describe, expect, it } from 'vitest';
import { UsageError } from '#infra/cli/command.ts';
import { aCreatedCollection } from '#test/functions/created.ts';
import { aTenant, useTenants } from '#test/support/accounts.ts';
import { useChannels } from '#test/support/channels.ts';
import { useClock } from '#test/support/clock.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { captureLogs } from '#test/support/logs.ts';
import { aLife, erase, exported, somebody } from './a-life.ts';

useTable();
captureLogs();
const channels = useChannels();
const tenants = useTenants();
const clock = useClock(new Date('2026-03-02T09:00:00.000Z'));

const account = () => tenants.mine.account.id;

describe('contacts export', () => {
  it('the export holds the contact, addresses, memory, and every collection with its messages, replies, payments and what was told', async () => {
    const person = somebody();
    // What was told is elsewhere in the feed of an account that is spread.
    const tenant = await aTenant({ spreadFrom: clock.now.toISOString() });
    const { id } = tenant.account;
    const [followed, paid] = await aLife({ tenant, clock, channels }, person);
    const { document } = await exported({ account: id, phone: person.phone });
    const email = person.email.toLowerCase();
    expect(document).toMatchObject({
      account: { id, name: 'Shop' },
      person: person.phone,
      contacts: [{ id: followed?.contact.id, phone: person.phone, email }],
      remembered: [{ sends: [{ channel: 'whatsapp' }, { channel: 'sms' }] }],
    });
    expect(document.addresses).toEqual([
      expect.objectContaining({ channel: 'whatsapp', address: person.phone, lastMessage: followed?.id }),
      expect.objectContaining({ channel: 'sms', optOut: expect.objectContaining({ by: 'reply' }) }),
      { channel: 'email', address: email, optOut: null, unreachable: null },
    ]);
    const [second, first] = document.collections;
    expect([first.id, second.id]).toEqual([followed?.id, paid?.id]);
    expect(first).toMatchObject({
      contact: person,
      metadata: { description: `canary-text for ${person.firstName}` },
      payable: { options: [{ method: 'payment_link', link: expect.stringContaining('https://') }] },
      replies: [{ channel: 'sms', text: `canary-text from ${person.lastName}` }],
    });
    expect(first.attempts[0]).toMatchObject({
      channel: 'whatsapp',
      status: 'delivered',
      text: expect.stringContaining(person.firstName),
      receipts: [{ status: 'delivered' }],
    });
    expect(first.told.map(({ type }: { type: string }) => type)).toContain('contact.replied');
    expect(second.payments).toMatchObject([{ note: `canary-text by ${person.firstName}`, amount: { value: 45_000 } }]);
  });

  it('by email, phone and contact the same collections are found, and nobody else’s', async () => {
    const person = somebody();
    const [followed] = await aLife({ tenant: tenants.mine, clock, channels }, person);
    await aCreatedCollection(await aTenant(), { contact: person });
    const contact = followed?.contact.id ?? '';
    for (const by of [{ email: person.email.toUpperCase() }, { phone: person.phone }, { contact }]) {
      const { document } = await exported({ account: account(), ...by } as Record<string, string>);
      expect(document.collections).toHaveLength(2);
    }
  });

  it('a number that is written as in its country finds the same collections', async () => {
    const tenant = await aTenant({ country: 'NG' });
    const person = somebody();
    await aCreatedCollection(tenant, { contact: person });
    const national = `0${person.phone.slice(4)}`;
    const { document } = await exported({ account: tenant.account.id, phone: national });
    expect(document.collections).toHaveLength(1);
  });

  it('of somebody unknown, and of somebody erased, the document is empty and still one document', async () => {
    const person = somebody();
    await aLife({ tenant: tenants.mine, clock, channels }, person);
    await erase({ account: account(), phone: person.phone });
    for (const phone of [person.phone, somebody().phone]) {
      const { document } = await exported({ account: account(), phone });
      expect(document).toMatchObject({ contacts: [], remembered: [], collections: [] });
    }
  });

  it('an export names exactly one person', async () => {
    await expect(exported({ account: account() })).rejects.toBeInstanceOf(UsageError);
  });
});
