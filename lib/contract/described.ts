/**
 * How a schema is described for the API's description: its name there, what it means, and what each field means. The texts
 * and examples stand beside the schema, in exports whose names end in `Text`, `Texts` or `Example`. No Lambda uses them, and
 * the bundler leaves them out.
 */
import type * as z from 'zod/mini';

/** How texts say the form of an instant in a response. */
export const INSTANT = 'ISO 8601 in UTC with milliseconds';
/** How texts say the form of an instant in a request. */
export const ZONED =
  'ISO 8601 with its zone (`Z` or an offset such as `+01:00`); in UTC, too, its year has four digits';

/** Requests are closed. Responses are open, because a new field breaks nobody. */
type Direction = 'input' | 'output';

type Keys<T> = T extends readonly unknown[] ? never : keyof { [K in keyof T as string extends K ? never : K]: T[K] };
type FieldTexts<S> = S extends z.ZodMiniType ? Record<Keys<z.input<S>> & string, string> : never;

type Texts<Fields> = {
  description: string;
  /** A field without a text does not compile. */
  fields?: Fields;
  /** Whatever else the schema says, such as its discriminator. */
  also?: Record<string, unknown>;
};

export type DescribedSchema = Texts<Readonly<Record<string, string>>> & {
  direction: Direction;
  name: string;
  schema: z.ZodMiniType;
};

export const describeRequest = <S extends z.ZodMiniType>(
  name: string,
  schema: S,
  texts: Texts<FieldTexts<S>>,
): DescribedSchema => ({ ...texts, direction: 'input', name, schema });

export const describeResponse = <S extends z.ZodMiniType>(
  name: string,
  schema: S,
  texts: Texts<FieldTexts<S>>,
): DescribedSchema => ({ ...texts, direction: 'output', name, schema });

/** What a parameter of a query means, and a valid value. */
export type ParameterText = { description: string; example: unknown };

/** A parameter without a text does not compile. */
export type ParameterTexts<S extends z.ZodMiniType> = Readonly<Record<keyof z.input<S> & string, ParameterText>>;

/** The reasons with their meaning as a list in Markdown. */
export const markdownList = (meanings: Readonly<Record<string, string>>): string =>
  Object.entries(meanings)
    .map(([code, meaning]) => `- \`${code}\`: ${meaning}`)
    .join('\n');

export const A_COLLECTION_ID = 'pay_0a1b2c3d4ek7m2x9q4t8w1z5r3v6b0n8c2d';
export const A_PROVIDER_ID = 'prv_0a1b2c3d4eh6j1x8q3t7w0z4r2v5b9n7c1d';
export const A_WEBHOOK_ENDPOINT_ID = 'whe_0a1b2c3d4eq8t2w6z0r4v8b2n6c0d4f8k2m';

export const AN_EVENT_ID = 'evt_7x9q4t8w1z3r6v0b8nc5f0k2m';

export const CREATED = '2026-03-02T09:15:30.120Z';
export const AN_INSTANT_AHEAD = '2026-03-03T07:00:00.000Z';

export const AN_AMOUNT = { value: 45_000, currency: 'NGN' };

export const A_MEMBER = { id: 'mbr_0a1b2c3d4eg4t8w1z5r9v3b7n1c5f0k4m8x', name: 'Grace Eze' };

export const A_CUSTOMER = { firstName: 'Ada', lastName: 'Obi', phone: '+2348031234567', email: 'ada@example.com' };

export const A_CONTACT = {
  id: 'contact_5f0k2m7x9q4t8w1z3r6v0b8nc',
  firstName: 'Ada',
  lastName: 'Obi',
  phone: '+2348031234567',
  email: 'ada@example.com',
};

/** Where `npm run listen` receives webhooks. A deployed service refuses it, and shows another address in its description. */
export const LOCAL_RECEIVER = 'http://127.0.0.1:4000/';

export const A_CLAIM_ID = 'clm_4t8w1z3r6v0b8nc5f0k2m7x9q';
export const A_DISPUTE_ID = 'dsp_8nc5f0k2m7x9q4t8w1z3r6v0b';
export const AN_ATTENTION_ID = `att_${A_COLLECTION_ID.slice('pay_'.length)}0`;

/** Of reports. */
export const CURRENCY_TEXT = { description: 'Only this currency, an ISO 4217 code. All by default.', example: 'NGN' };
export const DAY_TEXT = "a day of the account's country, such as `2026-11-01`";
export const AS_OF = `Up to when nothing is missing, ${INSTANT}; at most ten minutes ago.`;
export const OF_CURRENCY = 'ISO 4217 code. Money of two currencies is never added.';

export const someDaysTexts = {
  from: { description: `The first day, ${DAY_TEXT}. 30 days up to \`to\` by default.`, example: '2026-11-01' },
  to: { description: `The last day, ${DAY_TEXT}. Today by default.`, example: '2026-11-30' },
};
