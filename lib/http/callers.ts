/** What the middleware needs to know of callers. The functions pass it in, because only the store knows the table. */
import type { ApiKey } from '#lib/domain/api-key.ts';
import type { AuditEntry } from '#lib/domain/audit.ts';
import type { MemberRef } from '#lib/domain/ids.ts';
import type { Member } from '#lib/domain/member.ts';

export type Callers = {
  /** Absent where an API key is not accepted. */
  getApiKey?: (account: string, hash: string) => Promise<ApiKey | undefined>;
  /** Absent where a session is not accepted. */
  getMember?: (ref: MemberRef) => Promise<Member | undefined>;
  /** Absent where every role may do everything. */
  recordAudit?: (account: string, entry: AuditEntry) => Promise<void>;
};
