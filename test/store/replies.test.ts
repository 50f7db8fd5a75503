/** What the table remembers for replies: the slot last sent to a phone, the replies kept, and who was answered HELP. */

import { expect, it } from 'vitest';
import { keepReply } from '#lib/domain/reply.ts';
import { lastMessageKey } from '#lib/store/keys.ts';
import {
  claimHelp,
  findLastMessage,
  recordLastMessage,
  recordReply,
  releaseHelp,
} from '#lib/store/message/messages.ts';
import { table } from '#lib/store/table/live-table.ts';

import { useTable } from '#test/support/dynamodb.ts';
import { NOW } from './a-claim.ts';
import { aCollection } from './a-collection.ts';

useTable();

let phones = 0;
const aPhone = (): string => {
  phones += 1;
  return `+23480310${10_000 + phones}`;
};
const minutesAfter = (minutes: number): Date => new Date(NOW.getTime() + minutes * 60_000);
const DAY_MINUTES = 24 * 60;

it('a phone that was never written to has no last message', async () => {
  expect(await findLastMessage(table, aPhone())).toBeUndefined();
});

it('the last message to a phone is the one that was recorded last, of whichever account', async () => {
  const phone = aPhone();
  const [first, second] = [aCollection(), aCollection({ account: 'another' })];
  await recordLastMessage(table, phone, { ref: first.ref, slot: 1 }, NOW);
  expect(await findLastMessage(table, phone)).toEqual(first.ref);
  await recordLastMessage(table, phone, { ref: second.ref, slot: 4 }, minutesAfter(10));
  expect(await findLastMessage(table, phone)).toEqual(second.ref);
});

it('the last message to a phone is found under every spelling of its number', async () => {
  const { ref } = aCollection();
  await recordLastMessage(table, '+5215512345678', { ref, slot: 1 }, NOW);
  expect(await findLastMessage(table, '+525512345678')).toEqual(ref);
});

it('the last message to a phone is forgotten after sixty days', async () => {
  const phone = aPhone();
  await recordLastMessage(table, phone, { ref: aCollection().ref, slot: 1 }, NOW);
  const item = await table.getItem(lastMessageKey(phone));
  expect(item?.['ttl']).toBe(NOW.getTime() / 1000 + 60 * 86_400);
});

it('a reply is kept as it was received first, and its repetition is answered with that', async () => {
  const { ref } = aCollection();
  const reply = { channel: 'sms', messageId: 'in-1', from: aPhone(), text: 'Tomorrow' } as const;
  const first = keepReply(reply, NOW);
  expect(await recordReply(table, ref, first)).toEqual(first);
  expect(await recordReply(table, ref, keepReply(reply, minutesAfter(5)))).toEqual(first);
});

it('of many HELPs at once, and for a day, one is to be answered', async () => {
  const phone = aPhone();
  const claims = await Promise.all([1, 2, 3, 4].map(() => claimHelp(table, phone, NOW)));
  expect(claims.filter((won) => won)).toHaveLength(1);
  expect(await claimHelp(table, phone, minutesAfter(DAY_MINUTES - 1))).toBe(false);
  expect(await claimHelp(table, phone, minutesAfter(DAY_MINUTES))).toBe(true);
});

it('a HELP whose answer was not sent is to be answered the next time', async () => {
  const phone = aPhone();
  await claimHelp(table, phone, NOW);
  await releaseHelp(table, phone);
  expect(await claimHelp(table, phone, minutesAfter(1))).toBe(true);
});
