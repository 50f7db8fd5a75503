/** The audit log of an account: written with what it records, read newest first. */

import { PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { AUDITED, type AuditEntry, auditedUntil } from '#lib/domain/audit.ts';
import { type FailedCall, failedCallUntil } from '#lib/domain/failed-call.ts';
import type { By } from '#lib/domain/member.ts';
import { HOUR_MS } from '#lib/domain/time/time-units.ts';
import { auditEntryOf, auditKey, SORT_KEY, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { instant, integer, list, object, oneOf, optional, text } from '#lib/store/table/checks.ts';
import { any, beginsWith, ITEM_IS_NEW, isAtMost, isBelow } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, queryPage } from '#lib/store/table/requests.ts';
import { isContention, isRefused, type Table } from '#lib/store/table/table.ts';

/** The write of an entry, alone or as a part of a transaction. */
export const putOfAudit = (table: Table, account: string, entry: AuditEntry) =>
  put(table, {
    item: {
      ...auditKey(account, `${entry.at}#${table.random.nonce()}`),
      ...entry,
      [TTL_ATTRIBUTE]: auditedUntil(entry),
    },
  });

export async function recordAudit(table: Table, account: string, entry: AuditEntry): Promise<void> {
  await table.send(new PutCommand(putOfAudit(table, account, entry)));
}

/** Sorts after every entry. */
const END = '~';

/** What a role did not allow: of a member and a kind of call once in an hour, so that a caller in a loop does not fill the log. */
export async function recordDenied(table: Table, account: string, entry: AuditEntry): Promise<void> {
  const until = new Date(Date.parse(entry.at) + HOUR_MS).toISOString();
  const mark = { ...deniedKey(account, entry), until, [TTL_ATTRIBUTE]: Math.ceil(Date.parse(until) / 1000) };
  const isOver = any(ITEM_IS_NEW, isAtMost('until', entry.at));
  const puts = [put(table, { item: mark, when: isOver }), putOfAudit(table, account, entry)];
  try {
    await table.sendUnlessHeld(new TransactWriteCommand({ TransactItems: puts.map((Put) => ({ Put })) }));
  } catch (error) {
    // Another call has recorded it, or is just doing so.
    if (!isContention(error) && !isRefused(error)) throw error;
  }
}

/** Behind every entry, so that no list of them has it. */
const deniedKey = (account: string, { member, detail = '' }: AuditEntry) =>
  auditKey(account, `${END}denied#${member.id}#${detail}`);

const by = object<By>({ id: text, name: text });

const storedEntry = object<AuditEntry>({
  at: instant,
  what: oneOf(AUDITED),
  member: by,
  by: optional(by),
  detail: optional(text),
});

/** Behind every entry, too. */
const FAILED = `${END}failed#`;

export const putOfFailed = (table: Table, account: string, call: FailedCall) =>
  put(table, {
    item: {
      ...auditKey(account, `${FAILED}${call.at}#${table.random.nonce()}`),
      ...call,
      [TTL_ATTRIBUTE]: failedCallUntil(call),
    },
  });

export async function recordFailed(table: Table, account: string, call: FailedCall): Promise<void> {
  await table.send(new PutCommand(putOfFailed(table, account, call)));
}

const storedCall = object<FailedCall>({
  at: instant,
  requestId: text,
  call: text,
  status: integer,
  code: text,
  message: text,
  faults: optional(list(object({ path: text, message: text }))),
});

/** Newest first. */
export async function listFailed(table: Table, account: string, limit: number): Promise<FailedCall[]> {
  const { pk } = auditKey(account, '');
  const when = beginsWith(SORT_KEY, auditKey(account, FAILED).sk);
  const { items } = await queryPage(table, { partition: pk, when, newestFirst: true, limit });
  return items.map((item) => readItem(item, storedCall));
}

/** `after`: the page before says where it ended, in its `next`; undefined at the end. */
export async function listAudit(
  table: Table,
  account: string,
  { after = END, limit }: { after?: string | undefined; limit: number },
): Promise<{ entries: AuditEntry[]; next?: string }> {
  const { pk } = auditKey(account, '');
  const when = isBelow(SORT_KEY, auditKey(account, after).sk);
  const { items } = await queryPage(table, { partition: pk, when, newestFirst: true, limit: limit + 1 });
  const page = items.slice(0, limit);
  const last = items.length > limit ? page.at(-1) : undefined;
  const entries = page.map((item) => readItem(item, storedEntry));
  return { entries, ...(last !== undefined && { next: auditEntryOf(String(last[SORT_KEY])) }) };
}
