/** Writes the audit log of an account. */

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { type AuditEntry, auditedUntil } from '#lib/domain/audit.ts';
import { auditKey, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import type { Table } from '#lib/store/table/table.ts';

/** The write of an entry, alone or as a part of a transaction. */
export const putOfAudit = (table: Table, account: string, entry: AuditEntry) => ({
  TableName: table.name,
  Item: {
    ...auditKey(account, `${entry.at}#${table.random.nonce()}`),
    ...entry,
    [TTL_ATTRIBUTE]: auditedUntil(entry),
  },
});

export async function recordAudit(table: Table, account: string, entry: AuditEntry): Promise<void> {
  await table.send(new PutCommand(putOfAudit(table, account, entry)));
}
