/**
 * What becomes of a claimed slot: recorded by who claimed it, and found again by its message.
 * What the table remembers for replies: the slot last sent to a phone, the replies kept, and who was answered HELP.
 */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { clock } from '#lib/clock.ts';
import type { Attempt, SendResult } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { keepReply } from '#lib/domain/reply.ts';
import { findTaggedMessage, recordResult } from '#lib/store/attempt/attempts.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { lastMessageKey, messageKey } from '#lib/store/keys.ts';
import {
  claimHelp,
  findLastMessage,
  findMessage,
  recordLastMessage,
  recordReply,
  releaseHelp,
} from '#lib/store/message/messages.ts';
import { table } from '#lib/store/table/live-table.ts';
import { breakWire, FAULTS, type Fault } from '#test/support/broken-wire.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aClaimed, minutesAfter, NOW, tokenOf } from './a-claim.ts';
import { aCollection } from './a-collection.ts';

const { documents, tableName } = useTable();
clock.sleep = async () => {};

const SENT_AT = '2026-03-01T09:20:02.000Z';
let messages = 0;
const aSend = (): SendResult & { status: 'sent' } => {
  messages += 1;
  return {
    status: 'sent',
    channel: 'sms',
    messageId: `m-${messages}`,
    channelsTried: ['whatsapp', 'sms'],
    at: SENT_AT,
  };
};
const slotOf = ({ ref }: Collection) => ({ ref, slot: 1 });
const attemptOf = async ({ ref }: Collection) => (await getHistory(table, ref))?.attempts[0] as Attempt;
describe('a send’s result', () => {
  it('a sent message is recorded with the item that leads back from it to its slot, kept for sixty days', async () => {
    const collection = await aClaimed();
    const send = aSend();
    await recordResult(table, slotOf(collection), tokenOf(collection), send);
    const { at, ...fields } = send;
    const attempt = await attemptOf(collection);
    expect(attempt).toMatchObject(fields);
    expect(attempt.at).toEqual({ sending: expect.any(String), sent: at });
    expect(await findMessage(table, 'sms', send.messageId)).toEqual({
      ...slotOf(collection),
      messageId: send.messageId,
    });
    const { Item } = await documents.send(
      new GetCommand({ TableName: tableName, Key: messageKey('sms', send.messageId) }),
    );
    expect(Item?.['ttl']).toBe(Date.parse(SENT_AT) / 1000 + 60 * 86_400);
  });

  it.each<SendResult>([
    { status: 'failed', reason: 'blocked', channelsTried: ['sms'], at: SENT_AT },
    { status: 'unknown', reason: 'no_answer', channel: 'email', channelsTried: ['sms', 'email'], at: SENT_AT },
  ])('a send that is $status is recorded with its reason', async (result) => {
    const collection = await aClaimed();
    await recordResult(table, slotOf(collection), tokenOf(collection), result);
    const { at, ...fields } = result;
    expect(await attemptOf(collection)).toMatchObject({ ...fields, at: { [result.status]: at } });
  });

  it('a send’s result is refused without the slot’s token, and a second time', async () => {
    const collection = await aClaimed();
    await expect(recordResult(table, slotOf(collection), 'token-2', aSend())).rejects.toThrow();
    expect((await attemptOf(collection)).status).toBe('sending');
    const late = aSend();
    await recordResult(table, slotOf(collection), tokenOf(collection), aSend());
    await expect(recordResult(table, slotOf(collection), tokenOf(collection), late)).rejects.toThrow();
    expect((await attemptOf(collection)).messageId).not.toBe(late.messageId);
  });

  it.each(Object.keys(FAULTS) as Fault[])('a send’s result is recorded once by a request %s', async (fault) => {
    const collection = await aClaimed();
    const send = aSend();
    breakWire(fault, (request) => request === 1);
    await recordResult(table, slotOf(collection), tokenOf(collection), send);
    expect((await attemptOf(collection)).status).toBe('sent');
    expect(await findMessage(table, 'sms', send.messageId)).toEqual({
      ...slotOf(collection),
      messageId: send.messageId,
    });
  });
});

describe('findTaggedMessage', () => {
  const NOW = new Date('2026-03-01T12:00:00.000Z');

  it('a message whose own item was never written is found by the tags of its receipt, under the id of the attempt', async () => {
    const collection = await aClaimed();
    const send = aSend();
    await recordResult(table, slotOf(collection), tokenOf(collection), send);
    const found = (ids: string[]) => findTaggedMessage(table, slotOf(collection), { messageIds: ids }, NOW);
    expect(await found(['another', send.messageId])).toBe(send.messageId);
    expect(await found(['another'])).toBeUndefined();
    expect(
      await findTaggedMessage(table, { ...slotOf(collection), slot: 2 }, { messageIds: [send.messageId] }, NOW),
    ).toBe(undefined);
  });

  it('if it is unknown whether the message went out, the receipt says so, unless it is of the claim before', async () => {
    const collection = await aClaimed();
    const find = (token?: string, now = NOW) =>
      findTaggedMessage(table, slotOf(collection), { messageIds: ['first', 'second'], token }, now);
    expect(await find()).toBe('first');
    expect(await find(tokenOf(collection))).toBe('first');
    expect(await find('an earlier token')).toBeUndefined();
    expect(await find(undefined, new Date((await attemptOf(collection)).claimedAt))).toBeUndefined();
  });
});

describe('findMessage', () => {
  it('a message is found neither under another channel nor when it is not ours', async () => {
    const collection = await aClaimed();
    const send = aSend();
    await recordResult(table, slotOf(collection), tokenOf(collection), send);
    expect(await findMessage(table, 'email', send.messageId)).toBeUndefined();
    expect(await findMessage(table, 'sms', 'somebody-else’s')).toBeUndefined();
  });
});

let phones = 0;
const aPhone = (): string => {
  phones += 1;
  return `+23480310${10_000 + phones}`;
};
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
