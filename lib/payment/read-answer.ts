/** Reads what providers send: nothing in it is trusted to be there, or to be of the type that is documented. */
import { ProviderFailure } from './port.ts';

/** Undefined as soon as a step of the path is missing. */
export function valueAt(json: unknown, ...path: string[]): unknown {
  let value = json;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

export const malformed = (): ProviderFailure => new ProviderFailure('malformed_answer');

/** Longer texts are none that we store or show. */
const MAX_TEXT = 2_000;

export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT;

export const maybeTextAt = (json: unknown, ...path: string[]): string | undefined => {
  const value = valueAt(json, ...path);
  return isText(value) ? value.trim() : undefined;
};

/** Throws `malformed_answer` unless there is a text, as do the others for theirs. */
export function textAt(json: unknown, ...path: string[]): string {
  const text = maybeTextAt(json, ...path);
  if (text === undefined) throw malformed();
  return text;
}

/** An id, which some providers write as a number; one that JSON cannot carry exactly is none. */
export function idOf(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  return isText(value) ? value : undefined;
}

export function idAt(json: unknown, ...path: string[]): string {
  const id = idOf(valueAt(json, ...path));
  if (id === undefined) throw malformed();
  return id;
}

/** A link we send customers to. */
export function linkAt(json: unknown, ...path: string[]): string {
  const link = textAt(json, ...path);
  if (URL.parse(link)?.protocol !== 'https:') throw malformed();
  return link;
}

/** Undefined when it is not a JSON object. Nothing is thrown: the parser's errors quote what they read. */
export function readObject(body: string): object | undefined {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
