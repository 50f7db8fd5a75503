/** The data with which the tests of all adapters run for one provider, in the provider's documented shapes. */
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import type { hosts } from '#lib/payment/hosts.ts';
import type { Credentials, Lookup, Order, PaymentAdapter } from '#lib/payment/port.ts';
import type { Reply } from '#test/support/stub-server.ts';
import type { Received } from './stub-provider.ts';

export type Opening = {
  method: keyof OpenedBy;
  order: Order;
  /** All requests that the adapter sends, in order. */
  requests: { method: string; path: string; fields?: object; headers?: object }[];
  option: object;
  key?: string;
};

/** A payment at the provider; `status` is the provider's own word. */
export type AtProvider = {
  reference: string;
  status: string;
  /** In the form that the provider sends. */
  amount: unknown;
  currency: unknown;
  id?: unknown;
};

export type ProviderScript = {
  name: string;
  adapter: PaymentAdapter;
  credentials: Credentials;
  hosts: (keyof typeof hosts)[];
  /** The provider's answer when all goes well; undefined for a request that opens no session. */
  answer: (request: Received, order: Order) => unknown;
  /** Whether the request only prepares others, such as a login. */
  isPreliminary?: (request: Received) => boolean;
  openings: Opening[];
  unsupported: (keyof OpenedBy)[];
  replies: { declined: Reply; duplicate: Reply; unauthorized: Reply; unknown: Reply };
  /** The failure that `replies.declined` causes. */
  declined: string;
  find: {
    lookup: Lookup;
    /** The answer to the request for `path`; `answer` gives the answers before it. */
    show: (payment: AtProvider) => unknown;
    path: string;
    paid: AtProvider;
    transaction: string;
    paidAt: string;
    minor: number;
    /** The statuses of a payment that has not been made. */
    unpaid: string[];
    /** A payment of 12.34 major units in another currency. */
    other: { amount: unknown; currency: string; minor: number };
    /** Amounts that are invalid. */
    impossible: unknown[];
  };
  webhook: {
    secret: string;
    sign: (body: string, secret: string, at: Date) => Record<string, string>;
    paid: object;
    lookup: Lookup;
    /** Genuine webhooks that report no payment. */
    others: object[];
  };
};
