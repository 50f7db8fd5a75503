/** The outbox, afterwards: one message a slot at most, and none that was claimed after its collection had ended. */
import type { Ask } from './ask.ts';
import { type Books, count, violate } from './books.ts';
import type { Row } from './table-rows.ts';

type Message = { collectionId: string; slot: number; sentAt: string };

/** Two instants that two invocations read at about the same time. */
const CLOSE_MS = 10_000;
const ENDINGS = ['collection.completed', 'collection.cancelled', 'collection.expired'];

export async function checkMessages(ask: Ask, books: Books, rows: readonly Row[]): Promise<void> {
  const told = await ask({ path: '/_local/messages' });
  const messages = JSON.parse(told?.text ?? '[]') as Message[];
  const attempts = new Map(
    rows.filter(({ sk }) => sk.startsWith('ATTEMPT#')).map((row) => [`${row.pk} ${Number(row['slot'])}`, row]),
  );
  const orders = new Map(books.orders.map((order) => [order.id, order]));
  const slots = new Set<string>();
  for (const { collectionId, slot } of messages) {
    count(books, 'messages');
    const name = `${collectionId} slot ${slot}`;
    if (slots.has(name)) violate(books, `${name} was sent twice`);
    slots.add(name);
    const ref = /^pay_(.{10})(.{25})$/.exec(collectionId);
    const attempt = attempts.get(`ACCOUNT#${ref?.[1]}#COLLECTION#${ref?.[2]} ${slot}`);
    if (attempt === undefined) violate(books, `${name} was sent without a claim`);
    const ended = orders.get(collectionId)?.seen?.events.find(({ type }) => ENDINGS.includes(type))?.timestamp;
    const late = Date.parse(String(attempt?.['claimedAt'])) - Date.parse(ended ?? '');
    if (late > CLOSE_MS) violate(books, `${name} was claimed ${late} ms after its collection had ended`);
  }
}
