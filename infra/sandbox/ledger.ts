/** The sandbox provider's records: what its merchants opened, what was paid and went back, and webhooks yet to deliver. */
import type { DatabaseSync } from 'node:sqlite';
import {
  createTables,
  inTransaction,
  type MovementRecords,
  type OwnTransaction,
  reader,
  type SandboxDispute,
  type SandboxPayment,
  type SandboxRefund,
  type SandboxSession,
  type WebhookEvent,
} from './records.ts';
import { openReturns, openWebhookQueue, type Returns } from './returns.ts';

type MovementsQuery = {
  merchant: string;
  what: keyof MovementRecords;
  /** Both instants belong to the span. */
  from: string;
  to: string;
  /** The cursor of the page, as `next` of the page before. */
  cursor?: string | undefined;
};

type MovementsPage = { movements: MovementRecords[keyof MovementRecords][number][]; next?: string };

const PAGE = 100;

/** `at`: the instants of its steps, of which the first counts. */
const SOURCES: Record<keyof MovementRecords, { table: string; at: readonly string[] }> = {
  payments: { table: 'payment', at: ['paidAt'] },
  refunds: { table: 'refund', at: ['doneAt', 'failedAt'] },
  disputes: { table: 'dispute', at: ['openedAt'] },
};

/** In SQL, `min` of one value is another function, and of values with a null it is null. */
function earliestOf(table: string, steps: readonly string[]): string {
  const each = steps.map((step) => `coalesce(json_extract(${table}, '$.${step}'), '9')`);
  return each.length === 1 ? each.join() : `min(${each.join(', ')})`;
}

const CURSOR = /^(\d{4}-\d\d-\d\dT[\d:.]{12}Z)_(\d{1,15})$/;

export const isCursor = (text: string): boolean => CURSOR.test(text);

function movementsIn(state: DatabaseSync, { merchant, what, from, to, cursor = '' }: MovementsQuery) {
  const { table, at } = SOURCES[what];
  const [, afterAt = '', afterNumber = '0'] = CURSOR.exec(cursor) ?? [];
  const rows = state
    .prepare(
      `SELECT * FROM (
         SELECT number, ${table} AS kept, ${earliestOf(table, at)} AS at FROM ${table} WHERE merchant = ?
       ) WHERE at BETWEEN ? AND ? AND (at, number) > (?, ?) ORDER BY at, number LIMIT ${PAGE + 1}`,
    )
    .all(merchant, from, to, afterAt, Number(afterNumber));
  const page = rows.slice(0, PAGE);
  const last = page.at(-1);
  const movements = page.map(({ kept }) => JSON.parse(String(kept)));
  return { movements, ...(rows.length > PAGE && { next: `${last?.['at']}_${last?.['number']}` }) } as MovementsPage;
}

/** A merchant uses a reference once, for a session or for a transaction of its own. */
type SessionRecords = {
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

function openOpened(state: DatabaseSync): SessionRecords {
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

export type Ledger = SessionRecords & {
  /** Records a payment, and a webhook for `provider` if given; a known transaction returns the payment on record. */
  pay(payment: SandboxPayment, provider?: string): SandboxPayment;
  payment(merchant: string, transaction: string): SandboxPayment | undefined;
  paymentsOf(merchant: string, reference: string): SandboxPayment[];
  refunds: Returns<SandboxRefund>;
  disputes: Returns<SandboxDispute>;
  movedUnder(merchant: string, reference: string): MovementRecords;
  movements(query: MovementsQuery): MovementsPage;
  /** Those that are not delivered yet, oldest first. */
  webhookEvents(): WebhookEvent[];
  dropWebhookEvent(webhookEvent: WebhookEvent): void;
  close(): void;
};

export function openLedger(state: DatabaseSync): Ledger {
  createTables(state);
  const queue = openWebhookQueue(state);
  const opened = openOpened(state);
  const refunds = openReturns<SandboxRefund>(state, 'refund', queue);
  const disputes = openReturns<SandboxDispute>(state, 'dispute', queue);
  const payments = reader<SandboxPayment>(state, 'payment');
  const addPayment = state.prepare(
    'INSERT OR IGNORE INTO payment (merchant, txn, reference, payment) VALUES (?, ?, ?, ?)',
  );
  const paymentsOf = (merchant: string, reference: string) =>
    payments('merchant = ? AND reference = ? ORDER BY number', merchant, reference);
  const payment = (merchant: string, transaction: string) =>
    payments('merchant = ? AND txn = ?', merchant, transaction)[0];

  const pay: Ledger['pay'] = (given, provider) => {
    const { merchant, transaction, reference } = given;
    const { method = 'checkout' } = opened.sessionOf(merchant, reference) ?? {};
    const added = method === 'checkout' ? given : { ...given, method };
    return inTransaction(state, () => {
      addPayment.run(merchant, transaction, reference, JSON.stringify(added));
      const paid = payment(merchant, transaction) ?? added;
      if (provider !== undefined) queue.add({ provider, transaction, reference: paid.reference });
      return paid;
    });
  };

  return {
    ...opened,
    pay,
    payment,
    paymentsOf,
    refunds,
    disputes,
    movedUnder: (merchant, reference) => ({
      payments: paymentsOf(merchant, reference),
      refunds: refunds.under(merchant, reference),
      disputes: disputes.under(merchant, reference),
    }),
    movements: (query) => movementsIn(state, query),
    webhookEvents: queue.list,
    dropWebhookEvent: queue.drop,
    close: () => state.close(),
  };
}
