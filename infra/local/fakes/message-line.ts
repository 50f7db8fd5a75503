/** One readable line in the log for each message that a fake channel has accepted. */
import type { SentMessage } from './outbox.ts';

const MAX_TEXT = 60;

export function messageLine({ channel, to, subject, text }: SentMessage): string {
  const words = (subject ?? text).replaceAll(/\s+/g, ' ').trim();
  const first = words.length > MAX_TEXT ? `${words.slice(0, MAX_TEXT - 1)}…` : words;
  return `${channel} to ${to}: ${first}`;
}
