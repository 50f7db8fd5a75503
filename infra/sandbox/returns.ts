/** The refunds or the disputes on record at the sandbox provider, and the webhooks that it has yet to deliver. */
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction, reader, type SandboxDispute, type SandboxRefund, type WebhookEvent } from './records.ts';

type WebhookQueue = {
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

export type Returns<Kept> = {
  /** Adds it or replaces what has its id, with a webhook for `provider` if given. */
  keep(kept: Kept, provider?: string): void;
  get(merchant: string, id: string): Kept | undefined;
  /** Oldest first. */
  under(merchant: string, reference: string): Kept[];
};

export function openReturns<Kept extends SandboxRefund | SandboxDispute>(
  state: DatabaseSync,
  table: 'refund' | 'dispute',
  queue: Pick<WebhookQueue, 'add'>,
): Returns<Kept> {
  const rows = reader<Kept>(state, table);
  const write = state.prepare(
    `INSERT INTO ${table} (merchant, id, reference, ${table}) VALUES (?, ?, ?, ?)
     ON CONFLICT (merchant, id) DO UPDATE SET ${table} = excluded.${table}`,
  );
  return {
    keep: (kept, provider) =>
      inTransaction(state, () => {
        write.run(kept.merchant, kept.id, kept.reference, JSON.stringify(kept));
        if (provider !== undefined) queue.add(eventOf(kept, provider));
      }),
    get: (merchant, id) => rows('merchant = ? AND id = ?', merchant, id)[0],
    under: (merchant, reference) => rows('merchant = ? AND reference = ? ORDER BY number', merchant, reference),
  };
}

/** Only disputes are taken or not. */
export function eventOf(kept: SandboxRefund | SandboxDispute, provider: string): WebhookEvent {
  const { id: object, transaction, reference } = kept;
  const event = 'taken' in kept ? (`dispute.${kept.status}` as const) : (`refund.${kept.status}` as const);
  return { provider, transaction, reference, returned: { event, object } };
}
