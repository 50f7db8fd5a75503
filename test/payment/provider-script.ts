/** What the contract of all adapters is tested with, for one provider: its own words, in its documented shapes. */
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import type { hosts } from '#lib/payment/hosts.ts';
import type { Credentials, Lookup, Order, PaymentAdapter } from '#lib/payment/port.ts';
import type { Reply } from '#test/support/stub-server.ts';
import type { Received } from './stub-provider.ts';

export type Opening = {
  method: keyof OpenedBy;
  order: Order;
  /** All that is sent, in order. */
  requests: { method: string; path: string; fields?: object; headers?: object }[];
  option: object;
  key?: string;
};

/** What a payment is at the provider; `status` is a word of its own. */
export type AtProvider = {
  reference: string;
  status: string;
  /** As it is written on the wire. */
  amount: unknown;
  currency: unknown;
  id?: unknown;
};

export type ProviderScript = {
  name: string;
  adapter: PaymentAdapter;
  credentials: Credentials;
  hosts: (keyof typeof hosts)[];
  /** Speaks for the provider on a good day; undefined for what is not asked for on the way to a session. */
  answer: (request: Received, order: Order) => unknown;
  /** What is asked before anything else, such as a login. */
  isPreliminary?: (request: Received) => boolean;
  openings: Opening[];
  unsupported: (keyof OpenedBy)[];
  replies: { declined: Reply; duplicate: Reply; unauthorized: Reply; unknown: Reply };
  /** The reason that `declined` leads to. */
  declined: string;
  find: {
    lookup: Lookup;
    /** The answer to the request that settles it; what comes before is `answer`'s. */
    show: (payment: AtProvider) => unknown;
    path: string;
    paid: AtProvider;
    transaction: string;
    paidAt: string;
    minor: number;
    /** Words for what is not paid, or not yet. */
    unpaid: string[];
    /** 12.34 of the major unit, in another currency. */
    other: { amount: unknown; currency: string; minor: number };
    /** Amounts that cannot be. */
    impossible: unknown[];
  };
  webhook: {
    secret: string;
    sign: (body: string, secret: string, at: Date) => Record<string, string>;
    paid: object;
    lookup: Lookup;
    /** Genuine, but not about money that has come. */
    others: object[];
  };
};
