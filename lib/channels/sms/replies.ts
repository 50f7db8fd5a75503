/** Reads customers' replies by SMS: https://docs.aws.amazon.com/sms-voice/latest/userguide/two-way-sms-payload.html. */
import type { Reply } from '#lib/domain/reply.ts';

type Content = {
  originationNumber?: unknown;
  messageBody?: unknown;
  inboundMessageId?: unknown;
  previousPublishedMessageId?: unknown;
};

export function readSmsReplies(content: Content, publicationId: string): Reply[] {
  const { originationNumber: from, messageBody: text, inboundMessageId: id } = content;
  if (typeof from !== 'string' || typeof text !== 'string') return [];
  const messageId = typeof id === 'string' ? id : publicationId;
  const { previousPublishedMessageId: answers } = content;
  return [{ channel: 'sms', messageId, from, text, ...(typeof answers === 'string' && { answers }) }];
}
