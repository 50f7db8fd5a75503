/** Replies of customers, and what their collections keep and show of them. */
import type { ReplyChannel } from './channels/channels.ts';
import { replyEventId } from './erasure.ts';
import type { FollowUpPlan } from './follow-up/plan.ts';
import { cutText, shownText } from './message/clean-text.ts';

/** `from` is in E.164. `answers` is the channel's id of our message, when the channel gives it. */
export type Reply = { channel: ReplyChannel; messageId: string; from: string; text: string; answers?: string };

/** `at` is when it was first received. `id` is the event's, once the text and the message's id are erased. */
export type KeptReply = Pick<Reply, 'channel' | 'messageId' | 'text'> & { at: string; id?: string };

const MAX_LENGTH = 1_000;

export const keepReply = ({ channel, messageId, text }: Reply, now: Date): KeptReply => ({
  channel,
  messageId,
  text: cutText(shownText(text), MAX_LENGTH, '…'),
  at: now.toISOString(),
});

export const replyEvent = (collectionId: string, { messageId, channel, text, at, id }: KeptReply) => ({
  id: id ?? replyEventId(collectionId, messageId),
  type: 'contact.replied',
  timestamp: at,
  data: { channel, text },
});

const PAUSE_MS = 24 * 3_600_000;

/** Until when a reply pauses the reminders: the last one is never lost. Undefined when none is left to pause. */
export function replyPauseEnd({ at }: KeptReply, { slots }: Pick<FollowUpPlan, 'slots'>, now: Date): Date | undefined {
  const last = slots.at(-1)?.dueAt;
  if (last === undefined) return undefined;
  const until = Math.min(Date.parse(at) + PAUSE_MS, last);
  return until > now.getTime() ? new Date(until) : undefined;
}
