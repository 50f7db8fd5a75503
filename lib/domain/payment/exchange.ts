/** What a payment provider is asked, and what it may answer. */
import type { Money } from '#lib/domain/money.ts';
import type { ProviderPayment } from './payment.ts';
import type { OpenedBy } from './payment-option.ts';

export type Order = {
  /** Our reference: at most 100 of `[a-z0-9-]`. A provider refuses a reference that was used before. */
  reference: string;
  amount: Money;
  /** `phone` is in E.164, and absent if the contact's phone is not. */
  customer: { firstName: string; lastName: string; email: string; phone?: string };
  merchant: string;
  description: string;
  /** When the collection expires; the provider's own session may end earlier. */
  expiresAt: string;
  now: Date;
  returnUrl: string;
};

/** `taken`: the reference was used before and its session cannot be had again. A new reference works. */
export type Opened<Method extends keyof OpenedBy> =
  | { kind: 'opened'; option: OpenedBy[Method]; key?: string }
  | { kind: 'taken' }
  | { kind: 'failed'; reason: string };

/** All payments of the session under `reference`, or only `transaction`. */
export type Lookup = { reference: string; key?: string; transaction?: string };

/** Confirmed payments only; empty if nothing has been paid. */
export type Found = { kind: 'found'; payments: ProviderPayment[] } | { kind: 'unavailable'; reason: string };
