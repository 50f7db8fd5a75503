/** What an answer shows of an order, held against what was shown before: nothing that was said is taken back. */
import { type Books, type Order, type Seen, violate } from './books.ts';

export type Shown = Seen & { id: string; reference: string; contact: { id: string; firstName: string } };

const FINAL = ['completed', 'cancelled'];
const NEXT: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'overdue', 'completed', 'cancelled', 'expired'],
  overdue: ['overdue', 'completed', 'cancelled', 'expired'],
  expired: ['expired', 'completed'],
  completed: ['completed'],
  cancelled: ['cancelled'],
};

/** `before` is what was known when the call began: answers that crossed each other say nothing about order. */
export function observe(books: Books, order: Order, before: Seen | undefined, shown: Shown): void {
  const { id, reference, contact, status, updatedAt, completedAt, events } = shown;
  const wrong = (what: string) => violate(books, `${id} (${reference}): ${what}`);
  if (reference !== order.reference) wrong(`was asked for ${order.reference}`);
  if (order.id !== undefined && order.id !== id) wrong(`had the id ${order.id}`);
  if (order.contact !== undefined && order.contact !== contact.id) wrong(`had the contact ${order.contact}`);
  if ((status === 'completed') !== (completedAt !== null)) wrong(`is ${status}, completed at ${completedAt}`);
  if (before !== undefined) {
    if (!NEXT[before.status]?.includes(status)) wrong(`went from ${before.status} to ${status}`);
    if (updatedAt < before.updatedAt) wrong(`was updated at ${before.updatedAt}, and then at ${updatedAt}`);
    if (before.completedAt !== null && completedAt !== before.completedAt) wrong('was completed twice');
  }
  order.id = id;
  order.contact = contact.id;
  const { seen } = order;
  if (seen === undefined || updatedAt >= seen.updatedAt) order.seen = { status, updatedAt, completedAt, events };
}

/** A full read shows all events: none that it once showed is missing. */
export function observeEvents(books: Books, order: Order, before: Seen | undefined, { id, events }: Shown): void {
  const ids = new Set(events.map((event) => event.id));
  if (ids.size !== events.length) violate(books, `${id} shows an event twice`);
  const missing = before?.events.find((event) => !ids.has(event.id));
  if (missing !== undefined) violate(books, `${id} has lost its event ${missing.type} of ${missing.timestamp}`);
  const finals = events.filter(({ type }) => FINAL.some((status) => type === `collection.${status}`));
  if (finals.length > 1) violate(books, `${id} ended ${finals.length} times`);
  if (order.seen) order.seen.events = events;
}
