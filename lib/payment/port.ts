/** The interface of a payment provider's adapter. Adapters use plain HTTP and the provider's documented shapes. */
import type { Mode } from '#lib/domain/account.ts';
import type { ListPage, Lookup, OpenOutcome, Order } from '#lib/domain/payment/exchange.ts';
import type { Movement, Report } from '#lib/domain/payment/movement.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import type { ApiHosts } from '#lib/domain/providers/provider-facts.ts';

export type {
  CloseOutcome,
  ListOutcome,
  ListPage,
  Lookup,
  OpenOutcome,
  Order,
  ProviderFindings,
} from '#lib/domain/payment/exchange.ts';
export type { Movement, Report } from '#lib/domain/payment/movement.ts';

/** A webhook as it arrived: `body` is the raw text, the names in `headers` are in lower case. */
export type Webhook = { body: string; headers: Readonly<Record<string, string | undefined>> };

/**
 * `other` is genuine but moves no money. A lookup only says which transaction to ask the provider
 * about. `hasSequel`: while the payment is under way, another webhook will tell its end.
 */
export type WebhookEvent =
  | { kind: 'unsigned' }
  | { kind: 'malformed' }
  | { kind: 'other' }
  | { kind: 'movement'; lookup: Lookup; hasSequel?: true };

/** A provider's secrets, by the names in its facts. */
export type Credentials = Readonly<Record<string, string>>;

export type Call = (request: {
  method: 'GET' | 'POST' | 'DELETE';
  url: string;
  headers?: Record<string, string>;
  /** Sent unchanged; the caller sets its content type in `headers`. */
  body?: string;
}) => Promise<{ status: number; json: unknown }>;

/** What an adapter needs to talk to its provider for one account. */
export type Connection = { credentials: Credentials; call: Call; hosts: ApiHosts };

/** The results of an adapter's `open`, which throws failures. */
export type OpenAnswer<Method extends keyof OpenedBy> = Exclude<OpenOutcome<Method>, { kind: 'failed' }>;

export type PaymentAdapter = {
  /** Opens a session for one method. @throws ProviderFailure when the provider refuses or fails */
  open: <Method extends keyof OpenedBy>(
    method: Method,
    order: Order,
    connection: Connection,
  ) => Promise<OpenAnswer<Method>>;
  /** Reads a transaction or a session again. @throws ProviderFailure when the provider gives no valid answer */
  findMovements: (lookup: Lookup, connection: Connection) => Promise<Report>;
  /** One page of all that has moved at the provider. Absent where it has no such list. @throws ProviderFailure */
  listMovements?: (page: ListPage, connection: Connection) => Promise<{ movements: Movement[]; next?: string }>;
  /** Makes a session unpayable. Absent where the provider has no way to. @throws ProviderFailure */
  close?: (
    session: { method: keyof OpenedBy; reference: string; key?: string },
    connection: Connection,
  ) => Promise<'closed' | 'unclosable'>;
  /** Sends the code that the payer entered for a mobile money session. @throws ProviderFailure */
  submitCode?: (entered: { reference: string; code: string }, connection: Connection) => Promise<void>;
  /** A harmless call that shows whether the keys work. @throws ProviderFailure such as `unauthorized` */
  check: (connection: Connection) => Promise<void>;
  /** Whether the keys are for trials or for real money; undefined when they do not say. */
  modeOf: (credentials: Credentials) => Mode | undefined;
  /** A pure function that never throws. It checks the signature first, in constant time. */
  readWebhookEvent: (webhook: Webhook, credentials: Credentials, now: Date) => WebhookEvent;
};

/** A provider failed or refused. `reason` is a code without personal data, such as `timeout` or `unauthorized`. */
export class ProviderFailure extends Error {
  readonly reason: string;
  /** When the provider says for how long it is not to be asked. */
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, retryAfterMs?: number) {
    super(`the provider failed: ${reason}`);
    this.name = 'ProviderFailure';
    this.reason = reason;
    this.retryAfterMs = retryAfterMs;
  }
}
