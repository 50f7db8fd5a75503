/** SMS, by AWS End User Messaging. */
import type { ChannelFacts } from '#lib/domain/channels/facts.ts';

export const sms = {
  name: 'sms',
  reaches: 'phone',
  takesReplies: true,
  decisiveReceipt: 'first',
  tellsWhetherRead: false,
  isCostly: true,
  textsNeedApproval: false,
  restsOnSundays: true,
} as const satisfies ChannelFacts;
