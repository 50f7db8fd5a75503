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
import { LIMITS } from '#lib/channels/sending-client.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { ErrorKind } from '#test/simulation/model/channel-errors.ts';
import { type Business, requestFaults, SETTINGS, type Settings } from '#test/simulation/model/channel-request.ts';
import type { Offer } from '#test/simulation/model/offers.ts';
import type { World } from '#test/simulation/world/world.ts';
import { exchange, type Served } from './exchange.ts';
import { isAnswer, type Read, readNotice, readSent } from './read-sent.ts';

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

/** Connects the channels of this world to the clients of the adapters, which make every request once. */
export function openChannels(world: World): void {
  for (const channel of ['whatsapp', 'sms', 'email'] as const) {
    const send = ({ input }: { input: never }, options?: { abortSignal?: AbortSignal }) => {
      for (const what of requestFaults(channel, input, { settings: settingsOf(world), of: businessesIn(world) }))
        world.violate(14, what);
      if (options?.abortSignal === undefined) world.violate(14, `${channel}: a request without an end`);
      return world.seams.channel(() => offer(world, channel, input));
    };
    Object.assign(CLIENTS[channel].prototype, { send });
  }
}

/** Every second world has another deployment. */
export const settingsOf = ({ seed }: World): Settings => SETTINGS[seed % SETTINGS.length] ?? {};

/** Of the businesses, and of the sender of notices about webhook endpoints. */
const businessesIn = ({ tenants, otherNames }: World): Business[] => [
  { name: 'Collections', support: [] },
  ...tenants.map(({ account: { name, supportPhone, supportEmail } }) => ({
    name,
    support: [supportPhone, supportEmail].filter((way) => way !== undefined),
  })),
  ...otherNames,
];

const gaveUp = () => Object.assign(new Error('aborted'), { name: 'AbortError' });
const broken = () =>
  Object.assign(new Error('internal'), { name: 'InternalFailure', $metadata: { httpStatusCode: 500 } });
const unreachable = () => Object.assign(new Error('refused'), { code: 'ECONNREFUSED', syscall: 'connect' });

const usualError = (channel: Channel): Record<ErrorKind, () => Error> => ({
  ...REFUSALS[channel],
  broken,
  unreachable,
});

const errorFrom = ({ oddErrors }: World, channel: Channel, kind: ErrorKind): Error =>
  oddErrors.of(channel, kind, usualError(channel)[kind]);

const heard = ({ seams }: World, read: Read): Read => ({ ...read, text: seams.message(read.text) });

function offer(world: World, channel: Channel, input: never): Promise<object> {
  const by = world.kernel.current() as Invocation;
  const notice = readNotice(channel, input);
  if (notice !== undefined) world.downForDays.notices.push({ ...notice, by: by.number });
  const isReminder = notice === undefined && !isAnswer(channel, input);
  const read = isReminder ? heard(world, readSent[channel](input)) : undefined;
  const serve = () =>
    read
      ? take(world, { channel, read, by })
      : notice
        ? { value: { MessageId: 'a notice' } }
        : answered(world, channel);
  const answer = exchange<object>(world, {
    service: channel,
    what: `${channel} send`,
    timeoutMs: LIMITS.totalMs,
    gaveUp,
    throttled: () => errorFrom(world, channel, 'throttled'),
    broken: () => errorFrom(world, channel, 'broken'),
    serve: (give) => give(refusalOf(world, channel, read) ?? serve()),
  });
  if (read === undefined) return answer;
  by.offers += 1;
  const made = world.offers.add(read, channel, by.number);
  // An answer without an id is as doubtful as none.
  return answer.then(
    (value) => {
      made.outcome = Object.keys(value).length > 0 ? 'accepted' : 'in_doubt';
      return value;
    },
    (error: unknown) => {
      made.outcome = outcomeOf(world, error);
      const { reason } = world.oddErrors.kindOf(error) ?? {};
      if (reason !== undefined) made.reason = reason;
      throw error;
    },
  );
}

const THROTTLED = [ThrottlingException, ThrottledRequestException, TooManyRequestsException];
const REFUSED = [ConflictException, InvalidParametersException, MessageRejected];

const OUTCOMES: Readonly<Record<ErrorKind, Offer['outcome']>> = {
  throttled: 'throttled',
  refused: 'refused',
  unreachable: 'refused',
  broken: 'in_doubt',
};

function outcomeOf({ oddErrors }: World, error: unknown): Offer['outcome'] {
  const odd = oddErrors.kindOf(error);
  if (odd !== undefined) return OUTCOMES[odd.kind];
  if (THROTTLED.some((kind) => error instanceof kind)) return 'throttled';
  if (error instanceof ConflictException && error.Reason === (OPTED_OUT as string)) return 'opted_out';
  const isRefused =
    REFUSED.some((kind) => error instanceof kind) || (error as { code?: string }).code === 'ECONNREFUSED';
  return isRefused ? 'refused' : 'in_doubt';
}

const optedOut = (): Error => new ConflictException({ ...refused, Message: '', Reason: OPTED_OUT } as never);

type Taken = { channel: Channel; read: Read; by: Invocation };

function refusalOf(world: World, channel: Channel, read: Read | undefined): Served<object> | undefined {
  const { faults, customers, kernel } = world;
  const odd = world.oddErrors.more(channel);
  if (odd !== undefined) return { error: odd };
  if (faults.strikes('channel-unreachable')) return { error: errorFrom(world, channel, 'unreachable') };
  if (faults.strikes('channel-throttles')) return { error: errorFrom(world, channel, 'throttled') };
  if (faults.strikes('channel-refuses')) return { error: errorFrom(world, channel, 'refused') };
  if (channel === 'sms' && read !== undefined && world.refusedBySms.has(read.to)) return { error: optedOut() };
  if (channel !== 'sms' || !faults.strikes('channel-opted-out')) return undefined;
  if (read !== undefined) {
    const { collectionId: by, slot, to } = read;
    customers.stops.push({ by, slot, how: 'provider', channels: ['sms', 'whatsapp'], to, at: kernel.now() });
  }
  return { error: optedOut() };
}

function take(world: World, { channel, read, by }: Taken): Served<object> {
  const id = `${channel}-message-${world.messages.length + 1}`;
  const message = { ...read, id, channel, at: world.kernel.now(), by };
  world.messages.push(message);
  world.kernel.trace.say(`${channel} takes ${id} for ${message.collectionId} slot ${message.slot}`);
  world.oracle.sent(message);
  world.customers.got(message);
  world.scanners.got(message);
  world.oddInbound.got(message);
  if (world.faults.strikes('no-message-id')) return { value: {} };
  return { value: { MessageId: id, messageId: id } };
}

/** The answer to HELP is no reminder: the invariants judge reminders. */
function answered(world: World, channel: Channel): Served<object> {
  world.note(`answered HELP by ${channel}`);
  world.answers += 1;
  const id = `${channel}-answer-${world.answers}`;
  return { value: { MessageId: id, messageId: id } };
}
