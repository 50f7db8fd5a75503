/** What stored values must look like, as data: `read-item.ts` reads by it. */

/** A value that passes is a T, and is stored as an S. */
export type Check<T, S = T> = Form & { readonly answers?: readonly [T]; readonly stores?: readonly [S] };

/** What is read by a check, and what is stored for it: their types follow from the check. */
export type Read<C> = C extends { readonly answers?: readonly [infer T] } ? T : never;
export type Stored<C> = C extends { readonly stores?: readonly [infer S] } ? S : never;

/** A check for every attribute of T: one that is missing does not compile. */
export type ChecksOf<T> = { [Name in keyof T]-?: Check<T[Name], unknown> };

type Checks = Readonly<Record<string, Check<unknown>>>;
type OptionalOf<F> = { [Name in keyof F]: undefined extends Read<F[Name]> ? Name : never }[keyof F];
type Flat<T> = { [Name in keyof T]: T[Name] };

type ReadFields<F> = Flat<
  { [Name in Exclude<keyof F, OptionalOf<F>>]: Read<F[Name]> } & {
    [Name in OptionalOf<F>]?: Exclude<Read<F[Name]>, undefined>;
  }
>;
type StoredFields<F> = Flat<
  { [Name in Exclude<keyof F, OptionalOf<F>>]: Stored<F[Name]> } & {
    [Name in OptionalOf<F>]?: Exclude<Stored<F[Name]>, undefined>;
  }
>;

export type Form =
  | { kind: 'string' | 'boolean' | 'number' | 'integer' | 'instant' | 'JSON text' | 'packed text' }
  | { kind: 'bytes'; length?: number }
  | { kind: 'one of'; known: ReadonlySet<unknown> }
  | { kind: 'optional' | 'list' | 'map' | 'JSON'; of: Form }
  | { kind: 'object'; names: readonly string[]; checks: readonly Form[] }
  | { kind: 'variant'; name: string; forms: ReadonlyMap<string, Form> };

export const text: Check<string> = { kind: 'string' };
export const integer: Check<number> = { kind: 'integer' };
export const number: Check<number> = { kind: 'number' };
export const flag: Check<boolean> = { kind: 'boolean' };

/** Of any length, or of exactly this one. */
export const bytes = (length?: number): Check<Uint8Array> => ({
  kind: 'bytes',
  ...(length !== undefined && { length }),
});

/** A text that may be stored deflated; `read-item.ts` reads and writes it. */
export const packedText: Check<string, string | Uint8Array> = { kind: 'packed text' };

/** ISO 8601 in UTC with milliseconds: instants are compared as texts. */
export const instant: Check<string> = { kind: 'instant' };

export const oneOf = <const T extends string>(known: readonly T[]): Check<T> => ({
  kind: 'one of',
  known: new Set(known),
});

/** One of T, each of which `known` must name: a new one that is missing here does not compile. */
export const named = <T extends string>(known: Record<T, true>): Check<T> => oneOf(Object.keys(known) as T[]);

export const optional = <T, S>(check: Check<T, S>): Check<T | undefined, S | undefined> => ({
  kind: 'optional',
  of: check,
});

/** Of a type of the domain. What has no check is left out. */
export const object = <T extends object>(checks: ChecksOf<T>): Check<T> => ({
  kind: 'object',
  names: Object.keys(checks),
  checks: Object.values(checks) as Form[],
});

/** Of a type that follows from these checks. */
export const fields = <F extends Checks>(checks: F): Check<ReadFields<F>, StoredFields<F>> => ({
  kind: 'object',
  names: Object.keys(checks),
  checks: Object.values(checks),
});

/** One of several forms, told apart by the value of one attribute. */
export const variant = <T>(name: string, forms: Readonly<Record<string, Check<T>>>): Check<T> => ({
  kind: 'variant',
  name,
  forms: new Map(Object.entries<Form>(forms)),
});

export const list = <T, S>(check: Check<T, S>): Check<T[], readonly S[]> => ({ kind: 'list', of: check });

/** Values by names that a caller chose: the fault does not say which one. */
export const map = <T>(check: Check<T>): Check<Record<string, T>> => ({ kind: 'map', of: check });

/** JSON text, parsed. */
export const json = <T>(check: Check<T, unknown>): Check<T, string | Uint8Array> => ({ kind: 'JSON', of: check });

/** JSON text that stays a text. */
export const jsonText: Check<string> = { kind: 'JSON text' };
