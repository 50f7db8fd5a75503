/** WhatsApp, by AWS End User Messaging Social. */
import type { ChannelFacts } from '#lib/domain/channels/facts.ts';

export const whatsapp = {
  name: 'whatsapp',
  reaches: 'phone',
  takesReplies: true,
  decisiveReceipt: 'delivered',
  tellsWhetherRead: true,
  // A receipt's id is Meta's id of the message and the status: `wamid.x#read`.
  secondMessageId: (receiptId) => receiptId.replace(/#\w+$/, ''),
  isCostly: false,
  textsNeedApproval: true,
  restsOnSundays: false,
} as const satisfies ChannelFacts;
