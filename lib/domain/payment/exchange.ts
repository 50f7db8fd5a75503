/** What a payment provider is asked, and what it may answer. */
import type { Money } from '#lib/domain/money.ts';
import type { Movement, Report } from './movement.ts';
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
  /** Where a payer goes who gave up on the provider's page. */
  cancelUrl: string;
  /** The mobile network that the payer chose, where the number does not tell. */
  network?: string;
};

/** `taken`: the reference was used before and its session cannot be had again. A new reference works. */
export type OpenOutcome<Method extends keyof OpenedBy> =
  | { kind: 'opened'; option: OpenedBy[Method]; key?: string }
  | { kind: 'taken' }
  | { kind: 'failed'; reason: string };

/**
 * What to ask a provider about: our session under `reference`, the merchant's own transaction of that name, or what a
 * webhook names. A webhook about a refund may name only the transaction, and one about a dispute also the `object`.
 */
export type Lookup = {
  reference?: string;
  /** The provider's own key of a session of ours. */
  key?: string;
  transaction?: string;
  /** A payment link that the payment was made by: a merchant's collection may know its payments by that name. */
  link?: string;
  /** What else to read beside the payment. */
  about?: 'refunds' | 'disputes' | 'rejection';
  object?: string;
  /** Of a rejection: the amount that came, as the webhook says it, in the provider's own units. */
  sent?: string;
  /** One try to pay is all that this session takes, as a request to a phone: when it has failed, the session has ended. */
  oneTry?: true;
};

/** What the provider confirms; without movements if nothing has been paid. */
export type ProviderFindings = ({ kind: 'found' } & Report) | { kind: 'unavailable'; reason: string };

/** One page of a provider's list of what has moved between two instants. `next` is absent on the last page. */
export type ListPage = { what: 'payments' | 'refunds' | 'disputes'; from: string; to: string; next?: string };
/** `retryAfterMs`: for so long the provider wants no further request. */
export type ListOutcome =
  | { kind: 'listed'; movements: Movement[]; next?: string }
  | { kind: 'unavailable'; reason: string; retryAfterMs?: number };

/** `unclosable`: the provider has no way to close it; it ends by itself. */
export type CloseOutcome = { kind: 'closed' | 'unclosable' } | { kind: 'unavailable'; reason: string };
