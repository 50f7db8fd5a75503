/** Checks what an answer shows of an order against earlier answers: no state that was shown may be taken back. */
import { type Journal, type Order, type Seen, violate } from './journal.ts';

export type Shown = Seen & { id: string; reference: string; contact: { id: string; firstName: string } };

const FINAL = ['completed', 'cancelled'];
const NEXT: Readonly<Record<string, readonly string[]>> = {
  pending: ['pending', 'overdue', 'completed', 'cancelled', 'expired'],
  overdue: ['overdue', 'completed', 'cancelled', 'expired'],
  expired: ['expired', 'completed'],
  completed: ['completed'],
  cancelled: ['cancelled'],
};

/** `before` is the state known when the call began, because concurrent answers have no order. */
export function observe(journal: Journal, order: Order, before: Seen | undefined, shown: Shown): void {
  const { id, reference, contact, status, updatedAt, completedAt, events } = shown;
  const wrong = (what: string) => violate(journal, `${id} (${reference}): ${what}`);
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

/** A read of one collection must show every event that it has shown before. */
export function observeEvents(journal: Journal, order: Order, before: Seen | undefined, { id, events }: Shown): void {
  const ids = new Set(events.map((event) => event.id));
  if (ids.size !== events.length) violate(journal, `${id} shows an event twice`);
  const missing = before?.events.find((event) => !ids.has(event.id));
  if (missing !== undefined) violate(journal, `${id} has lost its event ${missing.type} of ${missing.timestamp}`);
  const finals = events.filter(({ type }) => FINAL.some((status) => type === `collection.${status}`));
  if (finals.length > 1) violate(journal, `${id} ended ${finals.length} times`);
  if (order.seen) order.seen.events = events;
}
