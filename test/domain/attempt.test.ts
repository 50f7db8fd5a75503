/**
 * An attempt as time passes, and its history events.
 * Which receipts of a channel move an attempt.
 */
import { describe, expect, it } from 'vitest';
import {
  ATTEMPT_STATUSES,
  type Attempt,
  attemptAt,
  attemptEvents,
  endedWith,
  movableTo,
  type ReceiptStatus,
} from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { eventId } from '#lib/domain/ids.ts';

const CLAIMED = '2026-03-02T10:00:00.000Z';
const attempt: Attempt = {
  slot: 2,
  status: 'sending',
  dueAt: CLAIMED,
  claimedAt: CLAIMED,
  tone: 'gentle',
  token: 't',
  channelsTried: [],
  at: { sending: CLAIMED },
};
const later = (milliseconds: number) => new Date(Date.parse(CLAIMED) + milliseconds);

it('an attempt is unknown two minutes after its claim when it has no result', () => {
  expect(attemptAt(attempt, later(119_999))).toBe(attempt);
  const unknown = '2026-03-02T10:02:00.000Z';
  const silent = { ...attempt, status: 'unknown', at: { sending: CLAIMED, unknown } };
  expect(attemptAt(attempt, later(120_000))).toEqual(silent);
  expect(attemptAt(attempt, later(9_000_000))).toEqual(silent);
});

it('an attempt with a result keeps its status for any time', () => {
  for (const status of ['sent', 'delivered', 'failed', 'unknown', 'skipped', 'deferred'] as const) {
    const said: Attempt = { ...attempt, status };
    expect(attemptAt(said, later(9_000_000))).toBe(said);
  }
});

it('an attempt has one history event for each status it has reached, except sending', () => {
  const at = { sent: CLAIMED, sending: CLAIMED, read: '2026-03-02T10:00:09.000Z' };
  const event = (type: string, timestamp: string) => ({
    id: eventId('pay_x#2', type),
    type,
    timestamp,
    data: { slot: 2 },
  });
  expect(attemptEvents('pay_x', { ...attempt, status: 'read', at }, later(0))).toEqual([
    event('followup.sent', CLAIMED),
    event('followup.read', at.read),
  ]);
  expect(attemptEvents('pay_x', attempt, later(0))).toEqual([]);
  expect(attemptEvents('pay_x', attempt, later(120_000))).toMatchObject([{ type: 'followup.unknown' }]);
});

it('the events of a slot with two messages tell each message’s own instants, channels and reason', () => {
  const at = { sent: CLAIMED, failed: '2026-03-02T10:05:00.000Z' };
  const earlier = { messageId: 'm-1', channel: 'email', reason: 'Email Bounced', at } as const;
  const again = { sending: at.failed, sent: '2026-03-02T10:06:00.000Z' };
  const second: Attempt = { ...attempt, status: 'sent', channel: 'sms', earlier, at: again };
  const events = attemptEvents('pay_x', second, later(0));
  expect(events.map(({ type, timestamp, data }) => [type, timestamp, data])).toEqual([
    ['followup.sent', at.sent, { slot: 2, channel: 'email' }],
    ['followup.failed', at.failed, { slot: 2, channel: 'email', reason: 'Email Bounced' }],
    ['followup.sent', again.sent, { slot: 2, channel: 'sms' }],
  ]);
  expect(new Set(events.map(({ id }) => id)).size).toBe(3);
});

describe('a deferred slot', () => {
  const retryAt = '2026-03-02T10:10:00.000Z';
  const deferred: Attempt = { ...attempt, status: 'deferred', retryAt, at: { sending: CLAIMED, deferred: CLAIMED } };
  const waiting = { status: 'pending', isPayable: true, retry: { slot: 2 } };

  it('a deferred slot waits as long as its collection has its retry', () => {
    expect(endedWith(deferred, waiting)).toBe(deferred);
    expect(attemptEvents('pay_x', deferred, later(0))).toEqual([]);
  });

  it('a deferred slot whose retry has ended is skipped, because its channel was busy or its collection has ended', () => {
    const skipped = { status: 'skipped', at: { skipped: retryAt } };
    expect(endedWith(deferred, { ...waiting, retry: undefined })).toMatchObject({ ...skipped, reason: 'channel_busy' });
    expect(endedWith(deferred, { ...waiting, retry: { slot: 3 } })).toMatchObject({ reason: 'channel_busy' });
    const paid = { ...waiting, status: 'completed', isPayable: false };
    expect(endedWith(deferred, paid)).toMatchObject({ ...skipped, reason: 'completed' });
  });

  it('a slot whose message failed, and that no other channel took, has failed', () => {
    const failed = { ...deferred, reason: 'Email Bounced', at: { sent: CLAIMED, failed: retryAt } };
    expect(endedWith(failed, { ...waiting, retry: undefined })).toMatchObject({
      status: 'failed',
      reason: 'Email Bounced',
    });
  });
});

const UNCONFIRMED = ['sending', 'unknown', 'sent'];

it.each<[ReceiptStatus, Channel, readonly string[]]>([
  ['delivered', 'sms', UNCONFIRMED],
  ['delivered', 'email', UNCONFIRMED],
  ['delivered', 'whatsapp', ['deferred', ...UNCONFIRMED, 'failed']],
  ['read', 'sms', [...UNCONFIRMED, 'delivered']],
  ['read', 'email', [...UNCONFIRMED, 'delivered']],
  ['read', 'whatsapp', ['deferred', ...UNCONFIRMED, 'delivered', 'failed']],
  ['failed', 'sms', UNCONFIRMED],
  ['failed', 'whatsapp', UNCONFIRMED],
  ['failed', 'email', [...UNCONFIRMED, 'delivered']],
  ['noted', 'email', []],
])('a receipt that says %s by %s moves attempts that are %j, and no others', (status, channel, movable) => {
  expect(movableTo(status, channel)).toEqual(ATTEMPT_STATUSES.filter((each) => movable.includes(each)));
});
