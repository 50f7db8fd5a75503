/** Checks every order after the soak: its final status, its payments, and that it cannot be paid any more. */

import { read, type Stormer } from './calls.ts';
import { count, type Journal, type Order, paidFor, violate } from './journal.ts';
import type { Shown } from './observe.ts';
import { inOrder } from './wait-until-idle.ts';

const FINAL = ['completed', 'cancelled', 'expired'];

export async function checkOrders(stormer: Stormer): Promise<void> {
  const { journal } = stormer;
  await inOrder(journal.orders, async (order) => {
    const shown = await read(stormer, order);
    if (shown === undefined)
      return violate(journal, `the acknowledged ${order.id} (${order.reference}) cannot be read`);
    checkEnd(journal, order, shown);
    checkPayments(journal, order, shown);
    await checkPlan(stormer, order, shown);
    await checkPage(stormer, shown);
  });
  checkContacts(journal);
}

function checkEnd(journal: Journal, order: Order, { id, status }: Shown): void {
  const { asked, changed, amount } = order;
  const paid = paidFor(journal, order) >= amount;
  count(journal, `ended as ${status}`);
  if (!FINAL.includes(status)) violate(journal, `${id} is still ${status}`);
  if (paid && status !== 'completed' && !(status === 'cancelled' && asked.has('cancelled')))
    violate(journal, `${id} is paid, and ${status}`);
  if (status === 'completed' && !paid && !asked.has('completed'))
    violate(journal, `${id} is completed without a payment or a request`);
  if (status === 'cancelled' && !asked.has('cancelled')) violate(journal, `${id} is cancelled without a request`);
  for (const final of ['completed', 'cancelled']) {
    if (changed.has(final) && status !== final) violate(journal, `${id} was ${final} for certain, and is ${status}`);
  }
}

/** Each transaction must have one event, however often its webhook was sent. */
function checkPayments(journal: Journal, order: Order, { id, events }: Shown): void {
  const expected = journal.payments.filter((payment) => payment.order === order);
  const shown = events.filter(({ type }) => type.startsWith('payment.'));
  if (shown.length !== expected.length) violate(journal, `${id} shows ${shown.length} of ${expected.length} payments`);
  const foreign = expected.filter(({ currency }) => currency !== order.currency).length;
  const unexpected = shown.filter(({ type }) => type === 'payment.unexpected').length;
  if (unexpected < foreign) violate(journal, `${id} expected ${foreign - unexpected} payments in a foreign currency`);
}

type Plan = { slots: { slot: number; status: string }[] };

async function checkPlan({ ask, journal }: Stormer, { account, id }: Order, { events }: Shown): Promise<void> {
  const answer = await ask({ path: `/public/collections/${id}/follow-ups`, account });
  if (answer?.status !== 200) return violate(journal, `the plan of ${id} cannot be read: ${answer?.status}`);
  const { slots } = answer.data as Plan;
  const open = slots.filter(({ status }) => ['planned', 'sending'].includes(status));
  if (open.length > 0) violate(journal, `${id} has open slots: ${JSON.stringify(open)}`);
  const sent = events.filter(({ type }) => type === 'followup.sent').length;
  if (sent > slots.length) violate(journal, `${id} has ${slots.length} slots, and was sent ${sent} messages`);
}

/** The payment page of an ended collection must have no form. */
async function checkPage({ ask, journal }: Stormer, shown: Shown): Promise<void> {
  const { options = [] } = (shown as unknown as { payable: { options?: { link?: string }[] } }).payable;
  const path = options.flatMap(({ link }) => /\/pay\/\w+$/.exec(link ?? '')?.[0] ?? [])[0];
  if (path === undefined) return;
  const answer = await ask({ path });
  if (answer?.status !== 200 || answer.text.includes('<form'))
    violate(journal, `the page of ${shown.id} (${shown.status}) can be paid on`);
}

/** A phone must have one contact. */
function checkContacts({ orders, violations }: Journal): void {
  for (const [phone, group] of Map.groupBy(orders, (order) => order.phone)) {
    const contacts = new Set(group.map(({ contact }) => contact));
    if (contacts.size > 1) violations.push(`${phone} is ${contacts.size} contacts`);
  }
}
