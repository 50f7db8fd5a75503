/** What the middleware needs to find out who calls. */

import type { AuditEntry } from '#lib/domain/audit.ts';
import type { ApiKey } from '#lib/domain/checked-token.ts';
import type { FailedCall } from '#lib/domain/failed-call.ts';
import type { MemberRef } from '#lib/domain/ids.ts';
import type { By, Member, Role } from '#lib/domain/member.ts';
import type { Settings } from '#lib/settings.ts';
import type { CallerGuard, Turns } from './caller-guard.ts';

/** Functions of the store, which only the functions know. */
type CallerReads = {
  getApiKey: (account: string, hash: string) => Promise<ApiKey | undefined>;
  getMember: (ref: MemberRef) => Promise<Member | undefined>;
  /** Absent where every role may do everything. */
  recordDenied?: (account: string, entry: AuditEntry) => Promise<void>;
  /** Absent with `recordDenied`. */
  recordFailed?: (account: string, call: FailedCall) => Promise<void>;
};

export type Callers = CallerReads & { settings: Settings; callerGuard: CallerGuard };

/** A member with a session. */
export type SignedIn = { member: Member; session: string };

/** Refuses a role that is too low, and records that of a member. @throws forbidden */
export type Demand = (role: Role) => Promise<void>;

/** Empty for a key of an administrator. */
export type VerifiedCaller = { by?: By; signedIn?: SignedIn; demand?: Demand };

/** `account` is what the key or the session names; `verified` rejects if it is not that account's, and for `isDenied` in any case. */
export type CallerCheck = {
  account: string;
  verified: Promise<VerifiedCaller>;
  turns: Turns | undefined;
  isDenied?: boolean;
};
