/** WhatsApp, by AWS End User Messaging Social: Meta's JSON comes through SNS. */
import type { ChannelAdapter } from '#lib/channels/adapter.ts';
import { readWhatsappReceipts } from './receipts.ts';
import { readWhatsappReplies } from './replies.ts';

export const whatsapp: ChannelAdapter<'whatsapp'> = {
  open: async () => (await import('./send.ts')).openWhatsapp,
  readReceipts: readWhatsappReceipts,
  readReplies: readWhatsappReplies,
};
