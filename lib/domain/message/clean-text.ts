/** Makes what a caller typed fit to stand in a message of ours: one line, nothing hidden, nothing to click on. */

const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu;

/** Invisible, direction-changing and private characters; the joiners and the emoji selector are judged on their own. */
const HIDDEN = /(?!\u200c|\u200d|\ufe0f)[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]/gu;
/** Joiners belong in some scripts and in emoji, never after ASCII, where they would only hide a link from us. */
const STRAY_JOINERS = /(?<=^|\p{ASCII})(?:\u200c|\u200d|\ufe0f)+/gu;

const DOT = '[.\u3002\uff0e\uff61]';
/** A scheme, a `www.`, an IPv4 address, or a domain with a path, anywhere in a word. */
const LINK = new RegExp(
  String.raw`:\/\/|\b(?:mailto|tel|sms|javascript):\S|(?<![\p{L}\p{N}])www${DOT}|` +
    String.raw`\d{1,3}(?:\.\d{1,3}){3}|(?<=\S)${DOT}\p{L}[\p{L}\p{N}-]+(?::\d+)?[/?#]\S`,
  'iu',
);
/** The dot of a bare domain. Names have it too ("Booking.com", "St.John"), so only the dot goes. */
const DOMAIN_DOT = new RegExp(String.raw`(?<=\S)${DOT}(?=\p{L}\p{M}*[\p{L}\p{N}-])`, 'gu');

const unlink = (text: string): string =>
  text
    .split(/\s+/)
    .filter((word) => !LINK.test(word))
    .join(' ')
    .replace(DOMAIN_DOT, ' ');

/** Look-alikes (full-width letters, one-dot leaders) hide a link as well: where they do, only their plain form is used. */
function withoutLinks(text: string): string {
  const plain = text.normalize('NFKC').replace(/\s+/g, ' ');
  const safe = unlink(plain);
  return safe === plain ? text : safe;
}

/** Nothing is shown that is near as long; it bounds what a hostile text can cost. */
const MAX_READ = 2_000;

/** The text as one line: no control, hidden or direction characters, no links, single spaces. */
export function cleanText(text: string): string {
  const read = text.slice(0, MAX_READ).toWellFormed().normalize('NFC');
  const visible = read.replace(BREAKS, ' ').replace(HIDDEN, '').replace(STRAY_JOINERS, '');
  return withoutLinks(visible).replace(/\s+/g, ' ').trim();
}

let segmenter: Intl.Segmenter | undefined;

/** Made when it is first needed: few texts are cut, and making it costs a cold start ten milliseconds. */
function graphemesOf(text: string): Iterable<Intl.SegmentData> {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter.segment(text);
}

/** A grapheme may go on without end; this many code units each, on average, are plenty. */
const UNITS_EACH = 4;

/** At most so many graphemes, the ellipsis included when something had to go. */
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
