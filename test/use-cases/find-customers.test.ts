/** When a customer was written to last, by a reminder or by a person of the merchant, and when the next reminder goes. */
import { expect, it } from 'vitest';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import { nextReminderAt } from '#lib/domain/follow-up/last-and-next.ts';
import { NEW_PERSON } from '#lib/domain/person/person.ts';
import { rulesOf } from '#lib/domain/person/policy.ts';
import { findCustomer } from '#lib/use-cases/find-customers.ts';
import { aCollection, anAccount, minutesLater } from '#test/support/a-collection.ts';

const EARLY = minutesLater(1).toISOString();
const LATE = minutesLater(2).toISOString();

type Written = { reminded?: string[]; written?: string | undefined };

const NOW = minutesLater(3);
const OWNER = anAccount();
const setting = () => ({
  account: OWNER,
  phone: phoneOf(aCollection().contact, OWNER),
  availableChannels: CHANNELS,
});
const reachOf = (reminded: readonly string[]) => {
  const sends = reminded.map((at) => ({ at, channel: 'sms' as const, hash: 'another' }));
  return { optedOut: [], person: { ...NEW_PERSON, sends } };
};

function shown(collections: Collection[], { reminded = [], written }: Written) {
  const { contact, createdAt } = aCollection();
  const customer = { ...contact, at: createdAt, createdAt, words: [], version: 1, lastWrittenAt: written };
  const ports = { configuredChannels: () => CHANNELS, findReach: async () => reachOf(reminded) };
  const own = { id: contact.id, rows: { customer, sums: [], debts: [] }, collections };
  return findCustomer(ports, { owner: OWNER, now: NOW }, own as never);
}

it.each<[string, Written, string | undefined]>([
  ['never', {}, undefined],
  ['when the last reminder went', { reminded: [EARLY, LATE] }, LATE],
  ['when somebody wrote', { written: EARLY }, EARLY],
  ['when somebody wrote after a reminder', { reminded: [EARLY], written: LATE }, LATE],
  ['when a reminder went after somebody wrote', { reminded: [LATE], written: EARLY }, LATE],
])('a customer was written to last %s', async (_when, { reminded = [], written }, expected) => {
  const { lastMessageAt } = await shown([aCollection()], { reminded, written });
  expect(lastMessageAt).toBe(expected);
});

it.each([
  ['the plan', []],
  ['the plan, where the person has had enough', [EARLY, LATE]],
])('the next reminder is the first of all collections by %s', async (_which, reminded) => {
  const soon = aCollection({ nextSlot: 2 });
  const later = aCollection({ nextSlot: 3 });
  const next = async (collections: Collection[]) => (await shown(collections, { reminded })).nextMessageAt;
  const { plan, reach } = { plan: setting(), reach: reachOf(reminded) };
  const expected = nextReminderAt(soon, { ...plan, ...reach, rules: rulesOf(soon, plan), now: NOW });
  expect(expected).toBeDefined();
  expect([await next([later, soon]), await next([soon, later]), await next([soon])]).toEqual(Array(3).fill(expected));
  expect([await next([]), await next([{ ...soon, status: 'cancelled' }])]).toEqual([undefined, undefined]);
});
