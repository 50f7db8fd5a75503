/** The whole request by which a message is handed to its channel: facts of AWS's three services, and the settings of a deployment. */
import { isDeepStrictEqual } from 'node:util';
import { helpTexts } from './help.ts';
import { senderFaults } from './sender.ts';
import type { Channel } from './wire.ts';

/** The variables of the stack; an empty one is not set. */
export type Settings = Readonly<Record<string, string>>;

export const SETTINGS: readonly Settings[] = [
  {
    WHATSAPP_PHONE_NUMBER_ID: 'phone-number-id-1',
    META_API_VERSION: 'v23.0',
    SMS_ORIGINATION_IDENTITY: 'Collect',
    SMS_CONFIGURATION_SET: '',
    SMS_ONE_WAY: 'true',
    SMS_MAX_PRICE: '',
    EMAIL_FROM: 'pay@collections.example',
    EMAIL_CONFIGURATION_SET: '',
  },
  {
    WHATSAPP_PHONE_NUMBER_ID: 'arn:aws:social-messaging:r:1:phone-number-id/1',
    META_API_VERSION: 'v24.0',
    SMS_ORIGINATION_IDENTITY: 'pool-1',
    SMS_CONFIGURATION_SET: 'sms-receipts',
    SMS_ONE_WAY: 'true',
    SMS_MAX_PRICE: '0.25',
    EMAIL_FROM: 'money@collections.example',
    EMAIL_CONFIGURATION_SET: 'email-receipts',
  },
];

/** Its name as customers read it, and the ways to reach it. */
export type Business = { name: string; support: readonly string[] };

/** `of`: of whom a message may be. */
type Asked = { settings: Settings; of: readonly Business[] };

// biome-ignore lint/suspicious/noExplicitAny: the input of a command, as its service reads it.
type Input = any;

/** The faults of a request, without what the message says. */
export function requestFaults(channel: Channel, input: Input, asked: Asked): string[] {
  const wrong = FAULTS[channel](input, asked).filter(({ is, as }) => !isDeepStrictEqual(is, as));
  return wrong.map(
    ({ name, is, as }) => `${channel}: ${name} is ${JSON.stringify(is)} instead of ${JSON.stringify(as)}`,
  );
}

type Compared = { name: string; is: unknown; as: unknown };

const set = ({ settings }: Asked, name: string): string | undefined => settings[name] || undefined;

/** For an hour where it answers; a reminder is of no use after four hours, and tried for a minute at least. */
const LIFE = { answer: 3_600, min: 60, max: 14_400 };

const FAULTS: Record<Channel, (input: Input, asked: Asked) => Compared[]> = {
  sms: ({ Context, TimeToLive, MessageBody, DestinationPhoneNumber, ...rest }, asked) => {
    // Who says START is taken off AWS's own list.
    if ('OptedOutNumber' in rest)
      return [
        {
          name: 'request',
          is: { ...rest, OptedOutNumber: isText(rest.OptedOutNumber) },
          as: { OptOutListName: 'Default', OptedOutNumber: true },
        },
      ];
    const isAnswer = Context?.collectionId === undefined;
    const isLife = isAnswer ? TimeToLive === LIFE.answer : TimeToLive >= LIFE.min && TimeToLive <= LIFE.max;
    const fixed = {
      OriginationIdentity: set(asked, 'SMS_ORIGINATION_IDENTITY'),
      ConfigurationSetName: set(asked, 'SMS_CONFIGURATION_SET'),
      MessageType: 'TRANSACTIONAL',
      MaxPrice: set(asked, 'SMS_MAX_PRICE'),
    };
    return [
      { name: 'request', is: rest, as: fixed },
      {
        name: 'time to live',
        is: isLife && Number.isInteger(TimeToLive) ? 'in its range' : TimeToLive,
        as: 'in its range',
      },
      { name: 'body', is: isText(MessageBody) && isText(DestinationPhoneNumber), as: true },
      isAnswer ? { name: 'context', is: Context, as: { answer: 'help' } } : tags('context', Context, 'text'),
      ...(isAnswer ? answered(MessageBody, asked) : []),
    ];
  },
  whatsapp: ({ message, ...rest }, asked) => {
    const given = JSON.parse(new TextDecoder().decode(message));
    const { to, text, template, biz_opaque_callback_data: data, ...fixed } = given;
    const isAnswer = given.type === 'text';
    const wanted = {
      originationPhoneNumberId: set(asked, 'WHATSAPP_PHONE_NUMBER_ID'),
      metaApiVersion: set(asked, 'META_API_VERSION'),
    };
    return [
      { name: 'request', is: rest, as: wanted },
      { name: 'message', is: fixed, as: { messaging_product: 'whatsapp', type: isAnswer ? 'text' : 'template' } },
      { name: 'recipient', is: isText(to), as: true },
      ...(isAnswer
        ? [
            { name: 'text', is: text, as: { body: String(text?.body), preview_url: false } },
            ...answered(text.body, asked),
          ]
        : [tags('tags', JSON.parse(data ?? '{}'), 'number'), ...templateOf(template)]),
    ];
  },
  email: ({ FromEmailAddress: from, Destination, Content, EmailTags, ...rest }, asked) => {
    const { Subject, Body, Headers, ...more } = Content.Simple;
    const texts = [Subject, Body.Text, Body.Html];
    const given = (EmailTags ?? []) as { Name: string; Value: string }[];
    return [
      { name: 'request', is: rest, as: { ConfigurationSetName: set(asked, 'EMAIL_CONFIGURATION_SET') } },
      {
        name: 'sender',
        is: senderFaults(
          from,
          asked.of.map(({ name }) => name),
          set(asked, 'EMAIL_FROM') ?? '',
        ),
        as: [],
      },
      { name: 'recipient', is: Destination.ToAddresses.length === 1 && isText(Destination.ToAddresses[0]), as: true },
      { name: 'content', is: [more, Object.keys(Content), Object.keys(Body)], as: [{}, ['Simple'], ['Text', 'Html']] },
      { name: 'letters', is: texts.map(({ Charset }) => Charset), as: ['UTF-8', 'UTF-8', 'UTF-8'] },
      { name: 'headers', is: Headers.every((each: Input) => isText(each.Name) && isText(each.Value)), as: true },
      ...(EmailTags === undefined
        ? []
        : [tags('tags', Object.fromEntries(given.map(({ Name, Value }) => [Name, Value])), 'text')]),
    ];
  },
};

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';

/** Ids and our own words only: channels log them. */
function tags(name: string, given: Record<string, unknown>, slotIs: 'text' | 'number'): Compared {
  const isOwn =
    isText(given['collectionId']) &&
    isText(given['token']) &&
    ['gentle', 'professional', 'urgent'].includes(String(given['tone'])) &&
    typeof given['slot'] === (slotIs === 'text' ? 'string' : 'number') &&
    Number.isInteger(Number(given['slot']));
  const as = ['collectionId', 'slot', 'token', 'tone'];
  return { name, is: isOwn ? Object.keys(given).toSorted() : given, as };
}

/** One body, and a button with the end of its link, if there is one. */
function templateOf({ name, language, components, ...more }: Input): Compared[] {
  const parameters = components.flatMap((each: Input) => each.parameters);
  const shape = components.map(({ parameters: _any, ...each }: Input) => each);
  const button = { type: 'button', sub_type: 'url', index: '0' };
  return [
    { name: 'template', is: [more, Object.keys(language)], as: [{}, ['code']] },
    { name: 'template', is: isText(name) && isText(language.code), as: true },
    { name: 'components', is: shape, as: shape.length > 1 ? [{ type: 'body' }, button] : [{ type: 'body' }] },
    {
      name: 'parameters',
      is: parameters.map(({ text, ...each }: Input) => (isText(text) ? each : text)),
      as: parameters.map(() => ({ type: 'text' })),
    },
  ];
}

/** Who asks for help is told who writes. */
const answered = (text: string, { of }: Asked): Compared[] => [
  { name: 'answer', is: of.some((business) => helpTexts(business).includes(text)) ? 'known' : text, as: 'known' },
];
