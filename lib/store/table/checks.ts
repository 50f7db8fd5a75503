/** What stored values must look like, as data: `read-item.ts` reads by it. */

/** A value that passes is a T. */
export type Check<T> = Form & { readonly answers?: readonly [T] };

export type Form =
  | { kind: 'string' | 'boolean' | 'integer' | 'instant' | 'JSON text' | 'packed text' }
  | { kind: 'bytes'; length?: number }
  | { kind: 'one of'; known: ReadonlySet<unknown> }
  | { kind: 'optional' | 'list' | 'map' | 'JSON'; of: Form }
  | { kind: 'object'; names: readonly string[]; checks: readonly Form[] }
  | { kind: 'variant'; name: string; forms: ReadonlyMap<string, Form> };

export const text: Check<string> = { kind: 'string' };
export const integer: Check<number> = { kind: 'integer' };
export const flag: Check<boolean> = { kind: 'boolean' };

/** Of any length, or of exactly this one. */
export const bytes = (length?: number): Check<Uint8Array> => ({
  kind: 'bytes',
  ...(length !== undefined && { length }),
});

/** A text that may be stored deflated: `packed-text.ts`. */
export const packedText: Check<string> = { kind: 'packed text' };

/** ISO 8601 in UTC with milliseconds: instants are compared as texts. */
export const instant: Check<string> = { kind: 'instant' };

export const oneOf = <T extends string>(known: readonly T[]): Check<T> => ({ kind: 'one of', known: new Set(known) });

/** One of T, each of which `known` must name: a new one that is missing here does not compile. */
export const named = <T extends string>(known: Record<T, true>): Check<T> => oneOf(Object.keys(known) as T[]);

export const optional = <T>(check: Check<T>): Check<T | undefined> => ({ kind: 'optional', of: check });

/** Every attribute of T must have its check; what has none is left out. */
export const object = <T extends object>(checks: { [Name in keyof T]-?: Check<T[Name]> }): Check<T> => ({
  kind: 'object',
  names: Object.keys(checks),
  checks: Object.values(checks) as Form[],
});

/** One of several forms, told apart by the value of one attribute. */
export const variant = <T>(name: string, forms: Readonly<Record<string, Check<T>>>): Check<T> => ({
  kind: 'variant',
  name,
  forms: new Map(Object.entries<Form>(forms)),
});

export const list = <T>(check: Check<T>): Check<T[]> => ({ kind: 'list', of: check });

/** Values by names that a caller chose: the fault does not say which one. */
export const map = <T>(check: Check<T>): Check<Record<string, T>> => ({ kind: 'map', of: check });

/** JSON text, parsed. */
export const json = <T>(check: Check<T>): Check<T> => ({ kind: 'JSON', of: check });

/** JSON text that stays a text. */
export const jsonText: Check<string> = { kind: 'JSON text' };
