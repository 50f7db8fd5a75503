/** Email, by SES. */
import type { ChannelFacts } from '#lib/domain/channels/facts.ts';

export const email = {
  name: 'email',
  reaches: 'email',
  takesReplies: false,
  decisiveReceipt: 'failed',
  tellsWhetherRead: false,
  isCostly: false,
  textsNeedApproval: false,
  restsOnSundays: false,
} as const satisfies ChannelFacts;
