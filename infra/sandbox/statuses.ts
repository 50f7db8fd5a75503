/** The statuses of the sandbox provider's sessions and transactions, as their money and the clock decide. */
import type { Money } from '#lib/domain/money.ts';
import type { OwnTransaction, SandboxDispute, SandboxPayment, SandboxRefund, SandboxSession } from './records.ts';

export type SessionStatus = 'open' | 'paid' | 'closed' | 'expired';
type TransactionState = 'open' | 'paid' | 'reversed';

/** What came under one reference, and what of it went back. */
export type Moved = { payments: SandboxPayment[]; refunds: SandboxRefund[]; disputes: SandboxDispute[] };

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
export function transactionState({ payments, refunds, disputes }: Moved): TransactionState {
  const [first] = payments;
  if (first === undefined) return 'open';
  const { currency } = first.amount;
  const back = [...refunds.filter(({ status }) => status === 'done'), ...disputes.filter(({ taken }) => taken)];
  return sumOf(back, currency) >= sumOf(payments, currency) ? 'reversed' : 'paid';
}

type Known = { session?: SandboxSession | undefined; own?: OwnTransaction | undefined; moved: Moved };

/** Everything under a reference, in one answer; undefined when the merchant has never used it. */
export function showTransaction({ session, own, moved }: Known, reference: string, now: Date): object | undefined {
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
