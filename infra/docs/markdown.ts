/** Renders the part of Markdown that our texts use: headings, paragraphs, lists, tables, fenced code, and text in lines. */
import { escapeHtml } from '#lib/domain/message/clean-text.ts';

/** `code` gets the text of each fenced block, and can put real values in the place of variables. */
export type MarkdownOptions = { code?: (text: string) => string };

export function markdown(text: string, { code = (same) => same }: MarkdownOptions = {}): string {
  const blocks: string[] = [];
  const lines = text.split('\n');
  for (let at = 0; at < lines.length; ) {
    const read = BLOCKS.find(({ starts }) => starts.test(lines[at] ?? ''));
    const end = read === undefined ? at + 1 : read.end(lines, at);
    if (read !== undefined) blocks.push(read.render(lines.slice(at, end), code));
    at = end;
  }
  return blocks.join('\n');
}

type Block = {
  starts: RegExp;
  /** The index after its last line. */
  end(lines: readonly string[], at: number): number;
  render(lines: readonly string[], code: (text: string) => string): string;
};

/** The lines from `at` on that match. */
const whileMatching =
  (pattern: RegExp) =>
  (lines: readonly string[], at: number): number => {
    const length = lines.slice(at).findIndex((line) => !pattern.test(line));
    return length === -1 ? lines.length : at + length;
  };

const FENCE = /^```/;

const BLOCKS: readonly Block[] = [
  {
    starts: FENCE,
    end: (lines, at) => {
      const closing = lines.findIndex((line, index) => index > at && FENCE.test(line));
      return closing === -1 ? lines.length : closing + 1;
    },
    render: (lines, code) => `<pre><code>${escapeHtml(code(lines.slice(1, -1).join('\n')))}</code></pre>`,
  },
  {
    starts: /^#{1,4} /,
    end: (_lines, at) => at + 1,
    render: ([line = '']) => {
      const level = line.indexOf(' ');
      const title = line.slice(level + 1);
      return `<h${level} id="${slug(title)}">${inline(title)}</h${level}>`;
    },
  },
  {
    starts: /^\|/,
    end: whileMatching(/^\|/),
    render: ([head = '', _rule, ...rows]) => {
      const cells = (row: string, tag: string) =>
        row
          .replace(/^\||\|\s*$/g, '')
          .split(/(?<!\\)\|/)
          .map((cell) => `<${tag}>${inline(cell.trim().replaceAll('\\|', '|'))}</${tag}>`)
          .join('');
      const body = rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('');
      return `<table><thead><tr>${cells(head, 'th')}</tr></thead><tbody>${body}</tbody></table>`;
    },
  },
  list(/^- /, 'ul'),
  list(/^\d+\. /, 'ol'),
  {
    starts: /\S/,
    end: whileMatching(/^(?!```|#{1,4} |\||- |\d+\. ).*\S/),
    render: (lines) => `<p>${inline(lines.join('\n'))}</p>`,
  },
];

/** A line that is indented belongs to the item before. */
function list(item: RegExp, tag: 'ul' | 'ol'): Block {
  return {
    starts: item,
    end: whileMatching(new RegExp(`${item.source}|^ {2,}\\S`)),
    render: (lines) => {
      const items = lines.join('\n').split(new RegExp(`\\n(?=${item.source.slice(1)})`));
      return `<${tag}>${items.map((each) => `<li>${inline(each.replace(item, ''))}</li>`).join('')}</${tag}>`;
    },
  };
}

/** Only addresses that cannot run anything. */
const SAFE = /^(?:https?:\/\/|\/|#|\.)/;

/** Code first, since nothing in it has a meaning. */
export const inline = (text: string): string =>
  text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`') && part.length > 1 ? `<code>${escapeHtml(part.slice(1, -1))}</code>` : marked(part),
    )
    .join('')
    .replace(/\[([^\]]+)\]\(([^)\s]+)\)/g, (whole, label: string, href: string) =>
      SAFE.test(href) ? `<a href="${href}">${label}</a>` : whole,
    );

const marked = (text: string): string => escapeHtml(text).replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>');

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

export const code = (text: string): string => `<pre><code>${escapeHtml(text)}</code></pre>`;

export const json = (title: string, value: unknown): string =>
  `<details><summary>${escapeHtml(title)}</summary>${code(JSON.stringify(value, null, 2))}</details>`;
