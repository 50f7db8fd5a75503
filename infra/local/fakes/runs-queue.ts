/** The messages on a queue, which the local scheduler gives to the function that it feeds: of runs, or of webhooks. */
import { randomUUID } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

/** `at` is the ISO instant from which it can be received. */
export type QueuedRun = { id: string; body: string; at: string; receives: number };

export type RunsQueue = {
  /** Returns the id of the message. */
  add(body: string, at: Date): string;
  /** The oldest first, like {@link RunsQueue.earliest}. */
  due(now: Date): QueuedRun[];
  /** All messages that share the earliest instant, unless that is after `until`. */
  earliest(until: Date): QueuedRun[];
  /** Counts that it was received. */
  receive(id: string): void;
  /** Until this instant it cannot be received again. */
  hide(id: string, until: Date): void;
  remove(id: string): void;
  /** Removes what could be received before this instant: a queue keeps nothing for ever. */
  expire(before: Date): void;
};

type Row = { id: string; body: string; atMs: number; receives: number };

export type QueueName = 'queuedRun' | 'queuedWebhook';

const tableOf = (name: QueueName): string => `
  CREATE TABLE IF NOT EXISTS ${name} (number INTEGER PRIMARY KEY, id TEXT UNIQUE, body TEXT, atMs INTEGER, receives INTEGER);
  CREATE INDEX IF NOT EXISTS ${name}At ON ${name} (atMs, number);
`;

export function openRunsQueue(state: DatabaseSync, name: QueueName = 'queuedRun'): RunsQueue {
  state.exec(tableOf(name));
  const insert = state.prepare(`INSERT INTO ${name} (id, body, atMs, receives) VALUES (?, ?, ?, 0)`);
  const due = state.prepare(`SELECT * FROM ${name} WHERE atMs <= ? ORDER BY atMs, number`);
  const earliest = state.prepare(`SELECT * FROM ${name}
    WHERE atMs = (SELECT min(atMs) FROM ${name}) AND atMs <= ? ORDER BY number`);
  const receive = state.prepare(`UPDATE ${name} SET receives = receives + 1 WHERE id = ?`);
  const hide = state.prepare(`UPDATE ${name} SET atMs = ? WHERE id = ?`);
  const remove = state.prepare(`DELETE FROM ${name} WHERE id = ?`);
  const expire = state.prepare(`DELETE FROM ${name} WHERE atMs < ?`);
  const read = (rows: unknown[]) => (rows as Row[]).map(queued);
  return {
    add: (body, at) => {
      const id = randomUUID();
      insert.run(id, body, at.getTime());
      return id;
    },
    due: (now) => read(due.all(now.getTime())),
    earliest: (until) => read(earliest.all(until.getTime())),
    receive: (id) => void receive.run(id),
    hide: (id, until) => void hide.run(until.getTime(), id),
    remove: (id) => void remove.run(id),
    expire: (before) => void expire.run(before.getTime()),
  };
}

const queued = ({ id, body, atMs, receives }: Row): QueuedRun => ({
  id,
  body,
  at: new Date(atMs).toISOString(),
  receives,
});
