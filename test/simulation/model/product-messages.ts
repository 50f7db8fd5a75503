/** Gets the messages of the product in the types of the model, read below the real use case and adapters at the clients of the channels. */
import { phoneOf as phoneOfContact } from '#lib/domain/contact.ts';
import type { Sent } from './message.ts';
import { accountOf, BASE_URL, type Collection, type PlanSetting, planIn } from './product.ts';
import type { Channel, Tone } from './wire.ts';

const SENDERS = {
  whatsapp: { phoneNumberId: 'phone-number-id-1', metaApiVersion: 'v23.0' },
  sms: { originationIdentity: 'Collect', configurationSet: undefined, oneWay: true },
  email: { address: 'pay@collections.example', configurationSet: undefined },
};

type Slot = { slot: number; channels: readonly Channel[]; tone: Tone };

/** Returns the request to the channel's client for a slot, made by the real use case and adapter. */
export async function send(
  collection: Collection,
  setting: PlanSetting & Slot,
  now: number,
): Promise<Sent | undefined> {
  const { sendByFirstChannel } = await import('#lib/use-cases/send-by-first-channel.ts');
  const plan = planIn(collection, setting);
  const { account, slot, channels, tone } = setting;
  const sent: Sent[] = [];
  const { channels: fakes, restore } = await channelsInto(sent);
  const ports = {
    clock: { now: () => new Date(now) },
    random: { fraction: () => 0 },
    send: fakes,
    optOut: () => Promise.resolve(),
    site: { baseUrl: BASE_URL },
    isOneWay: (channel: string) => channel === 'sms',
  };
  const at = new Date(now).toISOString();
  const begun = { status: 'sending', dueAt: at, claimedAt: at, channelsTried: [], at: {} } as const;
  const attempt = { ...begun, slot, tone, token: 't' };
  await sendByFirstChannel(
    ports,
    {
      collection: withTone(collection, tone),
      account: accountOf(account),
      phone: phoneOfContact(collection.contact, account),
      plan,
    },
    { channels, attempt, count: () => Promise.resolve() },
  ).finally(restore);
  return sent[0];
}

/** A given tone applies to every slot of the plan, so the message gets this tone. */
const withTone = ({ followUp, ...rest }: Collection, tone: Tone): Collection => ({
  ...rest,
  followUp: followUp.enabled ? { ...followUp, given: [...followUp.given, 'tone'], tone } : followUp,
});

/** Other tests run in the same process: `restore` puts back the clients. */
async function channelsInto(sent: Sent[]) {
  const { sendBy } = await import('#test/channels/sending.ts');
  const { readSent } = await import('#test/simulation/aws/read-sent.ts');
  const sends: (() => void)[] = [];
  for (const [channel, { prototype }] of Object.entries(await clients())) {
    const { send: original } = prototype;
    sends.push(() => Object.assign(prototype, { send: original }));
    prototype.send = ({ input }: { input: never }) => {
      sent.push({ channel: channel as Channel, ...readSent[channel as Channel](input) });
      return Promise.resolve({ messageId: 'm', MessageId: 'm' });
    };
  }
  const restore = () => {
    for (const restoreSend of sends) restoreSend();
  };
  return { channels: sendBy(SENDERS, { connectMs: 1, totalMs: 1_000 }), restore };
}

async function clients(): Promise<Record<Channel, { prototype: { send: unknown } }>> {
  const { SocialMessagingClient: whatsapp } = await import('@aws-sdk/client-socialmessaging');
  const { PinpointSMSVoiceV2Client: sms } = await import('@aws-sdk/client-pinpoint-sms-voice-v2');
  const { SESv2Client: email } = await import('@aws-sdk/client-sesv2');
  return { whatsapp, sms, email };
}
