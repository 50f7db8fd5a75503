/** Readable text of a mail that has only HTML. */

/** What is kept is far shorter: more is not looked at. */
const MAX_HTML = 200_000;

/** What mail programs mark as quoted is left out. */
export const textOfHtml = (html: string): string =>
  html
    .slice(0, MAX_HTML)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(style|script|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<(?:blockquote\b|div[^<>]{0,200}(?:gmail_quote|yahoo_quoted|divRplyFwdMsg|appendonsend))[\s\S]*$/i, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?(?:<\/?(?:p|div|li|tr|h\d)\b[^<>]*> ?)+/gi, '\n')
    .replace(/ ?<br\b[^<>]*> ?/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return MARKS.get(String(name)) ?? letterOf(String(name)) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/[ \u00a0]+/g, ' ')
    .replace(/^ | $/gm, '');

/** The names of HTML that mail programs write; there are two thousand more. https://html.spec.whatwg.org/multipage/named-characters.html */
const MARKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    nbsp: ' ',
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    hellip: '…',
    ndash: '–',
    mdash: '—',
    bull: '•',
    middot: '·',
    deg: '°',
    ordm: 'º',
    ordf: 'ª',
    oelig: 'œ',
    euro: '€',
    pound: '£',
  }),
);

const ACCENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    grave: '\u0300',
    acute: '\u0301',
    circ: '\u0302',
    tilde: '\u0303',
    uml: '\u0308',
    ring: '\u030a',
    cedil: '\u0327',
  }),
);

/** `eacute` and the like: a letter and the name of its accent. */
function letterOf(name: string): string | undefined {
  const accent = ACCENTS.get(name.slice(1));
  return accent && `${name[0]}${accent}`.normalize('NFC');
}
