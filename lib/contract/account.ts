/** The schemas of an account's settings: what a merchant sets for all its customers. */
import * as z from 'zod/mini';
import { isSupportEmail, supportPhone } from '#lib/domain/account.ts';
import { MAX_PROMISE_DAYS } from '#lib/domain/answers.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import { MAX_LOGO_BYTES } from '#lib/domain/logo/logo.ts';
import { EARLIEST_HOUR, LATEST_HOUR, LEAST_HOURS, MAX_MESSAGES_PER_WEEK } from '#lib/domain/settings.ts';
import { LANGUAGE_CODES } from '#lib/words/language-codes.ts';
import { countryCode } from './country.ts';
import { currencyCode, exactText, instant, reader, trimmedText } from './fields.ts';

export const MessageHours = z
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

export const MessagePrice = z.strictObject({
  channel: z.enum(CHANNELS),
  country: z.optional(countryCode()),
  price: z.number().check(z.gte(0), z.lte(1_000_000)),
});

const isOnce = (prices: readonly { channel: string; country?: string | undefined }[]): boolean =>
  new Set(prices.map(({ channel, country }) => `${channel} ${country}`)).size === prices.length;

export const MessagePrices = z.strictObject({
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
    partPayments: z.optional(z.enum(['on', 'off'])),
    messageHours: removable(MessageHours),
    messagePrices: removable(MessagePrices),
    messagesPerWeek: removable(z.int().check(z.gte(1), z.lte(MAX_MESSAGES_PER_WEEK))),
  })
  .check(z.refine((change) => Object.keys(change).length > 0, 'must have at least one setting'))
  .register(z.globalRegistry, { minProperties: 1 });

export const readUpdateAccount = reader(UpdateAccountRequest);

/** More than any logo has, so that one that is too large is refused with its size. */
const MAX_BASE64 = 3 * MAX_LOGO_BYTES;

export const SetLogoRequest = z.strictObject({
  image: z.nullable(z.string().check(z.minLength(1), z.maxLength(MAX_BASE64), z.base64('must be base64'))),
});

export const readSetLogo = reader(SetLogoRequest);

const shown = <T extends z.ZodMiniType>(schema: T) => z.nullable(schema);

export const MessageHoursResponse = z.strictObject({ opens: z.int(), closes: z.int() });

export const MessagePriceResponse = z.strictObject({
  channel: z.enum(CHANNELS),
  country: z.nullable(z.string()),
  price: z.number(),
});

export const MessagePricesResponse = z.strictObject({ currency: z.string(), prices: z.array(MessagePriceResponse) });

export const LogoResponse = z.strictObject({ url: z.string(), width: z.int(), height: z.int() });

export const AccountResponse = z.strictObject({
  id: z.string(),
  name: z.string(),
  mode: z.enum(['live', 'test']),
  country: shown(z.string()),
  legalName: shown(z.string()),
  address: shown(z.string()),
  website: shown(z.string()),
  logo: shown(LogoResponse),
  color: shown(z.string()),
  supportPhone: shown(z.string()),
  supportEmail: shown(z.string()),
  defaultProvider: shown(z.string()),
  language: shown(z.enum(LANGUAGE_CODES)),
  promiseDays: z.int(),
  digest: z.enum(['on', 'off']),
  partPayments: z.enum(['on', 'off']),
  messageHours: shown(MessageHoursResponse),
  messagePrices: shown(MessagePricesResponse),
  messagesPerWeek: shown(z.int()),
  createdAt: instant(),
});
export type AccountResponse = z.output<typeof AccountResponse>;
