/** Receipts of messages: each is kept once, moves the slot's status, and after a final failure gives the slot away, once. */
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { clock } from '#lib/clock.ts';
import { type Attempt, type ReceiptStatus, type SendResult, unknownFrom } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { DeliveryReceipt } from '#lib/domain/message/outgoing.ts';
import { claimSlots, recordResult } from '#lib/store/attempt/attempts.ts';
import { applyReceipt, failOver } from '#lib/store/attempt/receipts.ts';
import { deferSlot, endRetry } from '#lib/store/attempt/retries.ts';
import { getCollection, getHistory } from '#lib/store/collection/collections.ts';
import { attemptKey } from '#lib/store/collection/keys.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aClaim, aClaimed, NOW, tokenOf } from './a-claim.ts';

const { documents, tableName } = useTable();
clock.sleep = async () => {};

const SENT_AT = '2026-03-01T09:20:02.000Z';
let messages = 0;
const aSend = (channel: Channel = 'sms'): SendResult & { status: 'sent' } => {
  messages += 1;
  return { status: 'sent', channel, messageId: `r-${messages}`, channelsTried: [channel], at: SENT_AT };
};
const slotOf = ({ ref }: Collection) => ({ ref, slot: 1 });
/** Long after the claim: its sender has recorded a result, or died. */
const RECEIVED = new Date('2026-03-01T09:40:00.000Z');
const receivedFor = (collection: Collection, now = RECEIVED) => ({ ...slotOf(collection), now });
const attemptOf = async ({ ref }: Collection) => (await getHistory(table, ref))?.attempts[0] as Attempt;
const storedOf = async ({ ref }: Collection) => (await getCollection(table, ref)) as Collection;
async function messageOf(collection: Collection) {
  const { channel = 'sms', messageId = 'none' } = await attemptOf(collection);
  return { channel, messageId };
}
async function receiptsOf({ ref }: Collection): Promise<DeliveryReceipt[] | undefined> {
  const { Item } = await documents.send(new GetCommand({ TableName: tableName, Key: attemptKey(ref, 1) }));
  return Item?.['receipts'];
}

async function aSent(channel?: Channel): Promise<Collection> {
  const collection = await aClaimed();
  await recordResult(table, slotOf(collection), tokenOf(collection), aSend(channel));
  return collection;
}

const aReceipt = (status: ReceiptStatus, id = `receipt-${status}`): DeliveryReceipt => ({
  id,
  status,
  at: `2026-03-01T09:3${['delivered', 'read', 'failed'].indexOf(status)}:00.000Z`,
  detail: 'TEXT',
});

async function statusAfter(...statuses: ReceiptStatus[]): Promise<string> {
  const collection = await aSent();
  for (const [index, status] of statuses.entries())
    await applyReceipt(table, receivedFor(collection), await messageOf(collection), aReceipt(status, `r-${index}`));
  return (await attemptOf(collection)).status;
}

describe('a receipt', () => {
  it('a receipt moves the attempt’s status on, records when, and is kept', async () => {
    const collection = await aSent();
    expect(await applyReceipt(table, receivedFor(collection), await messageOf(collection), aReceipt('delivered'))).toBe(
      'moved',
    );
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
    await applyReceipt(table, receivedFor(collection), await messageOf(collection), aReceipt('read'));
    const before = await attemptOf(collection);
    expect(await applyReceipt(table, receivedFor(collection), await messageOf(collection), aReceipt('delivered'))).toBe(
      'kept',
    );
    expect(await attemptOf(collection)).toEqual(before);
    expect(await receiptsOf(collection)).toEqual([aReceipt('read'), aReceipt('delivered')]);
  });

  it('a receipt that comes again, at once or later, is kept once', async () => {
    const collection = await aSent();
    const message = await messageOf(collection);
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => applyReceipt(table, receivedFor(collection), message, aReceipt('delivered'))),
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
      if (status === 'unknown') await recordResult(table, slotOf(collection), tokenOf(collection), unknown);
      expect(
        await applyReceipt(table, receivedFor(collection), await messageOf(collection), aReceipt('delivered')),
      ).toBe('moved');
    },
  );

  it('a receipt that is faster than the result of the send waits for it, and for two minutes at most', async () => {
    const collection = await aClaimed();
    const { claimedAt } = await attemptOf(collection);
    const later = (seconds: number) => new Date(Date.parse(claimedAt) + seconds * 1000);
    for (const status of ['delivered', 'failed'] as const) {
      const [message, receipt] = [await messageOf(collection), aReceipt(status)];
      expect(await applyReceipt(table, receivedFor(collection, later(119)), message, receipt)).toBe('early');
      if (status === 'failed')
        expect(await failOver(table, slotOf(collection), message, receipt, later(119))).toBe(false);
    }
    expect(await attemptOf(collection)).toMatchObject({ status: 'sending' });
    expect(await receiptsOf(collection)).toBeUndefined();
    await recordResult(table, slotOf(collection), tokenOf(collection), aSend());
    const message = await messageOf(collection);
    expect(await applyReceipt(table, receivedFor(collection, later(119)), message, aReceipt('delivered'))).toBe(
      'moved',
    );
    const died = await aClaimed();
    expect(await applyReceipt(table, receivedFor(died, later(120)), message, aReceipt('delivered'))).toBe('moved');
  });

  it('receipts for a message whose sender died leave on record since when its outcome was unknown, however early they were made', async () => {
    const collection = await aClaimed();
    const { claimedAt } = await attemptOf(collection);
    const unknown = unknownFrom(claimedAt);
    const message = { channel: 'sms', messageId: 'm' } as const;
    const [delivered, read] = [aReceipt('delivered'), { ...aReceipt('read'), at: claimedAt }];
    const outcomes = await Promise.all(
      [delivered, read].map((receipt) => applyReceipt(table, receivedFor(collection), message, receipt)),
    );
    expect(outcomes).toContain('moved');
    expect(await attemptOf(collection)).toMatchObject({ status: 'read', at: { unknown, read: claimedAt } });
    expect(await receiptsOf(collection)).toHaveLength(2);
  });

  it('a receipt creates no row where no slot was claimed', async () => {
    const collection = await aClaimed();
    expect(
      await applyReceipt(
        table,
        { ref: collection.ref, slot: 2, now: RECEIVED },
        { channel: 'sms', messageId: 'm' },
        aReceipt('read'),
      ),
    ).toBe('repeated');
    expect((await getHistory(table, collection.ref))?.attempts).toHaveLength(1);
  });
});

describe('a final failure', () => {
  const LATER = new Date('2026-03-01T09:31:00.000Z');
  const failed = (id = 'receipt-failed') => aReceipt('failed', id);
  async function aFailed(channel: Channel = 'email'): Promise<Collection> {
    const collection = await aSent(channel);
    expect(await failOver(table, slotOf(collection), await messageOf(collection), failed(), LATER)).toBe(true);
    return collection;
  }

  it('a final failure makes the slot wait, and the collection’s next run offer it again', async () => {
    const before = await aSent('email');
    const { runNumber } = await storedOf(before);
    const message = await messageOf(before);
    expect(await failOver(table, slotOf(before), message, failed(), LATER)).toBe(true);
    const at = LATER.toISOString();
    expect(await storedOf(before)).toMatchObject({ retry: { slot: 1, at }, nextRunAt: at, runNumber: runNumber + 1 });
    const times = { sent: SENT_AT, failed: failed().at };
    expect(await attemptOf(before)).toMatchObject({ ...message, status: 'deferred', retryAt: at, at: times });
    expect(await receiptsOf(before)).toEqual([failed()]);
  });

  it('a final failure of a message whose sender died leaves on record since when its outcome was unknown', async () => {
    const silent = await aClaimed();
    const { claimedAt } = await attemptOf(silent);
    const message = { channel: 'email', messageId: 'm' } as const;
    expect(await failOver(table, slotOf(silent), message, failed(), RECEIVED)).toBe(true);
    const at = { unknown: unknownFrom(claimedAt), failed: failed().at };
    expect(await attemptOf(silent)).toMatchObject({ ...message, status: 'deferred', at });
    const ended = await aClaimed();
    const updatedAt = LATER.toISOString();
    await saveStatus(table, ended.ref, { from: ['pending'], to: 'cancelled', updatedAt, events: [] });
    expect(await failOver(table, slotOf(ended), message, failed(), RECEIVED)).toBe(false);
  });

  it('a receipt of a final failure that comes again changes nothing', async () => {
    const collection = await aFailed();
    const before = await storedOf(collection);
    const message = await messageOf(collection);
    expect(await failOver(table, slotOf(collection), message, failed(), LATER)).toBe(false);
    expect(await applyReceipt(table, receivedFor(collection), message, failed())).toBe('repeated');
    expect(await storedOf(collection)).toEqual(before);
  });

  it('a slot is given to another channel once: the failure of its second message ends it', async () => {
    const collection = await aFailed();
    const retried = await attemptOf(collection);
    const earlier = { ...(await messageOf(collection)), at: retried.at, reason: 'TEXT' };
    const again = { ...retried, earlier, token: 'second', status: 'sending' as const };
    const claim = aClaim(await storedOf(collection), { attempts: [again], retried, token: 'second' });
    expect(await claimSlots(table, claim)).toBe('won');
    expect(await claimSlots(table, claim)).toBe('won');
    await recordResult(table, slotOf(collection), 'second', aSend('sms'));
    const message = await messageOf(collection);
    expect(await applyReceipt(table, receivedFor(collection), earlier, aReceipt('read'))).toBe('kept');
    expect(await attemptOf(collection)).toMatchObject({ status: 'sent', earlier });
    expect(await failOver(table, slotOf(collection), message, failed('second'), LATER)).toBe(false);
    expect(await applyReceipt(table, receivedFor(collection), message, failed('second'))).toBe('moved');
    expect(await applyReceipt(table, receivedFor(collection), earlier, aReceipt('delivered'))).toBe('kept');
    expect(await attemptOf(collection)).toMatchObject({ status: 'failed', earlier });
  });

  it('of two retries of a slot one wins', async () => {
    const collection = await aFailed();
    const [stored, retried] = [await storedOf(collection), await attemptOf(collection)];
    const claims = ['a', 'b'].map((token) => {
      const again = { ...retried, token, status: 'sending' as const };
      return claimSlots(table, aClaim(stored, { attempts: [again], retried, token: `${token}-${stored.ref.account}` }));
    });
    expect((await Promise.all(claims)).toSorted()).toEqual(['lost', 'won']);
    expect((await storedOf(collection)).retry).toBeUndefined();
  });

  it('a slot is not given to another channel once a later slot is claimed, or the collection has ended', async () => {
    const passed = await aSent('email');
    const stored = await storedOf(passed);
    await claimSlots(table, aClaim(stored, { token: `next-${stored.ref.account}` }));
    expect(await failOver(table, slotOf(passed), await messageOf(passed), failed(), LATER)).toBe(false);
    const ended = await aSent('email');
    const updatedAt = LATER.toISOString();
    await saveStatus(table, ended.ref, { from: ['pending'], to: 'cancelled', updatedAt, events: [] });
    expect(await failOver(table, slotOf(ended), await messageOf(ended), failed(), LATER)).toBe(false);
  });

  it('a delivery beats a failure of WhatsApp, in either order, and a bounce beats a delivery', async () => {
    const revived = await aFailed('whatsapp');
    expect(await applyReceipt(table, receivedFor(revived), await messageOf(revived), aReceipt('delivered'))).toBe(
      'revived',
    );
    const kept = await aSent('whatsapp');
    await applyReceipt(table, receivedFor(kept), await messageOf(kept), aReceipt('delivered'));
    expect(await failOver(table, slotOf(kept), await messageOf(kept), failed(), LATER)).toBe(false);
    const bounced = await aSent('email');
    await applyReceipt(table, receivedFor(bounced), await messageOf(bounced), aReceipt('delivered'));
    expect(await failOver(table, slotOf(bounced), await messageOf(bounced), failed(), LATER)).toBe(true);
  });
});

describe('a deferral', () => {
  const RETRY_AT = '2026-03-01T09:20:10.000Z';
  const deferral = { channelsTried: ['sms'] as const, at: SENT_AT, retryAt: RETRY_AT };

  it('a throttled slot waits, and keeps the instant at which it was throttled first', async () => {
    const collection = await aClaimed();
    expect(await deferSlot(table, slotOf(collection), tokenOf(collection), deferral)).toBe('saved');
    const retried = await attemptOf(collection);
    expect(retried).toMatchObject({ status: 'deferred', retryAt: RETRY_AT, at: { deferred: SENT_AT } });
    const again = { ...retried, token: 'again', status: 'sending' as const };
    await claimSlots(
      table,
      aClaim(await storedOf(collection), { attempts: [again], retried, token: `d-${collection.ref.account}` }),
    );
    const later = { ...deferral, at: RETRY_AT, retryAt: '2026-03-01T09:20:30.000Z' };
    expect(await deferSlot(table, slotOf(collection), 'again', later)).toBe('saved');
    expect((await attemptOf(collection)).at.deferred).toBe(SENT_AT);
    expect((await storedOf(collection)).retry).toEqual({ slot: 1, at: later.retryAt });
  });

  it('a deferral is lost once the collection has ended, and refused to one that has not claimed the slot', async () => {
    const collection = await aClaimed();
    await expect(deferSlot(table, slotOf(collection), 'other', deferral)).rejects.toThrow();
    const updatedAt = NOW.toISOString();
    await saveStatus(table, collection.ref, { from: ['pending'], to: 'cancelled', updatedAt, events: [] });
    expect(await deferSlot(table, slotOf(collection), tokenOf(collection), deferral)).toBe('lost');
  });

  it('a retry that ends leaves the collection’s next run in its place', async () => {
    const collection = await aClaimed();
    await deferSlot(table, slotOf(collection), tokenOf(collection), deferral);
    const { ref, runNumber } = await storedOf(collection);
    expect(await endRetry(table, ref, runNumber - 1, '2026-03-01T09:40:00.000Z')).toBe(false);
    expect(await endRetry(table, ref, runNumber, '2026-03-01T09:40:00.000Z')).toBe(true);
    const stored = await storedOf(collection);
    expect([stored.retry, stored.nextRunAt]).toEqual([undefined, '2026-03-01T09:40:00.000Z']);
  });
});
