/** Which receipts of a channel move an attempt. */
import { expect, it } from 'vitest';
import { ATTEMPT_STATUSES, movableTo, type ReceiptStatus } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';

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
