/** The sessions on record at the sandbox provider, and the transactions that merchants opened without one. */
import type { DatabaseSync } from 'node:sqlite';
import type { OwnTransaction, SandboxSession } from './records.ts';
import { reader } from './tables.ts';

/** A merchant uses a reference once, for a session or for a transaction of its own. */
export type Opened = {
  /** False when the merchant has used the reference before. */
  addSession(session: SandboxSession): boolean;
  sessionOf(merchant: string, reference: string): SandboxSession | undefined;
  session(id: string): SandboxSession | undefined;
  /** Those whose reference begins so, oldest first. */
  sessionsWith(merchant: string, prefix: string): SandboxSession[];
  closeSession(session: SandboxSession, closedAt: string): SandboxSession;
  /** False when the merchant has used the reference before. */
  addOwn(own: OwnTransaction): boolean;
  ownOf(merchant: string, reference: string): OwnTransaction | undefined;
};

const BY_REFERENCE = 'merchant = ? AND reference = ?';

export function openOpened(state: DatabaseSync): Opened {
  const sessions = reader<SandboxSession>(state, 'session');
  const owns = reader<OwnTransaction>(state, 'own');
  const addSession = state.prepare('INSERT OR IGNORE INTO session VALUES (?, ?, ?, ?)');
  const keepSession = state.prepare('UPDATE session SET session = ? WHERE id = ?');
  const addOwn = state.prepare('INSERT OR IGNORE INTO own VALUES (?, ?, ?)');
  const sessionOf = (merchant: string, reference: string) => sessions(BY_REFERENCE, merchant, reference)[0];
  const ownOf = (merchant: string, reference: string) => owns(BY_REFERENCE, merchant, reference)[0];
  return {
    addSession: (session) => {
      const { id, merchant, reference } = session;
      if (ownOf(merchant, reference) !== undefined) return false;
      return addSession.run(id, merchant, reference, JSON.stringify(session)).changes === 1;
    },
    sessionOf,
    session: (id) => sessions('id = ?', id)[0],
    sessionsWith: (merchant, prefix) =>
      sessions('merchant = ? AND reference BETWEEN ? AND ? ORDER BY rowid', merchant, prefix, `${prefix}~`),
    closeSession: (session, closedAt) => {
      const closed = { ...session, closedAt };
      keepSession.run(JSON.stringify(closed), session.id);
      return closed;
    },
    addOwn: (own) => {
      const { merchant, reference } = own;
      if (sessionOf(merchant, reference) !== undefined) return false;
      return addOwn.run(merchant, reference, JSON.stringify(own)).changes === 1;
    },
    ownOf,
  };
}
