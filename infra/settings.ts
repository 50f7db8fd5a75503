/** What an operator may decide about one deployment: `cdk deploy -c name=value`, or the context of `cdk.json`. */
import type { Node } from 'constructs';

/** From whom each channel sends; a channel without a sender is left out of every plan. */
export type SenderSettings = {
  whatsapp?: { phoneNumberId: string; metaApiVersion: string };
  sms?: { originationIdentity: string; oneWay: boolean; configurationSet: string | undefined };
  email?: { from: string };
};

export type Settings = {
  /** Where callers reach the service, when not at the gateway's own address. */
  baseUrl?: string | undefined;
  /** Who gets the alarms. */
  alarmEmail?: string | undefined;
  /** A firewall to put before the API. */
  webAclArn?: string | undefined;
  /** False only for stacks that are made to be thrown away: their table goes with them. */
  keepData: boolean;
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
    senders: readSenders(read),
  };
};

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

/** Not a number, not the id of a number or a pool, and not the ARN of one: a name, which nobody can answer. */
const isSenderId = (identity: string): boolean => !/^(\+|phone-|pool-|arn:(?!.*:sender-id\/))/.test(identity);
