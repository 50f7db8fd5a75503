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
