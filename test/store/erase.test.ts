/** Erasing a collection with a message on its way: what becomes of that is recorded first, with its text. */
import { expect, it } from 'vitest';
import type { Collection } from '#lib/domain/collection.ts';
import { recordResult } from '#lib/store/attempt/attempts.ts';
import { getHistory } from '#lib/store/collection/collections.ts';
import { eraseCollection } from '#lib/store/collection/erase.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { findMessage } from '#lib/store/message/messages.ts';
import { table } from '#lib/store/table/live-table.ts';
import { useTable } from '#test/support/dynamodb.ts';
import { aClaimed, minutesAfter, tokenOf } from './a-claim.ts';

useTable();

const SENT_AT = '2026-03-01T09:20:02.000Z';

async function aCancelled(): Promise<Collection> {
  const collection = await aClaimed();
  const change = { from: ['pending' as const], to: 'cancelled' as const, updatedAt: SENT_AT, events: [] };
  expect(await saveStatus(table, collection.ref, change)).toMatchObject({ saved: true });
  return collection;
}

const firstNameOf = async ({ ref }: Collection) => (await getHistory(table, ref))?.collection.contact.firstName;
const erase = ({ ref }: Collection, now: Date) => eraseCollection(table, ref, now);

it('waits while a message is being sent, and no longer than a send can take', async () => {
  const collection = await aCancelled();
  expect(await erase(collection, minutesAfter(1))).toBe('busy');
  expect(await firstNameOf(collection)).toBe(collection.contact.firstName);
  expect(await erase(collection, minutesAfter(60))).toBe('erased');
  expect(await firstNameOf(collection)).toBe('Erased');
});

it('waits while what leads back from a sent message may still be written, and takes it along', async () => {
  const collection = await aCancelled();
  const sent = { status: 'sent', channel: 'sms', messageId: 'm-erased', channelsTried: ['sms'], at: SENT_AT } as const;
  await recordResult(table, { ref: collection.ref, slot: 1 }, tokenOf(collection), sent);
  expect(await erase(collection, minutesAfter(1))).toBe('busy');
  expect(await findMessage(table, 'sms', 'm-erased')).toBeDefined();
  expect(await erase(collection, minutesAfter(60))).toBe('erased');
  expect(await findMessage(table, 'sms', 'm-erased')).toBeUndefined();
});

it('does not wait for a message that was refused', async () => {
  const collection = await aCancelled();
  const refused = { status: 'failed', reason: 'blocked', channelsTried: ['sms'], at: SENT_AT } as const;
  await recordResult(table, { ref: collection.ref, slot: 1 }, tokenOf(collection), refused);
  expect(await erase(collection, minutesAfter(1))).toBe('erased');
});
