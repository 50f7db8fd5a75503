/** Reads the sender of each channel. A channel without a sender cannot be used, and no plan may name it. */
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';

/**
 * `oneWay`: customers cannot reply to it. `maxPrice`: the most that one message may cost, in US dollars; a dearer one is
 * refused by AWS.
 */
type SmsSender = {
  originationIdentity: string;
  configurationSet: string | undefined;
  oneWay: boolean;
  maxPrice?: string | undefined;
};

export type Senders = {
  whatsapp?: { phoneNumberId: string; metaApiVersion: string } | undefined;
  /** The identity is a number, a pool or a sender id. */
  sms?: SmsSender | undefined;
  email?: { address: string; configurationSet: string | undefined } | undefined;
};

type Environment = Record<string, string | undefined>;

/** An empty variable counts as absent, because a stack sets an empty string for "not configured". */
export function readSenders(env: Environment): Senders {
  const phoneNumberId = env['WHATSAPP_PHONE_NUMBER_ID'];
  const metaApiVersion = env['META_API_VERSION'];
  const originationIdentity = env['SMS_ORIGINATION_IDENTITY'];
  const address = env['EMAIL_FROM'];
  return {
    ...(phoneNumberId && metaApiVersion && { whatsapp: { phoneNumberId, metaApiVersion } }),
    ...(originationIdentity && {
      sms: {
        originationIdentity,
        configurationSet: env['SMS_CONFIGURATION_SET'] || undefined,
        oneWay: env['SMS_ONE_WAY'] === 'true',
        maxPrice: env['SMS_MAX_PRICE'] || undefined,
      },
    }),
    ...(address && { email: { address, configurationSet: env['EMAIL_CONFIGURATION_SET'] || undefined } }),
  };
}

/** Tests and the simulator replace its parts. */
export const senders: Senders = readSenders(process.env);

/** Whether customers cannot reply to the channel's sender. */
export const isOneWay = (channel: Channel): boolean => channel === 'sms' && (senders.sms?.oneWay ?? false);

/** Whether an ARN is that of our WhatsApp number. The setting may be the number's id with a prefix, or its ARN. */
export function isOurWhatsappNumber(arn: string): boolean {
  const own = senders.whatsapp?.phoneNumberId;
  return own !== undefined && numberIn(arn) === numberIn(own);
}

const numberIn = (id: string): string => id.replace(/^.*phone-number-id[/-]/, '');

export function configuredChannels(): Channel[] {
  const configured: Channel[] = [];
  for (const channel of CHANNELS) if (senders[channel] !== undefined) configured.push(channel);
  return configured;
}
