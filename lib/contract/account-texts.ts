/** The texts and examples of an account's settings, for the API's description. */
import { MAX_PROMISE_DAYS } from '#lib/domain/answers.ts';
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE } from '#lib/domain/logo/logo.ts';
import { EARLIEST_HOUR, LATEST_HOUR, LEAST_HOURS, MAX_MESSAGES_PER_WEEK } from '#lib/domain/settings.ts';
import {
  AccountResponse,
  LogoResponse,
  MessageHours,
  MessageHoursResponse,
  MessagePrice,
  MessagePriceResponse,
  MessagePrices,
  MessagePricesResponse,
  SetLogoRequest,
  UpdateAccountRequest,
} from './account.ts';
import { CREATED, type DescribedSchema, describeRequest, describeResponse, INSTANT } from './described.ts';

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
  partPayments:
    '`on`: customers may pay a part of what is left on the payment page, a tenth of it at least. `off`: all of it.',
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
  describeRequest('SetLogoRequest', SetLogoRequest, {
    description: 'The logo.',
    fields: {
      image: `A PNG or SVG in base64, at most ${MAX_LOGO_BYTES} bytes and ${MAX_LOGO_SIDE} pixels each way; null takes the logo back. An SVG that has a script, or loads from elsewhere, is refused.`,
    },
  }),
  describeResponse('Logo', LogoResponse, {
    description: 'The logo.',
    fields: {
      url: 'Where it is served. The address shows this image for ever.',
      width: 'In pixels.',
      height: 'In pixels.',
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
      logo: 'The picture above pages and emails; emails show no SVG.',
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
  logo: {
    url: 'https://pay.example.com/logo/0a1b2c3d4e-9f86d081884c7d659a2feaa0c55ad015.png',
    width: 320,
    height: 96,
  },
  supportPhone: '+2348031112222',
  supportEmail: 'help@kobofoods.example',
  defaultProvider: 'paystack',
  language: null,
  promiseDays: 14,
  digest: 'on',
  partPayments: 'off',
  messageHours: { opens: 9, closes: 17 },
  messagePrices: { currency: 'USD', prices: [{ channel: 'sms', country: 'NG', price: 0.05 }] },
  messagesPerWeek: 3,
  createdAt: CREATED,
} satisfies AccountResponse;
