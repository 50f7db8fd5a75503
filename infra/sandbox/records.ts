/** What the sandbox provider keeps on record: sessions, transactions, payments, and money that went back. */
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
type Returned = Pick<SandboxPayment, 'merchant' | 'transaction' | 'reference' | 'amount'> & {
  id: string;
  changedAt: string;
};

export const REFUND_STATUSES = ['done', 'failed'] as const;
export type RefundStatus = (typeof REFUND_STATUSES)[number];

/** `doneAt` stays when the refund fails afterwards. */
export type SandboxRefund = Returned & { status: RefundStatus; doneAt?: string; failedAt?: string };

export const DISPUTE_STATUSES = ['opened', 'lost', 'won'] as const;
export type DisputeStatus = (typeof DISPUTE_STATUSES)[number];

/** `taken`: the money has left the merchant. */
export type SandboxDispute = Returned & {
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
