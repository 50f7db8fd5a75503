/** The schemas of an account's settings: what a merchant sets for all its customers. */
import * as z from 'zod/mini';
import { isSupportEmail, supportPhone } from '#lib/domain/account.ts';
import { MAX_PROMISE_DAYS } from '#lib/domain/answers.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { EARLIEST_HOUR, LATEST_HOUR, LEAST_HOURS, MAX_MESSAGES_PER_WEEK } from '#lib/domain/settings.ts';
import { LANGUAGE_CODES } from '#lib/words/language-codes.ts';
import { countryCode } from './country.ts';
import { CREATED, type DescribedSchema, describeRequest, describeResponse, INSTANT } from './described.ts';
import { currencyCode, exactText, instant, reader, trimmedText } from './fields.ts';

const MessageHours = z
  .strictObject({
    opens: z.int().check(z.gte(EARLIEST_HOUR), z.lte(LATEST_HOUR - LEAST_HOURS)),
    closes: z.int().check(z.gte(EARLIEST_HOUR + LEAST_HOURS), z.lte(LATEST_HOUR)),
  })
  .check(
    z.refine(({ opens, closes }) => !(closes - opens < LEAST_HOURS), {
      error: `must be at least ${LEAST_HOURS} hours after opens`,
      path: ['closes'],
    }),
  );

const Color = z.pipe(
  z.string().check(z.regex(/^#[0-9a-fA-F]{6}$/, 'must be a colour such as #0b57d0')),
  z.transform((color: string) => color.toLowerCase()),
);

const Website = z
  .string()
  .check(
    z.maxLength(200),
    z.regex(
      /^https:\/\/[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?:\/[A-Za-z0-9._~/-]*)?$/,
      'must be an address such as https://shop.example, without a query',
    ),
  );

const SupportPhone = z.pipe(
  exactText(40),
  z.transform((typed: string, ctx) => {
    const phone = supportPhone(typed);
    if (phone !== undefined) return phone;
    ctx.issues.push({
      code: 'custom',
      input: typed,
      message: 'must be an international number, such as +2348012345678',
    });
    return z.NEVER;
  }),
);

const SupportEmail = exactText(254).check(
  z.refine(isSupportEmail, 'must be a plain address, such as help@shop.example'),
);

const MessagePrice = z.strictObject({
  channel: z.enum(CHANNELS),
  country: z.optional(countryCode()),
  price: z.number().check(z.gte(0), z.lte(1_000_000)),
});

const isOnce = (prices: readonly { channel: string; country?: string | undefined }[]): boolean =>
  new Set(prices.map(({ channel, country }) => `${channel} ${country}`)).size === prices.length;

const MessagePrices = z.strictObject({
  currency: currencyCode(),
  prices: z
    .array(MessagePrice)
    .check(z.maxLength(300), z.refine(isOnce, 'must have one price for a channel and a country')),
});

/** Null takes a setting back. */
const removable = <T extends z.ZodMiniType>(schema: T) => z.optional(z.nullable(schema));

export const UpdateAccountRequest = z
  .strictObject({
    name: z.optional(trimmedText(100)),
    legalName: removable(trimmedText(200)),
    address: removable(trimmedText(300)),
    website: removable(Website),
    color: removable(Color),
    supportPhone: removable(SupportPhone),
    supportEmail: removable(SupportEmail),
    defaultProvider: removable(exactText(63)),
    language: removable(z.enum(LANGUAGE_CODES)),
    promiseDays: removable(z.int().check(z.gte(1), z.lte(MAX_PROMISE_DAYS))),
    digest: z.optional(z.enum(['on', 'off'])),
    messageHours: removable(MessageHours),
    messagePrices: removable(MessagePrices),
    messagesPerWeek: removable(z.int().check(z.gte(1), z.lte(MAX_MESSAGES_PER_WEEK))),
  })
  .check(z.refine((change) => Object.keys(change).length > 0, 'must have at least one setting'))
  .register(z.globalRegistry, { minProperties: 1 });

export const readUpdateAccount = reader(UpdateAccountRequest);

const shown = <T extends z.ZodMiniType>(schema: T) => z.nullable(schema);

export const MessageHoursResponse = z.strictObject({ opens: z.int(), closes: z.int() });

const MessagePriceResponse = z.strictObject({
  channel: z.enum(CHANNELS),
  country: z.nullable(z.string()),
  price: z.number(),
});

const MessagePricesResponse = z.strictObject({ currency: z.string(), prices: z.array(MessagePriceResponse) });

export const AccountResponse = z.strictObject({
  id: z.string(),
  name: z.string(),
  mode: z.enum(['live', 'test']),
  country: shown(z.string()),
  legalName: shown(z.string()),
  address: shown(z.string()),
  website: shown(z.string()),
  color: shown(z.string()),
  supportPhone: shown(z.string()),
  supportEmail: shown(z.string()),
  defaultProvider: shown(z.string()),
  language: shown(z.enum(LANGUAGE_CODES)),
  promiseDays: z.int(),
  digest: z.enum(['on', 'off']),
  messageHours: shown(MessageHoursResponse),
  messagePrices: shown(MessagePricesResponse),
  messagesPerWeek: shown(z.int()),
  createdAt: instant(),
});
export type AccountResponse = z.output<typeof AccountResponse>;

const hours = `Whole hours of the customer’s day, from ${EARLIEST_HOUR} to ${LATEST_HOUR}, at least ${LEAST_HOURS} apart`;

const texts = {
  legalName: 'Who stands behind the name, as pages and emails say it below.',
  address: 'The postal address that pages and emails show.',
  website: 'An address with `https`, to which pages lead back.',
  color:
    'The colour of buttons, such as `#0b57d0`. Where it is too light to be read, a darker one of its kind is used.',
  supportPhone: 'The number at which customers reach you, in E.164.',
  supportEmail: 'The address at which customers reach you.',
  defaultProvider: 'The slug of the provider of collections that name none.',
  language:
    'The language of customers whose country has none of ours of its own: `en`, `fr`, `pt`, `sw` or `ha`. English where it is not set. What a reader chooses on a page comes first.',
  promiseDays: `For how many days ahead customers may promise to pay, 1 to ${MAX_PROMISE_DAYS}`,
  digest: '`on`: one message speaks for all debts of a person. `off`: each debt has messages of its own.',
  messageHours: `${hours}. No automatic message is sent outside. Laws and rules for people hold besides; where a number may be in zones that share none of these hours, they alone hold.`,
  messagePrices: 'What messages cost you, for the agenda and rehearsals. Costs are unknown where it is not set.',
  messagesPerWeek: `At most so many automatic messages to one person in seven days, 1 to ${MAX_MESSAGES_PER_WEEK}. Laws and rules for people hold besides.`,
};

const priceTexts = {
  channel: 'The channel.',
  price: 'Of one message; of an SMS of each of its parts.',
};

const pricesTexts = { currency: 'ISO 4217 code of the prices.', prices: 'At most 300, each channel and country once.' };

/** The texts of these schemas, for the API's description. */
export const accountTexts = (): DescribedSchema[] => [
  describeRequest('MessageHoursInput', MessageHours, {
    description: 'When automatic messages may be sent.',
    fields: { opens: 'The first hour.', closes: 'The hour from which on nothing is sent.' },
  }),
  describeRequest('MessagePriceInput', MessagePrice, {
    description: 'What one message costs.',
    fields: { ...priceTexts, country: 'ISO 3166 code; absent for all countries without a price of their own.' },
  }),
  describeRequest('MessagePricesInput', MessagePrices, { description: 'What messages cost.', fields: pricesTexts }),
  describeResponse('MessagePrice', MessagePriceResponse, {
    description: 'What one message costs.',
    fields: { ...priceTexts, country: 'ISO 3166 code; null for all countries without a price of their own.' },
  }),
  describeResponse('MessagePrices', MessagePricesResponse, { description: 'What messages cost.', fields: pricesTexts }),
  describeRequest('UpdateAccountRequest', UpdateAccountRequest, {
    description: 'The changes, at least one. What is absent stays as it is, and null takes a setting back.',
    fields: {
      ...texts,
      name: 'What the business is called, 1 to 100 characters.',
      promiseDays: `${texts.promiseDays}; null: 14.`,
    },
  }),
  describeResponse('MessageHours', MessageHoursResponse, {
    description: 'When automatic messages may be sent.',
    fields: { opens: 'The first hour.', closes: 'The hour from which on nothing is sent.' },
  }),
  describeResponse('Account', AccountResponse, {
    description: 'An account, and what it sets for all its customers. Null: as the service has it.',
    fields: {
      ...texts,
      id: 'Ten characters.',
      name: 'What the business is called.',
      mode: '`test`: nothing is charged, and no message is sent.',
      country: 'ISO 3166 code. It was set when the account was opened, and never changes.',
      promiseDays: `${texts.promiseDays}.`,
      createdAt: `When it was opened, ${INSTANT}.`,
    },
  }),
];

export const accountExample = {
  id: '0a1b2c3d4e',
  name: 'Kobo Foods',
  mode: 'live',
  country: 'NG',
  legalName: 'Kobo Foods Limited',
  address: '12 Marina Road, Lagos',
  website: 'https://kobofoods.example',
  color: '#0b57d0',
  supportPhone: '+2348031112222',
  supportEmail: 'help@kobofoods.example',
  defaultProvider: 'paystack',
  language: null,
  promiseDays: 14,
  digest: 'on',
  messageHours: { opens: 9, closes: 17 },
  messagePrices: { currency: 'USD', prices: [{ channel: 'sms', country: 'NG', price: 0.05 }] },
  messagesPerWeek: 3,
  createdAt: CREATED,
} satisfies AccountResponse;
