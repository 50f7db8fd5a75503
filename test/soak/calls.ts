/** The calls of the outsiders: whatever is answered is held against what was said before. */
import type { Ask, Told } from './ask.ts';
import { type Books, type Order, type Payment, violate } from './books.ts';
import { observe, observeEvents, type Shown } from './observe.ts';
import type { Random } from './random.ts';

export type Stormer = { ask: Ask; books: Books; random: Random };

export async function create({ ask, books }: Stormer, order: Order): Promise<Told | undefined> {
  const { account, body, key, seen } = order;
  const told = await ask({
    method: 'POST',
    path: '/public/collections',
    body,
    account,
    headers: { 'idempotency-key': key },
  });
  if (told?.status === 201) observe(books, order, seen, told.data as Shown);
  return told;
}

export async function read({ ask, books }: Stormer, order: Order): Promise<Shown | undefined> {
  const { account, id, seen } = order;
  const told = await ask({ path: `/public/collections/${id}`, account });
  if (told?.status !== 200) return undefined;
  const shown = told.data as Shown;
  observe(books, order, seen, shown);
  observeEvents(books, order, seen, shown);
  return shown;
}

export async function change({ ask, books }: Stormer, order: Order, status: string): Promise<void> {
  const { account, id, seen } = order;
  order.asked.add(status);
  const told = await ask({ method: 'PATCH', path: `/public/collections/${id}/status`, body: { status }, account });
  if (told?.status !== 200) return;
  order.changed.add(status);
  observe(books, order, seen, told.data as Shown);
}

/** By the collection's own reference, so that it may be early; again with the same transaction it is the same money. */
export async function pay({ ask }: Stormer, payment: Payment): Promise<void> {
  const { order, transaction, value, currency } = payment;
  const { account, reference } = order;
  const body = { account: account.id, reference, amount: { value, currency }, transaction };
  const told = await ask({ method: 'POST', path: '/_local/sandbox/payments', body });
  if (told?.status === 200) payment.acknowledged = true;
}

export async function list({ ask, books, random }: Stormer): Promise<void> {
  const account = random.pick(books.accounts);
  const acknowledged = books.orders.filter((order) => order.account === account && order.id !== undefined).length;
  const told = await ask({
    path: `/public/collections?page=${1 + random.below(3)}&limit=${random.pick([10, 100])}`,
    account,
  });
  if (told?.status !== 200) return;
  const { count: total } = told.meta as { count: number };
  if (total < acknowledged) violate(books, `a list of ${account.name} counts ${total} of ${acknowledged}`);
  const ids = (told.data as Shown[]).map(({ id }) => id);
  if (new Set(ids).size !== ids.length) violate(books, `a page of ${account.name} shows a collection twice`);
}
