/** What a payment provider is asked for, and what it may answer. */
import type { Money } from '#lib/domain/money.ts';
import type { ProviderPayment } from './payment.ts';
import type { OpenedBy } from './payment-option.ts';

/** What a session is to be opened for. */
export type Order = {
  /** Ours, at most 100 of `[a-z0-9-]`; the provider refuses one that it has seen. */
  reference: string;
  amount: Money;
  /** `phone` in E.164, absent when the contact's is not one. */
  customer: { firstName: string; lastName: string; email: string; phone?: string };
  /** The business that collects. */
  merchant: string;
  /** What the payment is for. */
  description: string;
  /** When the collection expires; the provider's own session may end earlier. */
  expiresAt: string;
  now: Date;
  /** Where the provider sends the customer afterwards. */
  returnUrl: string;
};

/** `taken`: the reference has been used, and the session behind it cannot be had again; a fresh reference can. */
export type Opened<Method extends keyof OpenedBy> =
  | { kind: 'opened'; option: OpenedBy[Method]; key?: string }
  | { kind: 'taken' }
  | { kind: 'failed'; reason: string };

/** Which payments are asked for: all of the session under `reference`, or of the one `transaction` there. */
export type Lookup = { reference: string; key?: string; transaction?: string };

/** Confirmed payments only; empty when nothing has been paid. */
export type Found = { kind: 'found'; payments: ProviderPayment[] } | { kind: 'unavailable'; reason: string };
