/** The journal of a soak: all requests and answers, from which the expected final state follows. */

export type Seen = {
  status: string;
  updatedAt: string;
  completedAt: string | null;
  events: { id: string; type: string; timestamp: string }[];
};

export type Order = {
  account: Account;
  reference: string;
  key: string;
  body: Record<string, unknown>;
  currency: string;
  /** In whole major units. */
  amount: number;
  phone: string;
  /** Set when a create has been acknowledged. */
  id?: string;
  contact?: string;
  /** The state in the last answer. */
  seen?: Seen;
  /** Statuses that were requested; `changed` holds the acknowledged ones. */
  asked: Set<string>;
  changed: Set<string>;
};

export type Payment = {
  order: Order;
  transaction: string;
  value: number;
  currency: string;
  acknowledged: boolean;
};

export type Account = { id: string; apiKey: string; name: string };

export type Journal = {
  accounts: Account[];
  orders: Order[];
  payments: Payment[];
  /** The number of calls and events by name. */
  counts: Record<string, number>;
  violations: string[];
};

export const openJournal = (): Journal => ({ accounts: [], orders: [], payments: [], counts: {}, violations: [] });

export function count({ counts }: Journal, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

/** The maximum number of violations that are kept. */
const MAX = 50;

export function violate({ violations }: Journal, what: string): void {
  if (violations.length < MAX) violations.push(what);
}

/** The sum of the payments for the order in its own currency, in major units. */
export const paidFor = ({ payments }: Journal, order: Order): number =>
  payments
    .filter((each) => each.order === order && each.currency === order.currency)
    .reduce((sum, { value }) => sum + value, 0);
