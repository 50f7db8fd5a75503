/** The sandbox provider's records: its merchants' sessions and payments, and the webhooks it has yet to deliver. */
import type { DatabaseSync } from 'node:sqlite';
import type { Money } from '#lib/domain/money.ts';
import type { ProviderPayment } from '#lib/domain/payment/payment.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';

/** `merchant`, here and below, is the hash of the merchant's key. */
export type SandboxSession = {
  id: string;
  merchant: string;
  reference: string;
  method: keyof OpenedBy;
  amount: Money;
  customer: { firstName: string; lastName: string; email: string; phone?: string | undefined };
  business: string;
  description: string;
  expiresAt: string;
  returnUrl: string;
};

export type SandboxPayment = ProviderPayment & { merchant: string };

/** A payment that the webhook of one of the service's providers is told of; `provider` is that provider's id. */
export type WebhookEvent = Pick<ProviderPayment, 'transaction' | 'reference'> & { provider: string };

export type Ledger = {
  /** False when the merchant has used the reference before. */
  addSession(session: SandboxSession): boolean;
  sessionOf(merchant: string, reference: string): SandboxSession | undefined;
  session(id: string): SandboxSession | undefined;
  /** Records a payment, and a webhook for `provider` if given; a known transaction returns the payment on record. */
  pay(payment: SandboxPayment, provider?: string): SandboxPayment;
  payment(merchant: string, transaction: string): SandboxPayment | undefined;
  paymentsOf(merchant: string, reference: string): SandboxPayment[];
  /** Those that are not delivered yet, oldest first. */
  webhookEvents(): WebhookEvent[];
  dropWebhookEvent(webhookEvent: WebhookEvent): void;
  close(): void;
};

const TABLES = `
  CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY, merchant TEXT, reference TEXT, session TEXT, UNIQUE (merchant, reference)
  );
  CREATE TABLE IF NOT EXISTS payment (
    number INTEGER PRIMARY KEY, merchant TEXT, txn TEXT, reference TEXT, payment TEXT, UNIQUE (merchant, txn)
  );
  CREATE INDEX IF NOT EXISTS paymentReference ON payment (merchant, reference);
  CREATE TABLE IF NOT EXISTS webhookEvent (
    number INTEGER PRIMARY KEY, provider TEXT, txn TEXT, webhookEvent TEXT, UNIQUE (provider, txn)
  );
`;

export function openLedger(state: DatabaseSync): Ledger {
  state.exec(TABLES);
  const sessions = reader<SandboxSession>(state, 'session');
  const payments = reader<SandboxPayment>(state, 'payment');
  const webhookEvents = reader<WebhookEvent>(state, 'webhookEvent');
  const addSession = state.prepare('INSERT OR IGNORE INTO session VALUES (?, ?, ?, ?)');
  const addPayment = state.prepare(
    'INSERT OR IGNORE INTO payment (merchant, txn, reference, payment) VALUES (?, ?, ?, ?)',
  );
  const addWebhookEvent = state.prepare(
    'INSERT OR IGNORE INTO webhookEvent (provider, txn, webhookEvent) VALUES (?, ?, ?)',
  );
  const dropWebhookEvent = state.prepare('DELETE FROM webhookEvent WHERE provider = ? AND txn = ?');
  return {
    addSession: (session) =>
      addSession.run(session.id, session.merchant, session.reference, JSON.stringify(session)).changes === 1,
    sessionOf: (merchant, reference) => sessions('merchant = ? AND reference = ?', merchant, reference)[0],
    session: (id) => sessions('id = ?', id)[0],
    pay: (payment, provider) => {
      const { merchant, transaction, reference } = payment;
      const find = () => payments('merchant = ? AND txn = ?', merchant, transaction)[0] ?? payment;
      return inTransaction(state, () => {
        addPayment.run(merchant, transaction, reference, JSON.stringify(payment));
        const paid = find();
        const webhookEvent = { provider, transaction, reference: paid.reference };
        if (provider !== undefined) addWebhookEvent.run(provider, transaction, JSON.stringify(webhookEvent));
        return paid;
      });
    },
    payment: (merchant, transaction) => payments('merchant = ? AND txn = ?', merchant, transaction)[0],
    paymentsOf: (merchant, reference) =>
      payments('merchant = ? AND reference = ? ORDER BY number', merchant, reference),
    webhookEvents: () => webhookEvents('true ORDER BY number'),
    dropWebhookEvent: ({ provider, transaction }) => void dropWebhookEvent.run(provider, transaction),
    close: () => state.close(),
  };
}

/** Reads the rows of a table; each is kept as JSON, in the column that has the table's name. */
const reader =
  <Kept>(state: DatabaseSync, table: string) =>
  (where: string, ...values: string[]): Kept[] =>
    state
      .prepare(`SELECT ${table} AS kept FROM ${table} WHERE ${where}`)
      .all(...values)
      .map(({ kept }) => JSON.parse(String(kept)) as Kept);

function inTransaction<Result>(state: DatabaseSync, write: () => Result): Result {
  state.exec('BEGIN');
  try {
    const result = write();
    state.exec('COMMIT');
    return result;
  } catch (error) {
    state.exec('ROLLBACK');
    throw error;
  }
}
