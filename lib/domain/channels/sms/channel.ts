/** SMS, by AWS End User Messaging. */
import type { ChannelFacts } from '#lib/domain/channels/facts.ts';

/**
 * The identity is a number, a pool or a sender id. `maxPrice`: the most that one message may cost, in US dollars; AWS refuses a
 * dearer one.
 */
export type SmsSender = {
  originationIdentity: string;
  configurationSet: string | undefined;
  oneWay: boolean;
  maxPrice?: string | undefined;
  /** Of the service: receipts of all its stages in an AWS account come together. */
  stage?: string;
};

export const sms = {
  name: 'sms',
  reaches: 'phone',
  takesReplies: true,
  linksOptOut: false,
  decisiveReceipt: 'first',
  tellsWhetherRead: false,
  isCostly: true,
  textsNeedApproval: false,
  restsOnSundays: true,
  readSender: (env): SmsSender | undefined => {
    const { SMS_ORIGINATION_IDENTITY: originationIdentity, SMS_ONE_WAY: oneWay } = env;
    if (!originationIdentity) return undefined;
    return {
      originationIdentity,
      configurationSet: env['SMS_CONFIGURATION_SET'] || undefined,
      oneWay: oneWay === 'true',
      maxPrice: env['SMS_MAX_PRICE'] || undefined,
      stage: env['STAGE'] ?? 'local',
    };
  },
} as const satisfies ChannelFacts;
