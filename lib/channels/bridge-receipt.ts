/** What adapters share when they read what comes in: receipts of EventBridge, the tags that name an attempt, and JSON of others. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { ParsedReceipt, ReceiptMeaning } from '#lib/domain/message/outgoing.ts';
import type { ReceiptEvent } from './adapter.ts';

type BridgeReceipt = {
  channel: Channel;
  messageId: unknown;
  /** The channel's own word for what happened. */
  word: string;
  meaning: ReceiptMeaning;
  tags: Record<string, unknown> | undefined;
  address: unknown;
};

/** None for an event that says nothing new, or names no message. */
export function bridgeReceipts({ id, time }: ReceiptEvent, told: BridgeReceipt): ParsedReceipt[] {
  const { channel, messageId, word, meaning, tags, address } = told;
  if (typeof messageId !== 'string' || meaning === undefined) return [];
  return [
    {
      channel,
      messageIds: [messageId],
      receipt: { id, status: meaning.status, at: new Date(time).toISOString(), detail: word },
      failure: meaning.failure,
      address: typeof address === 'string' ? address : undefined,
      attempt: attemptOf(tags),
      stage: typeof tags?.['stage'] === 'string' ? tags['stage'] : undefined,
    },
  ];
}

/** SES repeats each tag as a list, SMS as text, WhatsApp as it was. */
export function attemptOf(tags: Record<string, unknown> = {}): ParsedReceipt['attempt'] {
  const [collectionId, slot, token] = ['collectionId', 'slot', 'token'].map((name) => [tags[name]].flat()[0]);
  const number = Number(slot);
  if (typeof collectionId !== 'string' || !Number.isInteger(number)) return undefined;
  return { collectionId, slot: number, ...(typeof token === 'string' && { token }) };
}

/** An empty object when the text is not JSON, or no object. */
export function parseObject(text: unknown): object {
  try {
    const value: unknown = JSON.parse(String(text));
    return typeof value === 'object' && value !== null ? value : {};
  } catch {
    return {};
  }
}
