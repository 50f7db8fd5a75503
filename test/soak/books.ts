/** The outsiders' own books: what they asked for, what they were told, and so what has to be true in the end. */

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
  /** In major units; all of them whole. */
  amount: number;
  phone: string;
  /** As soon as one create has been acknowledged. */
  id?: string;
  contact?: string;
  /** What the last answer showed. */
  seen?: Seen;
  /** Status changes that were sent, and those that were acknowledged. */
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

export type Books = {
  accounts: Account[];
  orders: Order[];
  payments: Payment[];
  /** How often what happened, by name. */
  counts: Record<string, number>;
  violations: string[];
};

export const openBooks = (): Books => ({ accounts: [], orders: [], payments: [], counts: {}, violations: [] });

export function count({ counts }: Books, what: string): void {
  counts[what] = (counts[what] ?? 0) + 1;
}

/** Fifty tell enough. */
const MAX = 50;

export function violate({ violations }: Books, what: string): void {
  if (violations.length < MAX) violations.push(what);
}

/** The order with this amount is paid when its payments in its own currency come to as much. */
export const paidFor = ({ payments }: Books, order: Order): number =>
  payments
    .filter((each) => each.order === order && each.currency === order.currency)
    .reduce((sum, { value }) => sum + value, 0);
