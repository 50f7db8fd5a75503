/** The audit log of an account: written with what it records, read newest first. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import type { By } from '#lib/domain/account.ts';
import { AUDITED, type AuditEntry, auditedUntil } from '#lib/domain/audit.ts';
import { auditEntryOf, auditKey, SORT_KEY, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { instant, object, oneOf, optional, text } from '#lib/store/table/checks.ts';
import { isBelow } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, queryPage } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

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

const by = object<By>({ id: text, name: text });

const storedEntry = object<AuditEntry>({
  at: instant,
  what: oneOf(AUDITED),
  member: by,
  by: optional(by),
  detail: optional(text),
});

/** Sorts after every entry. */
const END = '~';

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
