/** The text of a mail that has only HTML. What mail programs put into their quotations gets the mark of a quotation, as in plain text. */
import { Parser } from 'htmlparser2';

/** What is kept is far shorter: more is not looked at. */
const MAX_HTML = 200_000;

const BLOCKS = new Set(
  'address article blockquote center dd div dl dt fieldset form h1 h2 h3 h4 h5 h6 hr li ol p pre section table tbody tr ul'.split(
    ' ',
  ),
);
const SILENT = new Set('style script head title noscript template'.split(' '));

/** Of Gmail, Yahoo and those that write as they do: around the introduction, the quotation, and what was written below it. */
const QUOTES = /(?:^|\s)(?:gmail_quote|gmail_quote_container|yahoo_quoted|protonmail_quote|zmail_extra)(?:\s|$)/;
/** Of Outlook: all that follows is the message that is answered. */
const BEGINS_ORIGINAL = /^(?:x_)?(?:divRplyFwdMsg|appendonsend|ms-outlook-mobile-reference-message)$/;
const ORIGINAL = '-----Original Message-----';

type Container = { hasBlockquote: boolean };
type Line = { text: string; isQuoted: boolean; container: Container | undefined };

export function textOfHtml(html: string): string {
  const lines: Line[] = [];
  const open: { isQuote: boolean; isSilent: boolean; container: Container | undefined }[] = [];
  let quotes = 0;
  let silent = 0;
  let line: Line | undefined;
  const container = () => open.at(-1)?.container;
  const endLine = () => {
    line = undefined;
  };
  const beginLine = (): Line => {
    const begun = { text: '', isQuoted: quotes > 0, container: container() };
    lines.push(begun);
    return begun;
  };
  const parser = new Parser({
    onopentag: (name, { class: classes = '', id = '' }) => {
      if (BLOCKS.has(name)) endLine();
      if (name === 'br') {
        line ??= beginLine();
        endLine();
      }
      if (BEGINS_ORIGINAL.test(id) && lines.at(-1)?.text !== ORIGINAL)
        lines.push({ text: ORIGINAL, isQuoted: false, container: undefined });
      const isQuote = name === 'blockquote';
      const around = container();
      if (isQuote && around !== undefined) around.hasBlockquote = true;
      const begins = !isQuote && (QUOTES.test(classes) || /^yahoo_quoted/.test(id));
      open.push({ isQuote, isSilent: SILENT.has(name), container: begins ? { hasBlockquote: false } : around });
      if (isQuote) quotes += 1;
      if (SILENT.has(name)) silent += 1;
    },
    onclosetag: (name) => {
      const closed = open.pop();
      if (closed?.isQuote) quotes -= 1;
      if (closed?.isSilent) silent -= 1;
      if (BLOCKS.has(name)) endLine();
    },
    ontext: (text) => {
      if (silent > 0) return;
      const words = text.replace(/\s+/g, ' ');
      if (line === undefined && words.trim() === '') return;
      line ??= beginLine();
      line.text += words;
    },
  });
  parser.end(html.slice(0, MAX_HTML));
  return lines.map(textOfLine).join('\n');
}

function textOfLine({ text, isQuoted, container }: Line): string {
  const plain = text.replace(/[\s\u00a0]+/g, ' ').trim();
  return isQuoted || (container !== undefined && !container.hasBlockquote) ? `> ${plain}` : plain;
}
