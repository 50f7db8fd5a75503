/** The settings of one deployment: `cdk deploy -c name=value`, or the context of `cdk.json`. */
import type { Node } from 'constructs';

/** `oneWay`: customers cannot reply. `maxPrice`: in US dollars; AWS refuses a message that costs more. */
type SmsSettings = {
  originationIdentity: string;
  oneWay: boolean;
  maxPrice: string;
  configurationSet: string | undefined;
};

/** The sender of each channel; a channel without one is left out of every plan. */
export type SenderSettings = {
  whatsapp?: { phoneNumberId: string; metaApiVersion: string };
  sms?: SmsSettings;
  email?: { from: string };
};

export type Settings = {
  /** The address of the service, if it is not the gateway's own. */
  baseUrl?: string | undefined;
  /** The email address that gets the alarms. */
  alarmEmail?: string | undefined;
  /** A firewall for the API. */
  webAclArn?: string | undefined;
  /** False only for temporary stacks: their table is deleted with them. */
  keepData: boolean;
  /** How many collections are run at once: with it, how fast messages are sent. */
  maxConcurrentRuns: number;
  senders: SenderSettings;
};

type Read = (name: string) => string | undefined;

export const readSettings = (node: Node): Settings => {
  const read: Read = (name) => node.tryGetContext(name)?.toString() || undefined;
  return {
    baseUrl: read('baseUrl')?.replace(/\/+$/, ''),
    alarmEmail: read('alarmEmail'),
    webAclArn: read('webAclArn'),
    keepData: read('keepData') !== 'false',
    maxConcurrentRuns: readConcurrency(read('maxConcurrentRuns')),
    senders: readSenders(read),
  };
};

/** Some 20 messages a second, if each run takes half a second. */
const DEFAULT_CONCURRENCY = '10';

/** The limits are those of an event source. */
function readConcurrency(given = DEFAULT_CONCURRENCY): number {
  const concurrency = Number(given);
  if (Number.isInteger(concurrency) && concurrency >= 2 && concurrency <= 1000) return concurrency;
  throw new Error(`maxConcurrentRuns is "${given}", but it is a whole number from 2 to 1000.`);
}

const META_API_VERSION = 'v23.0';

function readSenders(read: Read): SenderSettings {
  const phoneNumberId = read('whatsappPhoneNumberId');
  const originationIdentity = read('smsOriginationIdentity');
  const from = read('emailFrom');
  return {
    ...(phoneNumberId && { whatsapp: { phoneNumberId, metaApiVersion: read('metaApiVersion') ?? META_API_VERSION } }),
    ...(originationIdentity && { sms: readSms(originationIdentity, read) }),
    ...(from && { email: { from } }),
  };
}

/** More than three parts cost in almost every country: it stops mistakes, not reminders. */
const SMS_MAX_PRICE = '1.00';

function readSms(originationIdentity: string, read: Read): SmsSettings {
  const oneWay = read('smsOneWay') ?? knownOneWay(originationIdentity);
  if (oneWay !== 'true' && oneWay !== 'false') {
    throw new Error('smsOneWay must be true or false: false only if customers can reply to every sender of the pool');
  }
  const maxPrice = read('smsMaxPrice') ?? SMS_MAX_PRICE;
  if (!/^\d{1,2}\.\d{1,5}$/.test(maxPrice)) throw new Error('smsMaxPrice must be US dollars, such as 0.50');
  return { originationIdentity, oneWay: oneWay === 'true', maxPrice, configurationSet: read('smsConfigurationSet') };
}

/** A sender id is a name, to which customers cannot reply. A pool may hold names and numbers: its operator must know. */
function knownOneWay(identity: string): string | undefined {
  if (/^(pool-|arn:.*:pool\/)/.test(identity)) return undefined;
  return String(!/^(\+|phone-|arn:(?!.*:sender-id\/))/.test(identity));
}
