/** The data with which the tests of all adapters run for one provider, in the provider's documented shapes. */
import type { MovementKind, Progress } from '#lib/domain/payment/movement.ts';
import type { OpenedBy } from '#lib/domain/payment/payment-option.ts';
import type { Credentials, ListPage, Lookup, Movement, Order, PaymentAdapter } from '#lib/payment/port.ts';
import type { Received } from '#test/payment/stub-provider.ts';
import type { Reply } from '#test/support/stub-server.ts';

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

/** The answers that a lookup needs, by path, in the order in which the adapter asks for them. */
type Answers = Readonly<Record<string, unknown>>;

export type FindScenario = { name: string; lookup: Lookup; answers: Answers; movements: object[]; progress: Progress };

export type ListScenario = { page: ListPage; answers: Answers; movements: object[]; next?: string };

type ClosableSession = Parameters<NonNullable<PaymentAdapter['close']>>[0];

/** `requests` are whole, after a login: `POST /path {"link":"…"}`. `result` may be the reason of a failure. */
export type CloseScenario = {
  name: string;
  session: ClosableSession;
  replies: Readonly<Record<string, Reply>>;
  requests: string[];
  result: string;
};

export type ProviderScript = {
  name: string;
  adapter: PaymentAdapter;
  credentials: Credentials;
  /** The provider's answer when all goes well; undefined for a request that opens no session. */
  answer: (request: Received, order: Order) => unknown;
  /** Whether the request only prepares others, such as a login. */
  isPreliminary?: (request: Received) => boolean;
  /** Removes what the adapter has kept from earlier requests. */
  forget?: () => void;
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
    /** What is found of `paid`. */
    payment: Movement;
    /** What each of the provider's statuses means: the kinds of movement, and the progress. */
    statuses: Readonly<Record<string, [MovementKind[], Progress]>>;
    /** A payment of 12.34 major units in another currency. */
    other: { amount: unknown; currency: string; minor: number };
    /** Amounts that are invalid. */
    impossible: unknown[];
  };
  finds: FindScenario[];
  lists: ListScenario[];
  closings: CloseScenario[];
  /** The one request of `check`, and its answer if it is not the usual one. */
  check: { path: string; answer?: object };
  /** It needs the customer's names, which no other provider gets. */
  needsNames?: true;
  /** It can ask the payer for a code. */
  takesCodes?: true;
  modes: [Credentials, 'test' | 'live' | undefined][];
  webhook: {
    secret: string;
    sign: (body: string, secret: string, at: Date) => Record<string, string>;
    paid: object;
    lookup: Lookup & { reference: string };
    /** All genuine webhooks about money, with the lookup of each. */
    events: [object, Lookup][];
    /** Genuine webhooks that are about nothing of ours. */
    others: object[];
  };
};
