/** The audit log of an account: who signed in, what a role did not allow, every change of the members, and what members decided on what customers say. */

import { SECONDS_A_DAY } from '#lib/domain/time/time-units.ts';
import type { By } from './member.ts';

export const AUDITED = [
  'signed_in',
  'signed_out',
  'denied',
  'member_added',
  'member_changed',
  'member_removed',
  'sessions_ended',
  'link_made',
  'link_mailed',
  'passkey_added',
  'passkey_removed',
  'claim_decided',
  'dispute_resolved',
  'attention_changed',
  'message_sent',
  'settings_changed',
  'api_key_made',
  'api_key_revoked',
] as const;

export type AuditEntry = {
  at: string;
  what: (typeof AUDITED)[number];
  /** Whom it is about, by the name of then. */
  member: By;
  /** Who did it, where that is another member; absent for an operator's command, and where a member did it. */
  by?: By;
  detail?: string;
};

/** Who did it, where it was a program with a key of the account. */
export const API_KEY: By = { id: 'api_key', name: 'API key' };

/** Who did it, where it was the operator of the deployment. */
export const OPERATOR: By = { id: 'operator', name: 'Operator' };

const KEPT_DAYS = 400;

/** In seconds since 1970. */
export const auditedUntil = ({ at }: AuditEntry): number =>
  Math.ceil(Date.parse(at) / 1000) + KEPT_DAYS * SECONDS_A_DAY;

/** `by` is left out where members did something to themselves. */
export function newAuditEntry(
  what: AuditEntry['what'],
  about: { member: By; by?: By | undefined; detail?: string | undefined },
  now: Date,
): AuditEntry {
  const { member, by, detail } = about;
  return {
    at: now.toISOString(),
    what,
    member: { id: member.id, name: member.name },
    ...(by !== undefined && by.id !== member.id && { by: { id: by.id, name: by.name } }),
    ...(detail !== undefined && { detail }),
  };
}
