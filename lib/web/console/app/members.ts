/** The people of the merchant, as the service shows them. */
import type { Role } from './state.ts';

type MemberSession = { id: string; startedAt: string; seenAt: string; expiresAt: string; current: boolean };

/** `email`, `weeklyEmail`, `link` and `sessions` are for admins only. */
export type Member = {
  id: string;
  name: string;
  role: Role;
  createdAt: string;
  email?: string;
  weeklyEmail?: boolean;
  link?: { expiresAt: string };
  sessions?: MemberSession[];
};

export type MadeLink = { link: string; linkExpiresAt: string; mailed?: boolean };

/** A link that was made for a member just now. */
export type MadeMember = MadeLink & { name: string; email?: string };

export type AuditRow = {
  at: string;
  what: string;
  member: { id: string; name: string };
  by?: { id: string; name: string };
  detail?: string;
};
