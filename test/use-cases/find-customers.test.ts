/** When a customer was written to last: by reminders, as they are remembered of the person, or by a person of the merchant. */
import { expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { NEW_PERSON } from '#lib/domain/person/person.ts';
import { findCustomer } from '#lib/use-cases/find-customers.ts';
import { aCollection, anAccount, minutesLater } from '#test/support/a-collection.ts';

const EARLY = minutesLater(1).toISOString();
const LATE = minutesLater(2).toISOString();

type Written = { reminded?: string[]; written?: string };

it.each<[string, Written, string | undefined]>([
  ['never', {}, undefined],
  ['when the last reminder went', { reminded: [EARLY, LATE] }, LATE],
  ['when somebody wrote', { written: EARLY }, EARLY],
  ['when somebody wrote after a reminder', { reminded: [EARLY], written: LATE }, LATE],
  ['when a reminder went after somebody wrote', { reminded: [LATE], written: EARLY }, LATE],
])('a customer was written to last %s', async (_when, { reminded = [], written }, expected) => {
  const collection = aCollection();
  const { contact, createdAt } = collection;
  const stored = { ...contact, at: createdAt, createdAt, words: [], version: 1, lastWrittenAt: written };
  const sends = reminded.map((at) => ({ at, channel: 'sms' as const, hash: collection.ref.hash }));
  const ports = {
    configuredChannels: () => CHANNELS,
    findReach: async () => ({ optedOut: [], person: { ...NEW_PERSON, sends } }),
  };
  const asking = { owner: anAccount(), now: minutesLater(3) };
  const own = { id: contact.id, rows: { customer: stored, sums: [], debts: [] }, collections: [collection] };
  const { lastMessageAt } = await findCustomer(ports, asking, own as never);
  expect(lastMessageAt).toBe(expected);
});
