/** Makes texts of others safe to show: without links and control characters, and escaped in HTML. */

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Invisible, direction-changing and private-use characters. Joiners and the emoji selector have their own rule. */
const HIDDEN = /(?!\u200c|\u200d|\ufe0f)[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;
/** Joiners belong to some scripts and to emoji. After ASCII they would only hide a link from our check. */
const STRAY_JOINERS = /(?<=^|\p{ASCII})(?:\u200c|\u200d|\ufe0f)+/gu;

const DOT = '[.\u3002\uff0e\uff61]';
/** A scheme, a `www.`, an IPv4 address, or a domain with a path, anywhere in a word. */
const LINK = new RegExp(
  String.raw`:\/\/|\b(?:mailto|tel|sms|javascript):\S|(?<![\p{L}\p{N}])www${DOT}|` +
    String.raw`\d{1,3}(?:\.\d{1,3}){3}|(?<=\S)${DOT}\p{L}[\p{L}\p{N}-]+(?::\d+)?[/?#]\S`,
  'iu',
);
/** The dot of a bare domain. Names contain it too ("Booking.com", "St.John"), so only the dot is removed. */
const DOMAIN_DOT = new RegExp(String.raw`(?<=\S)${DOT}(?=\p{L}\p{M}*[\p{L}\p{N}-])`, 'gu');

const unlink = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !LINK.test(word))
    .join(' ')
    .replace(DOMAIN_DOT, ' ');

/** The first word that leads somewhere, as a mail program or a phone may understand it, unless it is one of `own`: hosts and addresses. */
export const linkIn = (text: string, own: readonly string[]): string | undefined =>
  text
    .normalize('NFKC')
    .split(/\s+/)
    .map((word) => word.replace(/^[(["'«“]+|[)\]"'».,;:!?”]+$/gu, ''))
    .find((word) => (LINK.test(word) || word.search(DOMAIN_DOT) !== -1) && !own.includes(placeOf(word)));

/** The host of an address of a page, or else the whole word. */
function placeOf(word: string): string {
  const [, host = word] = /^(?:https:\/\/)?([^/?#@\s]+)(?:[/?#][^@]*)?$/.exec(word) ?? [];
  return host.toLowerCase();
}

/** Look-alikes (full-width letters, one-dot leaders) can hide a link. If they do, the plain form is used. */
function withoutLinks(text: string): string {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ');
  const safe = unlink(plain);
  return safe === plain ? text : safe;
}

/** Bounds the cost of a hostile text. Messages show much less than this. */
const MAX_READ = 2_000;

export const cleanText = (text: string): string => oneLine(withoutLinks(visibleText(text)));

/** What a person wrote to us, as one line of visible characters, links included. */
export const shownText = (text: string): string => oneLine(visibleText(text));

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

export function visibleText(text: string): string {
  const read = text.slice(0, MAX_READ).toWellFormed().normalize('NFC');
  return read.replace(BREAKS, ' ').replace(HIDDEN, '').replace(STRAY_JOINERS, '');
}

let segmenter: Intl.Segmenter | undefined;

/** Created on first use: few texts are cut, and creating it adds ten milliseconds to a cold start. */
function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** A grapheme has no maximum length, so the code units are bounded too: this many per grapheme, on average. */
const UNITS_EACH = 4;

export function cutText(text: string, max: number, ellipsis: string): string {
  if (text.length <= max) return text;
  const kept: string[] = [];
  let units = 0;
  for (const { segment } of graphemesOf(text)) {
    units += segment.length;
    if (kept.length < max && units <= max * UNITS_EACH) {
      kept.push(segment);
      continue;
    }
    const start = kept
      .slice(0, max - ellipsis.length)
      .join('')
      .trimEnd();
    return start === '' ? '' : `${start}${ellipsis}`;
  }
  return text;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (char) => ESCAPES[char] ?? '');
