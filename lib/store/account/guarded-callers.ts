/** How the middleware finds out who calls an operation that not every role may ask for: it records a refusal. */
import type { AuditEntry } from '#lib/domain/audit.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import type { Table } from '#lib/store/table/table.ts';
import { getApiKey } from './accounts.ts';
import { getMember } from './callers.ts';

const recordAudit = async (table: Table, account: string, entry: AuditEntry): Promise<void> =>
  (await import('#lib/store/member/audit.ts')).recordAudit(table, account, entry);

export const guardedCallers = (table: Table) => storeOf(table, { getApiKey, getMember, recordAudit });

/** Of the calls that only the console makes. */
export const sessionCallers = (table: Table) => storeOf(table, { getMember, recordAudit });
