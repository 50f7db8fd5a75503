/** The channels: simulations of the three AWS services that send messages, below the real adapters. */
import {
  ConflictException,
  PinpointSMSVoiceV2Client,
  ThrottlingException,
} from '@aws-sdk/client-pinpoint-sms-voice-v2';
import { MessageRejected, SESv2Client, TooManyRequestsException } from '@aws-sdk/client-sesv2';
import {
  InvalidParametersException,
  SocialMessagingClient,
  ThrottledRequestException,
} from '@aws-sdk/client-socialmessaging';
import { LIMITS } from '#lib/channels/adapter.ts';
import { CHANNELS, type Channel } from '#lib/domain/channels/channels.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { World } from '#test/simulation/world/world.ts';
import { exchange, type Served } from './exchange.ts';
import { isAnswer, type Read, readSent } from './read-sent.ts';

const refused = { $metadata: { httpStatusCode: 400 }, message: 'refused' };
const OPTED_OUT = 'DESTINATION_PHONE_NUMBER_OPTED_OUT';

type Refusals = { throttled: () => Error; refused: () => Error };

const REFUSALS: Record<Channel, Refusals> = {
  whatsapp: {
    throttled: () => new ThrottledRequestException(refused),
    refused: () => new InvalidParametersException(refused),
  },
  sms: {
    throttled: () => new ThrottlingException({ ...refused, Message: '' }),
    refused: () => new ConflictException({ ...refused, Message: '', Reason: 'DESTINATION_COUNTRY_BLOCKED' } as never),
  },
  email: {
    throttled: () => new TooManyRequestsException(refused),
    refused: () => new MessageRejected(refused),
  },
};

const CLIENTS = { whatsapp: SocialMessagingClient, sms: PinpointSMSVoiceV2Client, email: SESv2Client } as const;

/** The variables of the stack; an empty one is not set. */
export const SETTINGS: Readonly<Record<string, string>> = {
  WHATSAPP_PHONE_NUMBER_ID: 'phone-number-id-1',
  META_API_VERSION: 'v23.0',
  SMS_ORIGINATION_IDENTITY: 'Collect',
  SMS_CONFIGURATION_SET: '',
  SMS_ONE_WAY: 'true',
  SMS_MAX_PRICE: '',
  EMAIL_FROM: 'pay@collections.example',
  EMAIL_CONFIGURATION_SET: '',
};

/** Connects the channels of this world to the clients of the adapters, which make every request once. */
export function openChannels(world: World): void {
  for (const channel of CHANNELS)
    Object.assign(CLIENTS[channel].prototype, {
      send: ({ input }: { input: never }) => world.seams.channel(() => offer(world, channel, input)),
    });
}

const gaveUp = () => Object.assign(new Error('aborted'), { name: 'AbortError' });
const broken = () =>
  Object.assign(new Error('internal'), { name: 'InternalFailure', $metadata: { httpStatusCode: 500 } });
const unreachable = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });

type ErrorKind = 'throttled' | 'refused' | 'broken' | 'unreachable';

const errorOf = (channel: Channel, kind: ErrorKind): Error => ({ ...REFUSALS[channel], broken, unreachable })[kind]();

function offer(world: World, channel: Channel, input: never): Promise<object> {
  const by = world.kernel.current() as Invocation;
  const read = isAnswer(channel, input) ? undefined : readSent[channel](input);
  const serve = () => (read ? take(world, { channel, read, by }) : answerHelp(world, channel));
  return exchange<object>(world, {
    service: channel,
    what: `${channel} send`,
    timeoutMs: LIMITS.totalMs,
    gaveUp,
    throttled: () => errorOf(channel, 'throttled'),
    broken: () => errorOf(channel, 'broken'),
    serve: (answer) => answer(refusalOf(world, channel, read) ?? serve()),
  });
}

const optedOut = (): Error => new ConflictException({ ...refused, Message: '', Reason: OPTED_OUT } as never);

type Taken = { channel: Channel; read: Read; by: Invocation };

function refusalOf({ faults, kernel }: World, channel: Channel, read: Read | undefined): Served<object> | undefined {
  if (faults.strikes('channel-unreachable')) return { error: errorOf(channel, 'unreachable') };
  if (faults.strikes('channel-throttles')) return { error: errorOf(channel, 'throttled') };
  if (faults.strikes('channel-refuses')) return { error: errorOf(channel, 'refused') };
  if (channel !== 'sms' || !faults.strikes('channel-opted-out')) return undefined;
  kernel.trace.say(`sms says that ${read?.to} has opted out`);
  return { error: optedOut() };
}

function take(world: World, { channel, read, by }: Taken): Served<object> {
  const id = `${channel}-message-${world.messages.length + 1}`;
  const message = { ...read, id, channel, at: world.kernel.now(), by };
  world.messages.push(message);
  world.kernel.trace.say(`${channel} takes ${id} for ${message.collectionId} slot ${message.slot}`);
  world.oracle.sent(message);
  world.customers.got(message);
  if (world.faults.strikes('no-message-id')) return { value: {} };
  return { value: { MessageId: id, messageId: id } };
}

/** The answer to HELP is no reminder: the invariants judge reminders. */
function answerHelp(world: World, channel: Channel): Served<object> {
  world.note(`answered HELP by ${channel}`);
  world.answers += 1;
  const id = `${channel}-answer-${world.answers}`;
  return { value: { MessageId: id, messageId: id } };
}
