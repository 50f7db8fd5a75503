/** Checks the outbox after the soak: at most one message per slot, and no claim after the end of a collection. */
import type { Ask } from './ask.ts';
import { count, type Journal, violate } from './journal.ts';
import type { Row } from './table-rows.ts';

type Message = { collectionId: string; slot: number; sentAt: string };

/** The tolerance between the clock readings of two concurrent invocations. */
const CLOSE_MS = 10_000;
const ENDINGS = ['collection.completed', 'collection.cancelled', 'collection.expired'];

export async function checkMessages(ask: Ask, journal: Journal, rows: readonly Row[]): Promise<void> {
  const answer = await ask({ path: '/_local/messages' });
  const messages = JSON.parse(answer?.text ?? '[]') as Message[];
  const attempts = new Map(
    rows.filter(({ sk }) => sk.startsWith('ATTEMPT#')).map((row) => [`${row.pk} ${Number(row['slot'])}`, row]),
  );
  const orders = new Map(journal.orders.map((order) => [order.id, order]));
  const slots = new Set<string>();
  for (const { collectionId, slot } of messages) {
    count(journal, 'messages');
    const name = `${collectionId} slot ${slot}`;
    if (slots.has(name)) violate(journal, `${name} was sent twice`);
    slots.add(name);
    const ref = /^pay_(.{10})(.{25})$/.exec(collectionId);
    const attempt = attempts.get(`ACCOUNT#${ref?.[1]}#COLLECTION#${ref?.[2]} ${slot}`);
    if (attempt === undefined) violate(journal, `${name} was sent without a claim`);
    const ended = orders.get(collectionId)?.seen?.events.find(({ type }) => ENDINGS.includes(type))?.timestamp;
    const late = Date.parse(String(attempt?.['claimedAt'])) - Date.parse(ended ?? '');
    if (late > CLOSE_MS) violate(journal, `${name} was claimed ${late} ms after its collection had ended`);
  }
}
