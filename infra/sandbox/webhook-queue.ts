/** The webhooks that the sandbox provider has yet to deliver. */
import type { DatabaseSync } from 'node:sqlite';
import type { WebhookEvent } from './records.ts';
import { reader } from './tables.ts';

export type WebhookQueue = {
  add(webhookEvent: WebhookEvent): void;
  /** Oldest first. */
  list(): WebhookEvent[];
  drop(webhookEvent: WebhookEvent): void;
};

/** A transaction has no spaces, so no payment has the name of another event. */
const nameOf = ({ transaction, returned }: WebhookEvent): string =>
  returned === undefined ? transaction : `${returned.event} ${returned.object}`;

export function openWebhookQueue(state: DatabaseSync): WebhookQueue {
  const webhookEvents = reader<WebhookEvent>(state, 'webhookEvent');
  const add = state.prepare('INSERT OR IGNORE INTO webhookEvent (provider, txn, webhookEvent) VALUES (?, ?, ?)');
  const drop = state.prepare('DELETE FROM webhookEvent WHERE provider = ? AND txn = ?');
  return {
    add: (webhookEvent) => void add.run(webhookEvent.provider, nameOf(webhookEvent), JSON.stringify(webhookEvent)),
    list: () => webhookEvents('true ORDER BY number'),
    drop: (webhookEvent) => void drop.run(webhookEvent.provider, nameOf(webhookEvent)),
  };
}
