/** The settings of one deployment: `cdk deploy -c name=value`, or the context of `cdk.json`. */
import type { Node } from 'constructs';

/** The sender of each channel; a channel without one is left out of every plan. */
export type SenderSettings = {
  whatsapp?: { phoneNumberId: string; metaApiVersion: string };
  sms?: { originationIdentity: string; oneWay: boolean; configurationSet: string | undefined };
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
  const oneWay = read('smsOneWay') ?? String(isSenderId(originationIdentity ?? ''));
  return {
    ...(phoneNumberId && { whatsapp: { phoneNumberId, metaApiVersion: read('metaApiVersion') ?? META_API_VERSION } }),
    ...(originationIdentity && {
      sms: { originationIdentity, oneWay: oneWay === 'true', configurationSet: read('smsConfigurationSet') },
    }),
    ...(from && { email: { from } }),
  };
}

/** A sender id is a name, to which customers cannot reply; every other identity is a number, an id or an ARN. */
const isSenderId = (identity: string): boolean => !/^(\+|phone-|pool-|arn:(?!.*:sender-id\/))/.test(identity);
