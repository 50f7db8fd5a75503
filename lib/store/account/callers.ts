/** How the middleware finds out who calls. What only a session needs is loaded with the first one. */
import type { AuditEntry } from '#lib/domain/audit.ts';
import type { FailedCall } from '#lib/domain/failed-call.ts';
import type { MemberRef } from '#lib/domain/ids.ts';
import type { Member } from '#lib/domain/member.ts';
import { getApiKey } from '#lib/store/account/api-keys.ts';
import type { Table } from '#lib/store/table/table.ts';

const getMember = async (table: Table, ref: MemberRef): Promise<Member | undefined> =>
  (await import('#lib/store/member/members.ts')).getMember(table, ref);

/** Of operations that every member may ask for. */
export const callers = { getApiKey, getMember };

const recordDenied = async (table: Table, account: string, entry: AuditEntry): Promise<void> =>
  (await import('#lib/store/member/audit.ts')).recordDenied(table, account, entry);

const recordFailed = async (table: Table, account: string, call: FailedCall): Promise<void> =>
  (await import('#lib/store/member/audit.ts')).recordFailed(table, account, call);

/** Of operations that not every role may ask for: a refusal is recorded. */
export const guardedCallers = { ...callers, recordDenied, recordFailed };
