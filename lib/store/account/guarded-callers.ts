/** How the middleware finds out who calls an operation that not every role may ask for: it records a refusal. */
import type { AuditEntry } from '#lib/domain/audit.ts';
import { getApiKey } from './accounts.ts';
import { getMember } from './callers.ts';

const recordAudit = async (account: string, entry: AuditEntry): Promise<void> =>
  (await import('#lib/store/member/audit.ts')).recordAudit(account, entry);

export const guardedCallers = { getApiKey, getMember, recordAudit };

/** Of the calls that only the console makes. */
export const sessionCallers = { getMember, recordAudit };
