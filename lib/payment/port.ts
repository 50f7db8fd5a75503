/** What a payment provider's adapter is made of. Everything is asked for by plain HTTP, in the provider's documented shapes. */
import type { Lookup, Opened, Order } from '#lib/domain/payment/exchange.ts';
import type { ProviderPayment } from '#lib/domain/payment/payment.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';

export type { Found, Lookup, Opened, Order } from '#lib/domain/payment/exchange.ts';

/** A webhook as it came: the raw text of the body, and headers by their lower-case names. */
export type Webhook = { body: string; headers: Readonly<Record<string, string | undefined>> };

/** What a webhook says. `other`: it is genuine, and about nothing we wait for. Nothing in it is believed but the lookup. */
export type WebhookEvent =
  | { kind: 'unsigned' }
  | { kind: 'malformed' }
  | { kind: 'other' }
  | { kind: 'payment'; lookup: Lookup };

/** A provider's secrets, by the names of the adapter's `secrets`. */
export type Credentials = Readonly<Record<string, string>>;

/** One exchange with a provider; see `call-provider.ts`. */
export type Call = (request: {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  /** Sent as it is; its content type is among the headers. */
  body?: string;
}) => Promise<{ status: number; json: unknown }>;

/** What an adapter's opening comes to; a failure is thrown. */
export type Answered<Method extends keyof OpenedBy> = Exclude<Opened<Method>, { kind: 'failed' }>;

export type PaymentAdapter = {
  /** The names of the secrets it needs, in the order in which an operator is asked for them. */
  secrets: readonly string[];
  /** Where its pages are, as sources of a content security policy. */
  checkoutHosts: () => readonly string[];
  /** Opens a session for one method. Throws `ProviderFailure` when the provider does not do so. */
  open: <Method extends keyof OpenedBy>(
    method: Method,
    order: Order,
    by: { credentials: Credentials; call: Call },
  ) => Promise<Answered<Method>>;
  /** Throws `ProviderFailure` when the provider cannot say. */
  findPayments: (of: Lookup, by: { credentials: Credentials; call: Call }) => Promise<ProviderPayment[]>;
  /** Pure: signature first, compared in constant time. Never throws. */
  readWebhookEvent: (webhook: Webhook, credentials: Credentials, now: Date) => WebhookEvent;
};

/** Why a provider could not be asked, or would not do it: a code without personal data, such as `timeout`, `unauthorized`. */
export class ProviderFailure extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(`the provider failed: ${reason}`);
    this.name = 'ProviderFailure';
    this.reason = reason;
  }
}
