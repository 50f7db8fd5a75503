/** Checks of stored values, made of smaller ones: each answers the value with its type, or throws where it is not sound. */

/** @throws {Malformed} when the value has another type. */
export type Check<T> = (value: unknown) => T;

/** Names the place of an unsound value, never the value: a person may have typed it. */
export class Malformed extends Error {
  readonly path: string;

  constructor(path = '') {
    super('malformed');
    this.path = path;
  }
}

const checked =
  <T>(isSound: (value: unknown) => boolean): Check<T> =>
  (value) => {
    if (!isSound(value)) throw new Malformed();
    return value as T;
  };

export const text = checked<string>((value) => typeof value === 'string');
export const integer = checked<number>(Number.isSafeInteger);
export const flag = checked<boolean>((value) => typeof value === 'boolean');

export const bytes = (length: number) =>
  checked<Uint8Array>((value) => value instanceof Uint8Array && value.length === length);

const INSTANT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

/** ISO 8601 in UTC with milliseconds: instants are compared as texts. */
export const instant = checked<string>((value) => typeof value === 'string' && INSTANT.test(value));

export const oneOf = <T extends string>(known: readonly T[]): Check<T> => {
  const all = new Set<unknown>(known);
  return checked((value) => all.has(value));
};

/** One of T, each of which `known` must name: a new one that is missing here does not compile. */
export const named = <T extends string>(known: Record<T, true>): Check<T> => oneOf(Object.keys(known) as T[]);

export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value) =>
    value === undefined ? undefined : check(value);

function under(name: string | number, error: unknown): unknown {
  if (!(error instanceof Malformed)) return error;
  return new Malformed(error.path === '' ? `${name}` : `${name}.${error.path}`);
}

/** Every attribute of T must have its check; what has none is left out. */
export function object<T extends object>(checks: { [Name in keyof T]-?: Check<T[Name]> }): Check<T> {
  const names = Object.keys(checks);
  const checkOf = Object.values(checks) as Check<unknown>[];
  return (value) => {
    const fields = record(value);
    const read: Record<string, unknown> = {};
    let at = 0;
    try {
      for (; at < names.length; at += 1) {
        const name = names[at] as string;
        const field = (checkOf[at] as Check<unknown>)(fields[name]);
        if (field !== undefined) read[name] = field;
      }
    } catch (error) {
      throw under(names[at] as string, error);
    }
    return read as T;
  };
}

/** One of several forms, told apart by the value of one attribute. */
export function variant<T>(name: string, forms: Readonly<Record<string, Check<T>>>): Check<T> {
  const known = new Map(Object.entries(forms));
  return (value) => {
    const form = known.get(String(record(value)[name]));
    if (form === undefined) throw new Malformed(name);
    return form(value);
  };
}

const record = checked<Record<string, unknown>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

export const list =
  <T>(check: Check<T>): Check<T[]> =>
  (value) => {
    if (!Array.isArray(value)) throw new Malformed();
    const read: T[] = [];
    try {
      for (const entry of value) read.push(check(entry));
    } catch (error) {
      throw under(read.length, error);
    }
    return read;
  };

/** Values by names that a caller chose: the fault does not say which one. */
export const map =
  <T>(check: Check<T>): Check<Record<string, T>> =>
  (value) => {
    const entries = Object.entries(record(value));
    try {
      return Object.fromEntries(entries.map(([name, entry]) => [name, check(entry)]));
    } catch (error) {
      throw under('*', error);
    }
  };

/** JSON text, parsed. */
export const json =
  <T>(check: Check<T>): Check<T> =>
  (value) =>
    check(parse(text(value)));

/** JSON text that stays a text. */
export const jsonText = checked<string>((value) => typeof value === 'string' && parse(value) !== undefined);

function parse(source: string): unknown {
  try {
    return JSON.parse(source);
  } catch {
    throw new Malformed();
  }
}
