/** The frame of the reference and of the guides: one column of contents, one of text. */
import { escapeHtml } from '#lib/domain/message/escape-html.ts';
import { DOCS_STYLE } from './docs-style.ts';

/** `name` is the last part of its address. */
export type Guide = { name: string; title: string };

type Link = { href: string; title: string };

type Page = {
  title: string;
  /** HTML. */
  main: string;
  guides: readonly Guide[];
  /** Of this page. */
  contents?: readonly (Link & { below: readonly Link[] })[];
  /** The guide that is shown. */
  current?: string;
  home: Link | undefined;
};

const link = ({ href, title }: Link, isCurrent = false): string =>
  `<a href="${escapeHtml(href)}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;

const items = (all: readonly string[]): string => `<ul>${all.map((item) => `<li>${item}</li>`).join('')}</ul>`;

export function docsFrame({ title, main, guides, contents = [], current, home }: Page): string {
  const guideLinks = guides.map(({ name, title: of }) => link({ href: `/docs/${name}`, title: of }, name === current));
  const reference = link({ href: '/docs', title: 'API reference' }, current === undefined);
  const contentLinks = contents.map(
    (entry) => link(entry) + (entry.below.length > 0 ? items(entry.below.map((below) => link(below))) : ''),
  );
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(title)} · Collections</title><style>${DOCS_STYLE}</style></head>`,
    '<body><a class="skip" href="#main">To the text</a>',
    '<header class="top"><a class="wordmark" href="/docs">Collections</a> <span>docs</span>',
    home === undefined ? '' : `<span class="home">${link(home)}</span>`,
    '</header>',
    '<div class="page"><nav aria-label="Documentation">',
    `<p class="group">Guides</p>${items(guideLinks)}<p class="group">Reference</p>${items([reference])}`,
    contents.length > 0 ? `<p class="group">On this page</p><div class="contents">${items(contentLinks)}</div>` : '',
    `</nav><main id="main">${main}</main></div></body></html>`,
  ].join('\n');
}
