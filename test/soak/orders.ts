/** Random orders of few people, and payments that are exact, too small, too large, or in another currency. */
import { randomUUID } from 'node:crypto';
import type { Journal, Order, Payment } from './journal.ts';
import type { Random } from './random.ts';

type Making = { journal: Journal; random: Random };

const MINUTES = [30, 90, 240, 720, 1440];
const CURRENCIES = ['NGN', 'NGN', 'NGN', 'JPY', 'KWD'];
const PEOPLE = 12;

/** There are few people, so that many orders compete for the same contact. */
function person(random: Random, account: string) {
  const number = random.below(PEOPLE);
  const digits = `${account === 'North' ? 1 : 2}${String(number).padStart(6, '0')}`;
  return {
    firstName: `P${number}`,
    lastName: account,
    phone: `+234803${digits}`,
    email: `p${number}.${account}@soak.example`,
  };
}

export function newOrder({ journal, random }: Making): Order {
  const account = random.pick(journal.accounts);
  const contact = person(random, account.name);
  const reference = `${account.name}-${randomUUID()}`;
  const currency = random.pick(CURRENCIES);
  const amount = 10 * (1 + random.below(9));
  const followUp = random.happens(0.7)
    ? { startAfter: 5 + random.below(20), cadence: random.pick(['every_15m', 'every_30m', 'every_1h']) }
    : { enabled: random.happens(0.5) };
  const methods = ['payment_link', ...(random.happens(0.4) ? ['virtual_account', 'card'] : [])];
  const body = {
    reference,
    amount: { value: amount, currency },
    contact,
    metadata: { description: `of ${account.name}` },
    expiresIn: random.pick(MINUTES),
    payable: { enabled: random.happens(0.7), methods },
    followUp,
  };
  const order = { account, reference, key: randomUUID(), body, currency, amount, phone: contact.phone };
  journal.orders.push({ ...order, asked: new Set(), changed: new Set() });
  return journal.orders.at(-1) as Order;
}

export function newPayment({ journal, random }: Making, order: Order): Payment {
  const value = random.pick([order.amount, order.amount / 2, order.amount / 2, 1, order.amount * 2]);
  const currency = random.happens(0.1) ? 'USD' : order.currency;
  const payment = { order, transaction: `sbx-${randomUUID()}`, value, currency, acknowledged: false };
  journal.payments.push(payment);
  return payment;
}
