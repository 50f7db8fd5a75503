/** Addresses for notices in the table: what was asked of each, and how many links an account had sent on a day. */

import type { NotifyRef } from '#lib/domain/ids.ts';
import { MAX_ASKED_A_DAY, type NotifyAddress } from '#lib/domain/webhook/notify-address.ts';
import { TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { instant, object, optional, text } from '#lib/store/table/checks.ts';
import { all, any, exists, ITEM_EXISTS, ITEM_IS_NEW, isBelow, notExists } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { atFirst, updateIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';
import { askedOnKey, notifyKey } from '#lib/store/webhook/keys.ts';

const stored = object<NotifyAddress>({
  address: text,
  askedAt: instant,
  mailedAt: optional(instant),
  confirmedAt: optional(instant),
  noticedOn: optional(text),
});

export async function getNotifyAddress(table: Table, ref: NotifyRef): Promise<NotifyAddress | undefined> {
  const item = await table.getItem(notifyKey(ref));
  return item && readItem(item, stored);
}

/** Longer than a call takes, and shorter than the queue hides its message. */
const ABANDONED_MS = 2 * 60_000;

/** False if the link was sent, or another call is about to send it: one that ended in between holds it no longer. */
export function claimAsking(table: Table, ref: NotifyRef, address: string, now: Date): Promise<boolean> {
  const abandoned = new Date(now.getTime() - ABANDONED_MS).toISOString();
  return updateIf(table, {
    key: notifyKey(ref),
    set: { address, askedAt: now.toISOString() },
    when: any(ITEM_IS_NEW, all(notExists('mailedAt'), isBelow('askedAt', abandoned))),
  });
}

export async function setAsked(table: Table, ref: NotifyRef, now: Date): Promise<void> {
  await updateIf(table, { key: notifyKey(ref), set: { mailedAt: now.toISOString() }, when: ITEM_EXISTS });
}

const SECONDS_A_DAY = 86_400;

/** Counts one link more; false when the account has had as many as it may on that day. */
export function countAsking(table: Table, account: string, day: string): Promise<boolean> {
  return updateIf(table, {
    key: askedOnKey(account, day),
    set: { [TTL_ATTRIBUTE]: Date.parse(day) / 1000 + 2 * SECONDS_A_DAY },
    add: { asked: 1 },
    when: any(notExists('asked'), isBelow('asked', MAX_ASKED_A_DAY)),
  });
}

/** Keeps the first instant. False if nobody was asked. */
export const confirmNotifyAddress = (table: Table, ref: NotifyRef, now: Date): Promise<boolean> =>
  updateIf(table, { key: notifyKey(ref), set: { confirmedAt: atFirst(now.toISOString()) }, when: ITEM_EXISTS });

export async function withdrawNotifyAddress(table: Table, ref: NotifyRef): Promise<void> {
  await updateIf(table, { key: notifyKey(ref), remove: ['confirmedAt'], when: ITEM_EXISTS });
}

/** The one notice that the address gets from the account on that day; false if it had it, or is not confirmed. */
export const claimNotice = (table: Table, ref: NotifyRef, day: string): Promise<boolean> =>
  updateIf(table, {
    key: notifyKey(ref),
    set: { noticedOn: day },
    when: all(exists('confirmedAt'), any(notExists('noticedOn'), isBelow('noticedOn', day))),
  });
