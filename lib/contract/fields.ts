/** The kinds of field that several requests share. */
import * as z from 'zod/mini';

const CONTROL = /\p{Cc}/u;

/** The same for the API's description, in the words that every dialect of regular expressions knows. */
const NO_CONTROL = '[^\\x00-\\x1f\\x7f-\\x9f]';
const INK = '[^\\s\\x00-\\x1f\\x7f-\\x9f]';

const countCharacters = (text: string): number => [...text].length;

export const hasNoControl = (text: string): boolean => !CONTROL.test(text);
export const NO_CONTROL_MESSAGE = 'must not contain control characters';

/** Text of 1 to `most` characters (code points) without control characters, kept exactly as sent. */
export const exactText = (max: number) =>
  z
    .string()
    .check(
      z.refine((text) => countCharacters(text) >= 1 && countCharacters(text) <= max, {
        error: `must have 1 to ${max} characters`,
        abort: true,
      }),
      z.refine(hasNoControl, NO_CONTROL_MESSAGE),
    )
    .register(z.globalRegistry, { minLength: 1, maxLength: max, pattern: `^${NO_CONTROL}*$` });

/** Like {@link exactText}, with white space around it taken away first. */
export const trimmedText = (max: number) =>
  z.pipe(
    z
      .string()
      .check(z.trim())
      .register(z.globalRegistry, { pattern: `^\\s*${INK}(${NO_CONTROL}{0,${max - 2}}${INK})?\\s*$` }),
    exactText(max),
  );

/** A whole number of minutes; 525,600 are a year. */
export const minutes = (min: number) => z.int().check(z.gte(min), z.lte(525_600));

/** A list without repeats. */
export const distinct = <T>(schema: z.ZodMiniArray<z.ZodMiniType<T>>) =>
  schema
    .check(z.refine((items) => new Set(items).size === items.length, 'must not repeat an item'))
    .register(z.globalRegistry, { uniqueItems: true });

/** An instant as every response shows it: ISO 8601, milliseconds, UTC. */
export const instant = () => z.iso.datetime({ precision: 3 });
