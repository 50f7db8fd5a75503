/** Every order by itself, afterwards: where it ended, what was paid for it, and that nothing of it can still be paid. */
import { type Books, count, type Order, paidFor, violate } from './books.ts';
import { read, type Stormer } from './calls.ts';
import type { Shown } from './observe.ts';
import { inOrder } from './wait-until-idle.ts';

const FINAL = ['completed', 'cancelled', 'expired'];

export async function checkOrders(stormer: Stormer): Promise<void> {
  const { books } = stormer;
  await inOrder(books.orders, async (order) => {
    const shown = await read(stormer, order);
    if (shown === undefined) return violate(books, `the acknowledged ${order.id} (${order.reference}) cannot be read`);
    checkEnd(books, order, shown);
    checkPayments(books, order, shown);
    await checkPlan(stormer, order, shown);
    await checkPage(stormer, shown);
  });
  checkContacts(books);
}

function checkEnd(books: Books, order: Order, { id, status }: Shown): void {
  const { asked, changed, amount } = order;
  const paid = paidFor(books, order) >= amount;
  count(books, `ended as ${status}`);
  if (!FINAL.includes(status)) violate(books, `${id} is still ${status}`);
  if (paid && status !== 'completed' && !(status === 'cancelled' && asked.has('cancelled')))
    violate(books, `${id} is paid, and ${status}`);
  if (status === 'completed' && !paid && !asked.has('completed'))
    violate(books, `${id} is completed, and nobody paid or said so`);
  if (status === 'cancelled' && !asked.has('cancelled')) violate(books, `${id} is cancelled, and nobody said so`);
  for (const final of ['completed', 'cancelled']) {
    if (changed.has(final) && status !== final) violate(books, `${id} was ${final} for certain, and is ${status}`);
  }
}

/** One event for each transaction, whichever way and however often it was told. */
function checkPayments(books: Books, order: Order, { id, events }: Shown): void {
  const expected = books.payments.filter((payment) => payment.order === order);
  const shown = events.filter(({ type }) => type.startsWith('payment.'));
  if (shown.length !== expected.length) violate(books, `${id} shows ${shown.length} of ${expected.length} payments`);
  const foreign = expected.filter(({ currency }) => currency !== order.currency).length;
  const unexpected = shown.filter(({ type }) => type === 'payment.unexpected').length;
  if (unexpected < foreign) violate(books, `${id} expected ${foreign - unexpected} payments in a foreign currency`);
}

type Plan = { slots: { slot: number; status: string }[] };

async function checkPlan({ ask, books }: Stormer, { account, id }: Order, { events }: Shown): Promise<void> {
  const told = await ask({ path: `/public/collections/${id}/follow-ups`, account });
  if (told?.status !== 200) return violate(books, `the plan of ${id} cannot be read: ${told?.status}`);
  const { slots } = told.data as Plan;
  const open = slots.filter(({ status }) => ['planned', 'sending'].includes(status));
  if (open.length > 0) violate(books, `${id} has open slots: ${JSON.stringify(open)}`);
  const sent = events.filter(({ type }) => type === 'followup.sent').length;
  if (sent > slots.length) violate(books, `${id} has ${slots.length} slots, and was sent ${sent} messages`);
}

/** Nothing is payable any more: the page of an ended collection has no form. */
async function checkPage({ ask, books }: Stormer, shown: Shown): Promise<void> {
  const { options = [] } = (shown as unknown as { payable: { options?: { link?: string }[] } }).payable;
  const path = options.flatMap(({ link }) => /\/pay\/\w+$/.exec(link ?? '')?.[0] ?? [])[0];
  if (path === undefined) return;
  const told = await ask({ path });
  if (told?.status !== 200 || told.text.includes('<form'))
    violate(books, `the page of ${shown.id} (${shown.status}) can be paid on`);
}

/** One phone is one contact. */
function checkContacts({ orders, violations }: Books): void {
  for (const [phone, group] of Map.groupBy(orders, (order) => order.phone)) {
    const contacts = new Set(group.map(({ contact }) => contact));
    if (contacts.size > 1) violations.push(`${phone} is ${contacts.size} contacts`);
  }
}
