/** Who an email is from: the business, by its name, before our address (RFC 5322; RFC 2047 for names that are not plain ASCII). */
import { cutTo } from './cuts.ts';
import { textFor } from './text-values.ts';

const MAX_NAME = 60;
/** Of an encoded word, its marks included. */
const MAX_WORD = 75;

/** The faults of a `From`, whose business may be any of those named. */
export function senderFaults(from: string, names: readonly string[], address: string): string[] {
  const shown = names.map((name) => cutTo(textFor(name, 'email'), MAX_NAME, 'email'));
  const [, name, to] = /^(.*) <([^<>]*)>$/s.exec(from) ?? [];
  if (name === undefined || to !== address) return [`${from} is not of ${address}`];
  return shown.some((each) => each === nameIn(name)) ? [] : [`${from} names none of ${shown.join(', ')}`];
}

/** As a mail program reads it; undefined where some programs would read something else. */
function nameIn(name: string): string | undefined {
  const quoted = /^"((?:[^"\\]|\\["\\])*)"$/.exec(name)?.[1];
  if (quoted !== undefined) {
    const text = quoted.replace(/\\(.)/g, '$1');
    return /^[\x20-\x7e]*$/.test(text) && !text.includes('=?') ? text : undefined;
  }
  const words = name.split(' ').map((word) => (word.length > MAX_WORD ? undefined : wordIn(word)));
  return words.includes(undefined) ? undefined : words.join('');
}

/** Each word is decoded for itself, so no letter may be divided between two. */
function wordIn(word: string): string | undefined {
  const bytes = /^=\?UTF-8\?B\?([A-Za-z0-9+/]+=*)\?=$/.exec(word)?.[1];
  const text = bytes === undefined ? '\ufffd' : Buffer.from(bytes, 'base64').toString();
  return text.includes('\ufffd') ? undefined : text;
}
