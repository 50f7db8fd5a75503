/** Attribute values of the document client, with DynamoDB's rules for copying, comparing and naming them. */

export type Value =
  | string
  | number
  | boolean
  | null
  | Uint8Array
  | ReadonlySet<string | number>
  | readonly Value[]
  | { readonly [name: string]: Value };

export type Item = { [name: string]: Value };

export const isMap = (value: Value | undefined): value is { [name: string]: Value } =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  !(value instanceof Set) &&
  !(value instanceof Uint8Array);

/** DynamoDB's name of a value's type. */
export function typeOf(value: Value): 'S' | 'N' | 'BOOL' | 'NULL' | 'B' | 'SS' | 'NS' | 'L' | 'M' {
  if (typeof value === 'string') return 'S';
  if (typeof value === 'number') return 'N';
  if (typeof value === 'boolean') return 'BOOL';
  if (value === null) return 'NULL';
  if (value instanceof Uint8Array) return 'B';
  if (value instanceof Set) return typeof value.values().next().value === 'number' ? 'NS' : 'SS';
  return Array.isArray(value) ? 'L' : 'M';
}

/** A deep copy as marshalling and unmarshalling make it: without undefined values, and with buffers as plain bytes. */
export function copy<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) {
    const copied: unknown[] = [];
    for (const each of value) if (each !== undefined) copied.push(copy(each));
    return copied as T;
  }
  if (value instanceof Uint8Array) return Uint8Array.from(value) as T;
  if (value instanceof Set) return new Set(value) as T;
  const copied: Record<string, unknown> = {};
  for (const name in value) if (value[name] !== undefined) copied[name] = copy(value[name]);
  return copied as T;
}

export function isEqual(a: Value | undefined, b: Value | undefined): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (typeOf(a) !== typeOf(b)) return false;
  if (a instanceof Uint8Array) return Buffer.compare(a, b as Uint8Array) === 0;
  if (a instanceof Set) return a.size === (b as Set<unknown>).size && [...a].every((each) => (b as typeof a).has(each));
  const names = Object.keys(a);
  const other = b as Record<string, Value>;
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => isEqual((a as Record<string, Value>)[name], other[name]))
  );
}

const SURROGATES = /[\ud800-\udfff]/;

/** DynamoDB sorts text by its UTF-8 bytes; JavaScript's order differs for surrogates only. */
export function compareText(a: string, b: string): number {
  if (SURROGATES.test(a) || SURROGATES.test(b)) return Buffer.compare(Buffer.from(a), Buffer.from(b));
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Undefined when the two values have no order. */
export function compare(a: Value, b: Value): number | undefined {
  if (typeof a === 'string' && typeof b === 'string') return compareText(a, b);
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  return undefined;
}

/** The result of `size()`, for text in UTF-16 code units; undefined for a value without a size. */
export function sizeOf(value: Value | undefined): number | undefined {
  if (typeof value === 'string' || value instanceof Uint8Array || Array.isArray(value)) return value.length;
  if (value instanceof Set) return value.size;
  return isMap(value) ? Object.keys(value).length : undefined;
}
