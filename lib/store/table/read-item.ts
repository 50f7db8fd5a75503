/**
 * Parses what is read from the table: an item becomes a value of the domain only when each of its attributes is sound.
 *
 * A spoilt item (an attribute missing or of another type, JSON that does not parse, an unknown status) is logged once as
 * `item_malformed`, with its key and the attribute but never a value, and fails the whole request. This holds for a list
 * page as well: without the item the page would not agree with its count, and no part of the item can be trusted.
 */

import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { log } from '#lib/log.ts';
import { type Key, loggableKey, PARTITION_KEY, SORT_KEY } from '#lib/store/keys.ts';
import type { Check, Form } from '#lib/store/table/checks.ts';

/** An item as the document client answers it. */
export type Item = Readonly<Record<string, unknown>>;

/** The item's parsed attributes, without those that `check` does not know. @throws {Error} when the item is spoilt. */
export function readItem<T>(item: Item, check: Check<T, unknown>, key?: Key): T {
  try {
    return read(check, item) as T;
  } catch (error) {
    if (!(error instanceof Malformed)) throw error;
    throw malformedItem(key ?? keyOf(item), error.path);
  }
}

/** Logs that an item is spoilt, for callers that pass it over; others throw what this answers. */
export function malformedItem(key: Key, attribute: string): Error {
  log.write('ERROR', 'item_malformed', { ...loggableKey(key), attribute });
  return Object.assign(new Error(`a stored item is malformed: ${attribute}`), { name: MALFORMED_ITEM });
}

const MALFORMED_ITEM = 'MalformedItem';

/** Whether an error says that a stored item is spoilt: a repeat would fail, too. */
export const isMalformed = (error: unknown): boolean => error instanceof Error && error.name === MALFORMED_ITEM;

const keyOf = (item: Item): Key => ({ pk: String(item[PARTITION_KEY]), sk: String(item[SORT_KEY]) });

/** Names the place of an unsound value, never the value: a person may have typed it. */
class Malformed extends Error {
  readonly path: string;

  constructor(path = '') {
    super('malformed');
    this.path = path;
  }
}

type Scalar = Exclude<Form, { of: Form } | { checks: unknown } | { forms: unknown }>;

function read(form: Form, value: unknown): unknown {
  switch (form.kind) {
    case 'object':
      return readFields(form, record(value));
    case 'optional':
      return value === undefined ? undefined : read(form.of, value);
    case 'list':
      return readEntries(form.of, value);
    case 'JSON':
      return read(form.of, parseJson(value));
    case 'packed text':
      return parsePacked(value);
    case 'variant':
      return readVariant(form, record(value));
    case 'map':
      return readMap(form.of, record(value));
    default:
      if (!isSound(form, value)) throw new Malformed();
      return value;
  }
}

const INSTANT = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d\.\d{3}Z$/;

function isSound(form: Scalar, value: unknown): boolean {
  switch (form.kind) {
    case 'integer':
      return Number.isSafeInteger(value);
    case 'instant':
      return typeof value === 'string' && INSTANT.test(value);
    case 'one of':
      return form.known.has(value);
    case 'bytes':
      return value instanceof Uint8Array && value.length === (form.length ?? value.length);
    case 'JSON text':
      return parseJson(value) !== undefined;
    default:
      return typeof value === form.kind;
  }
}

function readFields({ names, checks }: Form & { kind: 'object' }, fields: Record<string, unknown>): object {
  const found: Record<string, unknown> = {};
  let at = 0;
  try {
    for (; at < names.length; at += 1) {
      const name = names[at] as string;
      const field = read(checks[at] as Form, fields[name]);
      if (field !== undefined) found[name] = field;
    }
  } catch (error) {
    throw under(names[at] as string, error);
  }
  return found;
}

function readVariant({ name, forms }: Form & { kind: 'variant' }, fields: Record<string, unknown>): unknown {
  const form = forms.get(String(fields[name]));
  if (form === undefined) throw new Malformed(name);
  return read(form, fields);
}

function readEntries(form: Form, value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Malformed();
  const found: unknown[] = [];
  try {
    for (const entry of value) found.push(read(form, entry));
  } catch (error) {
    throw under(found.length, error);
  }
  return found;
}

function readMap(form: Form, fields: Record<string, unknown>): object {
  try {
    return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, read(form, value)]));
  } catch (error) {
    throw under('*', error);
  }
}

function record(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Malformed();
  return value as Record<string, unknown>;
}

function parsePacked(stored: unknown): string {
  try {
    return unpackText(stored);
  } catch {
    throw new Malformed();
  }
}

function parseJson(source: unknown): unknown {
  try {
    return JSON.parse(unpackText(source));
  } catch {
    throw new Malformed();
  }
}

function under(name: string | number, error: unknown): unknown {
  if (!(error instanceof Malformed)) return error;
  return new Malformed(error.path === '' ? `${name}` : `${name}.${error.path}`);
}

/** With such a text, and the keys and attributes beside it, an item is below a kilobyte as it is. */
const SHORT_BYTES = 600;

/** Far more than the longest text of ours: what is larger is not ours. */
const MAX_BYTES = 1_048_576;

export const packText = (text: string, shortBytes = SHORT_BYTES): string | Uint8Array =>
  Buffer.byteLength(text) <= shortBytes ? text : deflateRawSync(text);

/** Reads what earlier versions stored as a text, too. @throws when it is neither */
export function unpackText(stored: unknown): string {
  if (typeof stored === 'string') return stored;
  if (!(stored instanceof Uint8Array)) throw new TypeError('neither a text nor a packed one');
  return inflateRawSync(stored, { maxOutputLength: MAX_BYTES }).toString();
}
