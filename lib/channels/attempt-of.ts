/** The tags that a message was sent with, as its receipts repeat them. */
import type { ParsedReceipt } from '#lib/domain/message/receipt.ts';

/** SES repeats each tag as a list, SMS as text, WhatsApp as it was. */
export function attemptOf(tags: Record<string, unknown> = {}): ParsedReceipt['attempt'] {
  const [collectionId, slot, token] = ['collectionId', 'slot', 'token'].map((name) => [tags[name]].flat()[0]);
  const number = Number(slot);
  if (typeof collectionId !== 'string' || !Number.isInteger(number)) return undefined;
  return { collectionId, slot: number, ...(typeof token === 'string' && { token }) };
}
