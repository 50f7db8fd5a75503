/** What somebody wrote in an email, without what was quoted or added below it; and whether a program wrote it. */

/** `On Mon, 2 Mar 2026 at 10:01, Shop <…> wrote:` and the like: what follows is quoted. It may be broken over two lines. */
const INTRODUCTIONS = [
  /^\s*on\b.{4,200}\bwrote\s*:\s*$/i,
  /^\s*le\b.{4,200}\ba écrit\s*:\s*$/i,
  /^\s*em\b.{4,200}\bescreveu\s*:\s*$/i,
  /^\s*(?:tarehe|mnamo)\b.{4,200}\baliandika\s*:\s*$/i,
  /^\s*el\b.{4,200}\bescribió\s*:\s*$/i,
  /^\s*am\b.{4,200}\bschrieb\b.{0,80}:\s*$/i,
];

/** Outlook puts the headers of the message that is answered, or a line of underscores, above it. */
const SEPARATORS = [
  /^\s*-{2,}\s*(?:original message|message d['’]origine|message original|mensagem original|ujumbe wa awali)\s*-{2,}\s*$/i,
  /^\s*_{10,}\s*$/,
  /^\s*(?:from|de|kutoka)\s*:\s.+@.+$/i,
];

/** RFC 3676: two hyphens and a space, which mail programs often strip. Phones add a line of their own. */
const SIGNATURES = [
  /^--\s?$/,
  /^\s*(?:sent from my|envoyé de mon|envoyé depuis mon|enviado do meu|enviado a partir do|get outlook for)\b.*$/i,
];

/** What is kept is far shorter: more is not looked at. */
const MAX_TEXT = 20_000;
const MAX_HTML = 200_000;

/** `text`: of all of the mail. */
export function newTextOf(text: string): string {
  const lines = text.slice(0, MAX_TEXT).replaceAll('\r\n', '\n').split('\n');
  const isQuoteAt = (at: number): boolean => {
    const line = lines[at] ?? '';
    const both = `${line.trimEnd()} ${(lines[at + 1] ?? '').trim()}`;
    return (
      INTRODUCTIONS.some((each) => each.test(line) || each.test(both)) ||
      [...SEPARATORS, ...SIGNATURES].some((each) => each.test(line))
    );
  };
  const end = lines.findIndex((_line, at) => isQuoteAt(at));
  const kept = (end === -1 ? lines : lines.slice(0, end)).filter((line) => !/^\s*>/.test(line));
  return kept
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

const ENTITIES: Readonly<Record<string, string>> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Readable text of a mail that has only HTML. What mail programs mark as quoted is left out. */
export const textOfHtml = (html: string): string =>
  html
    .slice(0, MAX_HTML)
    .replace(/<(style|script|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<(?:blockquote\b|div[^<>]{0,200}(?:gmail_quote|yahoo_quoted|divRplyFwdMsg|appendonsend))[\s\S]*$/i, '')
    .replace(/<(?:br|\/p|\/div|\/li|\/tr|\/h\d)\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,6}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return ENTITIES[String(name).toLowerCase()] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    });

type EmailHead = { from: string; headers: readonly { key: string; value: string }[] };

/** RFC 3834, and what programs do that do not know it: an answer to them could be answered for ever. */
export function isAutomatic({ from, headers }: EmailHead): boolean {
  const headerOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase();
  const submitted = headerOf('auto-submitted');
  return (
    (submitted !== undefined && submitted !== 'no') ||
    /^(?:bulk|junk|list|auto_reply)$/.test(headerOf('precedence') ?? '') ||
    ['list-id', 'x-autoreply', 'x-autorespond', 'x-failed-recipients'].some((name) => headerOf(name) !== undefined) ||
    /^(?:mailer-daemon|postmaster|no-?reply)@/.test(from)
  );
}
