/** The calls of a stormer: each answer is checked against earlier answers. */
import type { Answer, Ask } from './ask.ts';
import { type Journal, type Order, type Payment, violate } from './journal.ts';
import { observe, observeEvents, type Shown } from './observe.ts';
import type { Random } from './random.ts';

export type Stormer = { ask: Ask; journal: Journal; random: Random };

export async function create({ ask, journal }: Stormer, order: Order): Promise<Answer | undefined> {
  const { account, body, key, seen } = order;
  const answer = await ask({
    method: 'POST',
    path: '/public/collections',
    body,
    account,
    headers: { 'idempotency-key': key },
  });
  if (answer?.status === 201) observe(journal, order, seen, answer.data as Shown);
  return answer;
}

export async function read({ ask, journal }: Stormer, order: Order): Promise<Shown | undefined> {
  const { account, id, seen } = order;
  const answer = await ask({ path: `/public/collections/${id}`, account });
  if (answer?.status !== 200) return undefined;
  const shown = answer.data as Shown;
  observe(journal, order, seen, shown);
  observeEvents(journal, order, seen, shown);
  return shown;
}

export async function change({ ask, journal }: Stormer, order: Order, status: string): Promise<void> {
  const { account, id, seen } = order;
  order.asked.add(status);
  const answer = await ask({ method: 'PATCH', path: `/public/collections/${id}/status`, body: { status }, account });
  if (answer?.status !== 200) return;
  order.changed.add(status);
  observe(journal, order, seen, answer.data as Shown);
}

/** Pays by the reference of the collection, so the payment may come before it. A repeated transaction is the same payment. */
export async function pay({ ask }: Stormer, payment: Payment): Promise<void> {
  const { order, transaction, value, currency } = payment;
  const { account, reference } = order;
  const body = { account: account.id, reference, amount: { value, currency }, transaction };
  const answer = await ask({ method: 'POST', path: '/_local/sandbox/payments', body });
  if (answer?.status === 200) payment.acknowledged = true;
}

export async function list({ ask, journal, random }: Stormer): Promise<void> {
  const account = random.pick(journal.accounts);
  const acknowledged = journal.orders.filter((order) => order.account === account && order.id !== undefined).length;
  const answer = await ask({
    path: `/public/collections?page=${1 + random.below(3)}&limit=${random.pick([10, 100])}`,
    account,
  });
  if (answer?.status !== 200) return;
  const { count: total } = answer.meta as { count: number };
  if (total < acknowledged) violate(journal, `a list of ${account.name} counts ${total} of ${acknowledged}`);
  const ids = (answer.data as Shown[]).map(({ id }) => id);
  if (new Set(ids).size !== ids.length) violate(journal, `a page of ${account.name} shows a collection twice`);
}
