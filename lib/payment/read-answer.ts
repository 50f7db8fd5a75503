/** Reads the providers' answers, in which any field may be missing or of another type than documented. */
import { ProviderFailure } from './port.ts';

/** Undefined when a step of the path is missing. */
export function valueAt(json: unknown, ...path: string[]): unknown {
  let value = json;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) return undefined;
    value = (value as Record<string, unknown>)[step];
  }
  return value;
}

export const malformed = (): ProviderFailure => new ProviderFailure('malformed_answer');

/** In characters; we store and show no longer text. */
const MAX_TEXT = 2_000;

export const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '' && value.length <= MAX_TEXT;

export const maybeTextAt = (json: unknown, ...path: string[]): string | undefined => {
  const value = valueAt(json, ...path);
  return isText(value) ? value.trim() : undefined;
};

/** Like `idAt` and `linkAt`, throws `malformed_answer` when the value is missing or invalid. */
export function textAt(json: unknown, ...path: string[]): string {
  const text = maybeTextAt(json, ...path);
  if (text === undefined) throw malformed();
  return text;
}

/** @throws ProviderFailure `malformed_answer` when there is no list */
export function listAt(json: unknown, ...path: string[]): readonly unknown[] {
  const list = valueAt(json, ...path);
  if (!Array.isArray(list)) throw malformed();
  return list;
}

/** For a value that is only shown: what cannot be read is left out. */
export function ifReadable<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof ProviderFailure) return undefined;
    throw error;
  }
}

/** Some providers write an id as a number. A number that JSON cannot carry exactly is no id. */
export function idOf(value: unknown): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  return isText(value) ? value : undefined;
}

export function idAt(json: unknown, ...path: string[]): string {
  const id = idOf(valueAt(json, ...path));
  if (id === undefined) throw malformed();
  return id;
}

/** We send customers to the link, so it must use https. */
export function linkAt(json: unknown, ...path: string[]): string {
  const link = textAt(json, ...path);
  if (URL.parse(link)?.protocol !== 'https:') throw malformed();
  return link;
}

/** Undefined when the body is no JSON object. It never throws, because a parser's error quotes the body. */
export function readObject(body: string): object | undefined {
  try {
    const json: unknown = JSON.parse(body);
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined;
  } catch {
    return undefined;
  }
}
