/** What becomes of a claimed slot: recorded by who claimed it, moved on by receipts, never back. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { clock } from '#lib/clock.ts';
import type { Attempt, ReceiptStatus, SendResult } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { applyReceipt, type DeliveryReceipt, findMessage, recordResult } from '#lib/store/attempt-results.ts';
import { getHistory } from '#lib/store/collections.ts';
import { attemptKey, messageKey } from '#lib/store/keys.ts';
import { breakWire, FAULTS, type Fault } from '#test/reliability/transport.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aClaimed, tokenOf } from './a-claim.ts';

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
const attemptOf = async ({ ref }: Collection) => (await getHistory(ref))?.attempts[0] as Attempt;
async function receiptsOf({ ref }: Collection): Promise<DeliveryReceipt[] | undefined> {
  const { Item } = await documents.send(new GetCommand({ TableName: tableName, Key: attemptKey(ref, 1) }));
  return Item?.['receipts'];
}

async function aSent(): Promise<Collection> {
  const collection = await aClaimed();
  await recordResult(slotOf(collection), tokenOf(collection), aSend());
  return collection;
}

describe('a send’s result', () => {
  it('a sent message is recorded with the item that leads back from it to its slot, kept for sixty days', async () => {
    const collection = await aClaimed();
    const send = aSend();
    await recordResult(slotOf(collection), tokenOf(collection), send);
    const { at, ...fields } = send;
    const attempt = await attemptOf(collection);
    expect(attempt).toMatchObject(fields);
    expect(attempt.at).toEqual({ sending: expect.any(String), sent: at });
    expect(await findMessage('sms', send.messageId)).toEqual(slotOf(collection));
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
    await recordResult(slotOf(collection), tokenOf(collection), result);
    const { at, ...fields } = result;
    expect(await attemptOf(collection)).toMatchObject({ ...fields, at: { [result.status]: at } });
  });

  it('a send’s result is refused without the slot’s token, and a second time', async () => {
    const collection = await aClaimed();
    await expect(recordResult(slotOf(collection), 'token-2', aSend())).rejects.toThrow();
    expect((await attemptOf(collection)).status).toBe('sending');
    const late = aSend();
    await recordResult(slotOf(collection), tokenOf(collection), aSend());
    await expect(recordResult(slotOf(collection), tokenOf(collection), late)).rejects.toThrow();
    expect(await findMessage('sms', late.messageId)).toBeUndefined();
  });

  it.each(Object.keys(FAULTS) as Fault[])('a send’s result is recorded once by a request %s', async (fault) => {
    const collection = await aClaimed();
    const send = aSend();
    breakWire(fault, (request) => request === 1);
    await recordResult(slotOf(collection), tokenOf(collection), send);
    expect((await attemptOf(collection)).status).toBe('sent');
    expect(await findMessage('sms', send.messageId)).toEqual(slotOf(collection));
  });
});

describe('findMessage', () => {
  it('a message is found neither under another channel nor when it is not ours', async () => {
    const collection = await aClaimed();
    const send = aSend();
    await recordResult(slotOf(collection), tokenOf(collection), send);
    expect(await findMessage('email', send.messageId)).toBeUndefined();
    expect(await findMessage('sms', 'somebody-else’s')).toBeUndefined();
  });
});

const aReceipt = (status: ReceiptStatus, id = `receipt-${status}`): DeliveryReceipt => ({
  id,
  status,
  at: `2026-03-01T09:3${['delivered', 'read', 'failed'].indexOf(status)}:00.000Z`,
  detail: 'TEXT',
});

async function statusAfter(...statuses: ReceiptStatus[]): Promise<string> {
  const collection = await aSent();
  for (const [index, status] of statuses.entries())
    await applyReceipt(slotOf(collection), aReceipt(status, `r-${index}`));
  return (await attemptOf(collection)).status;
}

describe('a receipt', () => {
  it('a receipt moves the attempt’s status on, records when, and is kept', async () => {
    const collection = await aSent();
    expect(await applyReceipt(slotOf(collection), aReceipt('delivered'))).toBe('moved');
    const attempt = await attemptOf(collection);
    expect(attempt).toMatchObject({ status: 'delivered', at: { sent: SENT_AT, delivered: aReceipt('delivered').at } });
    expect(await receiptsOf(collection)).toEqual([aReceipt('delivered')]);
  });

  it.each<[ReceiptStatus[], string]>([
    [['delivered', 'read'], 'read'],
    [['read', 'delivered'], 'read'],
    [['read', 'failed'], 'read'],
    [['delivered', 'failed'], 'delivered'],
    [['failed', 'delivered'], 'failed'],
    [['failed', 'read'], 'failed'],
    [['read', 'read', 'delivered', 'failed'], 'read'],
  ])('receipts never take a status back: %j ends as %s', async (statuses, end) => {
    expect(await statusAfter(...statuses)).toBe(end);
  });

  it('a receipt that comes too late is kept, and changes nothing else', async () => {
    const collection = await aSent();
    await applyReceipt(slotOf(collection), aReceipt('read'));
    const before = await attemptOf(collection);
    expect(await applyReceipt(slotOf(collection), aReceipt('delivered'))).toBe('kept');
    expect(await attemptOf(collection)).toEqual(before);
    expect(await receiptsOf(collection)).toEqual([aReceipt('read'), aReceipt('delivered')]);
  });

  it('a receipt that comes again, at once or later, is kept once', async () => {
    const collection = await aSent();
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => applyReceipt(slotOf(collection), aReceipt('delivered'))),
    );
    expect(outcomes.filter((outcome) => outcome === 'moved')).toHaveLength(1);
    expect(outcomes.filter((outcome) => outcome === 'repeated')).toHaveLength(9);
    expect(await receiptsOf(collection)).toHaveLength(1);
  });

  it.each(['sending', 'unknown'] as const)(
    'a receipt moves an attempt on that is %s: the message was sent',
    async (status) => {
      const collection = await aClaimed();
      const unknown = { status: 'unknown', reason: 'no_answer', channelsTried: ['sms'], at: SENT_AT } as const;
      if (status === 'unknown') await recordResult(slotOf(collection), tokenOf(collection), unknown);
      expect(await applyReceipt(slotOf(collection), aReceipt('delivered'))).toBe('moved');
    },
  );

  it('a receipt creates no row where no slot was claimed', async () => {
    const collection = await aClaimed();
    expect(await applyReceipt({ ref: collection.ref, slot: 2 }, aReceipt('read'))).toBe('repeated');
    expect((await getHistory(collection.ref))?.attempts).toHaveLength(1);
  });
});
