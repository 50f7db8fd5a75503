/** How the middleware finds out who calls. What only a session needs is loaded with the first one. */
import type { AuditEntry } from '#lib/domain/audit.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { Member } from '#lib/domain/member.ts';
import { getApiKey } from './accounts.ts';

const getMember = async (ref: CollectionRef): Promise<Member | undefined> =>
  (await import('./members.ts')).getMember(ref);

const recordAudit = async (account: string, entry: AuditEntry): Promise<void> =>
  (await import('./audit.ts')).recordAudit(account, entry);

/** Of an operation that every member may ask for. */
export const callers = { getApiKey, getMember };

/** Of the calls that only the console makes. */
export const sessionCallers = { getMember, recordAudit };

/** Of an operation that not every role may ask for: a refusal is recorded. */
export const guardedCallers = { getApiKey, getMember, recordAudit };
