/** WhatsApp, by AWS End User Messaging Social. */
import type { ChannelFacts } from '#lib/domain/channels/facts.ts';

/** `phoneNumberId`: the number's id with its prefix, or its ARN. */
export type WhatsappSender = { phoneNumberId: string; metaApiVersion: string };

export const whatsapp = {
  name: 'whatsapp',
  reaches: 'phone',
  takesReplies: true,
  linksOptOut: false,
  decisiveReceipt: 'delivered',
  tellsWhetherRead: true,
  // A receipt's id is Meta's id of the message and the status: `wamid.x#read`.
  secondMessageId: (receiptId) => receiptId.replace(/#\w+$/, ''),
  isCostly: false,
  textsNeedApproval: true,
  restsOnSundays: false,
  readSender: (env): WhatsappSender | undefined => {
    const { WHATSAPP_PHONE_NUMBER_ID: phoneNumberId, META_API_VERSION: metaApiVersion } = env;
    return phoneNumberId && metaApiVersion ? { phoneNumberId, metaApiVersion } : undefined;
  },
} as const satisfies ChannelFacts;
