/** The random acts of a stormer, one after the other: mostly valid, often repeated, sometimes at the wrong time. */

import { change, create, list, pay, read, type Stormer } from './calls.ts';
import { count, type Order } from './journal.ts';
import { newOrder, newPayment } from './orders.ts';

/** An act with its weight out of 100 and its name in the counts. */
type Act = [weight: number, name: string, act: (stormer: Stormer, order: Order) => Promise<unknown>];

const STATUSES = ['completed', 'cancelled', 'overdue', 'expired'];
const SERVICES = ['whatsapp', 'sms', 'email', 'scheduler', 'sandbox'];
const KINDS = ['reject', 'throttle', 'error', 'lost-reply'];

const begin = (stormer: Stormer) => create(stormer, newOrder(stormer));

const CREATE: Act = [18, 'creates', begin];
const ACTS: readonly Act[] = [
  CREATE,
  [8, 'creates sent twice at once', sendTwice],
  [5, 'payments before their create', payEarly],
  [7, 'replays', create],
  [14, 'payments', (stormer, order) => pay(stormer, newPayment(stormer, order))],
  [7, 'payments sent three times at once', payThreeTimes],
  [8, 'status changes', (stormer, order) => change(stormer, order, stormer.random.pick(STATUSES))],
  [17, 'reads', read],
  [10, 'lists', list],
  [3, 'faults', fail],
  [3, 'clock advances', advance],
];

/** Acts choose among the most recent orders, so that they compete. */
const CROWD = 60;

/** Performs one random act. */
export async function actOnce(stormer: Stormer): Promise<void> {
  const { journal, random } = stormer;
  const known = journal.orders.filter(({ id }) => id !== undefined).slice(-CROWD);
  const order = known.length > 0 ? random.pick(known) : undefined;
  const [, name, act] =
    order === undefined ? CREATE : random.pick(ACTS.flatMap((each) => Array<Act>(each[0]).fill(each)));
  await act(stormer, order as Order);
  count(journal, name);
}

async function sendTwice(stormer: Stormer): Promise<void> {
  const order = newOrder(stormer);
  await Promise.all([create(stormer, order), create(stormer, order)]);
}

async function payEarly(stormer: Stormer): Promise<void> {
  const order = newOrder(stormer);
  await pay(stormer, newPayment(stormer, order));
  await create(stormer, order);
}

async function payThreeTimes(stormer: Stormer, order: Order): Promise<void> {
  const payment = newPayment(stormer, order);
  await Promise.all(Array.from({ length: 3 }, () => pay(stormer, payment)));
}

async function fail({ ask, random }: Stormer): Promise<void> {
  const body = { service: random.pick(SERVICES), kind: random.pick(KINDS), times: 1 + random.below(3) };
  await ask({ method: 'POST', path: '/_local/faults', body });
}

async function advance({ ask, random }: Stormer): Promise<void> {
  await ask({ method: 'POST', path: '/_local/clock', body: { advanceMinutes: 1 + random.below(40) } });
}
