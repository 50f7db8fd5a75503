/** Email, by SES. */
import type { ChannelFacts } from '#lib/domain/channels/facts.ts';

export type EmailSender = { address: string; configurationSet: string | undefined };

export const email = {
  name: 'email',
  reaches: 'email',
  takesReplies: false,
  decisiveReceipt: 'failed',
  tellsWhetherRead: false,
  isCostly: false,
  textsNeedApproval: false,
  restsOnSundays: false,
  readSender: (env): EmailSender | undefined => {
    const { EMAIL_FROM: address, EMAIL_CONFIGURATION_SET: configurationSet } = env;
    return address ? { address, configurationSet: configurationSet || undefined } : undefined;
  },
} as const satisfies ChannelFacts;
