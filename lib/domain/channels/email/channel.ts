/** Email, by SES. */
import type { ChannelFacts } from '#lib/domain/channels/facts.ts';

/** `replies`: to which domain people answer, and the bucket in which SES keeps what they write. */
export type EmailSender = {
  address: string;
  configurationSet: string | undefined;
  replies?: { domain: string; bucket: string };
};

export const email = {
  name: 'email',
  reaches: 'email',
  takesReplies: true,
  linksOptOut: true,
  decisiveReceipt: 'failed',
  tellsWhetherRead: false,
  isCostly: false,
  textsNeedApproval: false,
  restsOnSundays: false,
  readSender: (env): EmailSender | undefined => {
    const { EMAIL_FROM: address, EMAIL_CONFIGURATION_SET: configurationSet } = env;
    const { EMAIL_REPLY_DOMAIN: domain, EMAIL_REPLY_BUCKET: bucket } = env;
    if (!address) return undefined;
    const replies = domain && bucket ? { replies: { domain, bucket } } : {};
    return { address, configurationSet: configurationSet || undefined, ...replies };
  },
} as const satisfies ChannelFacts;
