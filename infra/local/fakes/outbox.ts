/** The messages that the fake channels have accepted, for tests and developers to read. */
import type { DatabaseSync } from 'node:sqlite';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { TONES, type Tone } from '#lib/domain/follow-up/follow-up.ts';

export type SentMessage = {
  /** As the sender got it from the channel. */
  id: string;
  channel: Channel;
  to: string;
  /** This and the next two are absent when the message has no tags. */
  collectionId?: string;
  slot?: number;
  tone?: Tone;
  subject?: string;
  /** To which answers go, of an email. */
  replyTo?: string;
  text: string;
  html?: string;
  sentAt: string;
};

export type Outbox = {
  accept(message: SentMessage): void;
  get(id: string): SentMessage | undefined;
  /** Oldest first. */
  list(filter?: { to?: string | undefined; collection?: string | undefined }): SentMessage[];
};

/** `log` gets a line for each message. */
export function openOutbox(state: DatabaseSync, log: (line: string) => void): Outbox {
  const insert = state.prepare('INSERT INTO message (id, message) VALUES (?, ?)');
  const byId = state.prepare('SELECT message FROM message WHERE id = ?');
  const all = state.prepare(`SELECT message FROM message
    WHERE (:to IS NULL OR message ->> 'to' = :to) AND (:collection IS NULL OR message ->> 'collectionId' = :collection)
    ORDER BY number`);
  return {
    accept: (message) => {
      insert.run(message.id, JSON.stringify(message));
      log(messageLine(message));
    },
    get: (id) => [byId.get(id)].filter((row) => row !== undefined).map(read)[0],
    list: ({ to, collection } = {}) => all.all({ to: to ?? null, collection: collection ?? null }).map(read),
  };
}

const read = (row: Record<string, unknown>): SentMessage => JSON.parse(String(row['message'])) as SentMessage;

/** The attempt that a message is for, from its tags. */
export function attemptOf(tags: Record<string, unknown>): Pick<SentMessage, 'collectionId' | 'slot' | 'tone'> {
  const { collectionId, slot, tone } = tags;
  return {
    ...(typeof collectionId === 'string' && { collectionId }),
    ...(slot !== undefined && { slot: Number(slot) }),
    ...(TONES.includes(tone as Tone) && { tone: tone as Tone }),
  };
}

const MAX_TEXT = 60;

/** One readable line for the log. */
export function messageLine({ channel, to, subject, text }: SentMessage): string {
  const words = (subject ?? text).replaceAll(/\s+/g, ' ').trim();
  const first = words.length > MAX_TEXT ? `${words.slice(0, MAX_TEXT - 1)}…` : words;
  return `${channel} to ${to}: ${first}`;
}
