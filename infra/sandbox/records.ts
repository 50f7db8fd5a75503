/** What the sandbox provider keeps on record: sessions, transactions, payments and money that went back, with their tables. */
import type { DatabaseSync } from 'node:sqlite';
import type { Money } from '#lib/domain/money.ts';
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
  cancelUrl: string;
  closedAt?: string;
};

/** A transaction that the merchant opened under a reference of its own, without a session. */
export type OwnTransaction = {
  merchant: string;
  /** The id of its payment. */
  transaction: string;
  reference: string;
  amount: Money;
  openedAt: string;
};

export type SandboxPayment = {
  merchant: string;
  /** Always the same for the same payment. */
  transaction: string;
  /** Of the session or the transaction that was paid. */
  reference: string;
  amount: Money;
  paidAt: string;
  /** Absent when the session leaves the choice to the payer. */
  method?: Exclude<keyof OpenedBy, 'checkout'>;
};

/** `changedAt` is the latest of the other instants. */
type MoneyBack = Pick<SandboxPayment, 'merchant' | 'transaction' | 'reference' | 'amount'> & {
  id: string;
  changedAt: string;
};

export const REFUND_STATUSES = ['done', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** `doneAt` stays when the refund fails afterwards. */
export type SandboxRefund = MoneyBack & { status: RefundStatus; doneAt?: string; failedAt?: string };

export const DISPUTE_STATUSES = ['opened', 'lost', 'won'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** `taken`: the money has left the merchant. */
export type SandboxDispute = MoneyBack & {
  status: DisputeStatus;
  taken: boolean;
  openedAt: string;
  lostAt?: string;
  wonAt?: string;
};

/** What the webhook of one of the service's providers is told; `provider` is that provider's id. */
export type WebhookEvent = {
  provider: string;
  transaction: string;
  reference: string;
  /** Absent for a payment. */
  returned?: { event: `refund.${RefundStatus}` | `dispute.${DisputeStatus}`; object: string };
};

type SessionStatus = 'open' | 'paid' | 'closed' | 'expired';
type TransactionState = 'open' | 'paid' | 'reversed';

/** What came under one reference, and what of it went back. */
export type MovementRecords = { payments: SandboxPayment[]; refunds: SandboxRefund[]; disputes: SandboxDispute[] };

const sumOf = (moneys: readonly { amount: Money }[], currency: string): number =>
  moneys.filter(({ amount }) => amount.currency === currency).reduce((sum, { amount }) => sum + amount.minor, 0);

/** A session whose amount has come is paid, even if it was closed or has expired since. */
export function sessionStatus(session: SandboxSession, payments: readonly SandboxPayment[], now: Date): SessionStatus {
  const { amount, closedAt, expiresAt } = session;
  if (sumOf(payments, amount.currency) >= amount.minor) return 'paid';
  if (closedAt !== undefined) return 'closed';
  return now.getTime() >= Date.parse(expiresAt) ? 'expired' : 'open';
}

/** Reversed: all that was paid has gone back. */
export function transactionState({ payments, refunds, disputes }: MovementRecords): TransactionState {
  const [first] = payments;
  if (first === undefined) return 'open';
  const { currency } = first.amount;
  const back = [...refunds.filter(({ status }) => status === 'done'), ...disputes.filter(({ taken }) => taken)];
  return sumOf(back, currency) >= sumOf(payments, currency) ? 'reversed' : 'paid';
}

type MerchantRecords = {
  session?: SandboxSession | undefined;
  own?: OwnTransaction | undefined;
  moved: MovementRecords;
};

/** Everything under a reference, in one answer; undefined when the merchant has never used it. */
export function showTransaction(
  { session, own, moved }: MerchantRecords,
  reference: string,
  now: Date,
): object | undefined {
  if (session === undefined && own === undefined && moved.payments.length === 0) return undefined;
  const amount = (session ?? own)?.amount;
  return {
    ...(own && { transaction: own.transaction }),
    reference,
    ...(amount && { amount }),
    state: session ? sessionStatus(session, moved.payments, now) : transactionState(moved),
    payments: moved.payments.map(show),
    refunds: moved.refunds.map(show),
    disputes: moved.disputes.map(show),
  };
}

/** A record as its merchant sees it. */
export const show = <Kept extends { merchant: string }>({ merchant: _own, ...shown }: Kept): Omit<Kept, 'merchant'> =>
  shown;

/** `number` gives the order in which rows were added. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS session (
    id TEXT PRIMARY KEY, merchant TEXT, reference TEXT, session TEXT, UNIQUE (merchant, reference)
  );
  CREATE TABLE IF NOT EXISTS own (merchant TEXT, reference TEXT, own TEXT, UNIQUE (merchant, reference));
  CREATE TABLE IF NOT EXISTS payment (
    number INTEGER PRIMARY KEY, merchant TEXT, txn TEXT, reference TEXT, payment TEXT, UNIQUE (merchant, txn)
  );
  CREATE INDEX IF NOT EXISTS paymentReference ON payment (merchant, reference);
  CREATE TABLE IF NOT EXISTS refund (
    number INTEGER PRIMARY KEY, merchant TEXT, id TEXT, reference TEXT, refund TEXT, UNIQUE (merchant, id)
  );
  CREATE INDEX IF NOT EXISTS refundReference ON refund (merchant, reference);
  CREATE TABLE IF NOT EXISTS dispute (
    number INTEGER PRIMARY KEY, merchant TEXT, id TEXT, reference TEXT, dispute TEXT, UNIQUE (merchant, id)
  );
  CREATE INDEX IF NOT EXISTS disputeReference ON dispute (merchant, reference);
  CREATE TABLE IF NOT EXISTS webhookEvent (
    number INTEGER PRIMARY KEY, provider TEXT, txn TEXT, webhookEvent TEXT, UNIQUE (provider, txn)
  );
`;

export const createTables = (state: DatabaseSync): void => state.exec(TABLES);

/** Reads the rows of a table; the column that has the table's name keeps the record. */
export const reader =
  <Kept>(state: DatabaseSync, table: string) =>
  (where: string, ...values: string[]): Kept[] =>
    state
      .prepare(`SELECT ${table} AS kept FROM ${table} WHERE ${where}`)
      .all(...values)
      .map(({ kept }) => JSON.parse(String(kept)) as Kept);

export function inTransaction<Result>(state: DatabaseSync, write: () => Result): Result {
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
