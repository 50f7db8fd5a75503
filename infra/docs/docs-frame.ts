/** The frame of the reference and of the guides, with its style: one column of contents, one of text. */
import { escapeHtml } from '#lib/domain/message/clean-text.ts';

export type Link = { href: string; title: string };

type NamedPage = Link & { name: string };

type Page = {
  title: string;
  /** HTML. */
  main: string;
  guides: readonly NamedPage[];
  reference: readonly NamedPage[];
  /** Of this page. */
  contents: readonly Link[];
  /** The name of the page that is shown. */
  current: string;
  home: Link | undefined;
  place: { to: (page: string) => string; script: string };
};

const link = ({ href, title }: Link, isCurrent = false): string =>
  `<a href="${escapeHtml(href)}"${isCurrent ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a>`;

const items = (all: readonly string[]): string => `<ul>${all.map((item) => `<li>${item}</li>`).join('')}</ul>`;

/** The search has no form without a script. */
export function docsFrame({ title, main, guides, reference, contents, current, home, place }: Page): string {
  const listOf = (pages: readonly NamedPage[]) =>
    items(
      pages.map((page) => {
        const isCurrent = page.name === current;
        const below = isCurrent && contents.length > 0 ? items(contents.map((each) => link(each))) : '';
        return link(page, isCurrent) + below;
      }),
    );
  return [
    '<!doctype html>',
    '<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(title)} · Collections</title><style>${DOCS_STYLE}</style>`,
    `<script defer src="${escapeHtml(place.script)}"></script></head>`,
    '<body><a class="skip" href="#main">To the text</a>',
    `<header class="top"><a class="wordmark" href="${escapeHtml(place.to(''))}">Collections</a> <span>docs</span>`,
    '<div id="search"></div>',
    home === undefined ? '' : `<span class="home">${link(home)}</span>`,
    '</header>',
    '<div class="page"><nav aria-label="Documentation">',
    `<p class="group">Guides</p>${listOf(guides)}<p class="group">Reference</p>${listOf(reference)}`,
    `</nav><main id="main">${main}</main></div></body></html>`,
  ].join('\n');
}

const LIGHT =
  '--ground:#fffefb;--sunk:#f3f1ea;--text:#1c2320;--soft:#59625d;--line:#e2dfd5;--accent:#0d6b57;--wait:#7a5200;--bad:#9c2a1c';
const DARK =
  '--ground:#141816;--sunk:#1f2521;--text:#e7ece9;--soft:#a4afa9;--line:#303733;--accent:#7ad6b8;--wait:#f1cf85;--bad:#ffb1a4';

const RULES = [
  `:root{color-scheme:light dark;${LIGHT}}`,
  `@media(prefers-color-scheme:dark){:root{${DARK}}}`,
  '*{box-sizing:border-box}html{scroll-padding-top:24px}',
  'body{margin:0;color:var(--text);background:var(--ground);font:16px/1.6 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;overflow-wrap:anywhere}',
  'a{color:var(--accent)}:focus-visible{outline:3px solid var(--accent);outline-offset:2px;border-radius:4px}',
  '.skip{position:absolute;left:-9999px}.skip:focus{left:12px;top:12px;padding:8px 14px;background:var(--ground);z-index:1}',
  '.top{display:flex;flex-wrap:wrap;gap:6px 12px;align-items:baseline;padding:18px 28px;border-bottom:1px solid var(--line);color:var(--soft)}',
  '.home{flex:none}',
  '#search{position:relative;flex:1 1 12em;max-width:26em;margin-left:auto}#search input{width:100%;padding:8px 12px;border:1px solid var(--soft);border-radius:9px;font:inherit;font-size:15px;color:var(--text);background:var(--ground)}',
  '#search ul{position:absolute;z-index:2;inset:calc(100% + 6px) 0 auto auto;width:min(34em,92vw);max-height:70vh;overflow-y:auto;list-style:none;margin:0;padding:6px;border:1px solid var(--line);border-radius:11px;background:var(--ground);box-shadow:0 8px 30px #0003}',
  '#search li a{display:block;padding:7px 10px;border-radius:7px;color:var(--text);text-decoration:none}#search li a small{display:block;color:var(--soft);font-size:13px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis}#search a[aria-selected=true],#search a:hover{background:var(--sunk)}#search [role=status]{padding:7px 10px;color:var(--soft)}',
  '.samples{margin:12px 0}.samples summary,.run summary{padding:2px 0}.block{position:relative}.copy{position:absolute;top:8px;right:8px}',
  'button{padding:5px 12px;border:1px solid var(--soft);border-radius:8px;font:inherit;font-size:13px;cursor:pointer;color:var(--text);background:var(--ground)}button:hover{border-color:var(--accent)}',
  '.run label{display:block;margin:8px 0 4px;font-size:14px;color:var(--soft)}.run input,.run textarea{width:100%;padding:8px 12px;border:1px solid var(--soft);border-radius:9px;font:13px/1.5 ui-monospace,Menlo,Consolas,monospace;color:var(--text);background:var(--ground)}.run button{margin:10px 0}',
  '.wordmark{color:var(--text);font-size:18px;font-weight:700;letter-spacing:-.02em;text-decoration:none}',
  '.page{display:grid;grid-template-columns:270px minmax(0,820px);gap:56px;max-width:1240px;margin:0 auto;padding:0 28px}',
  'nav{position:sticky;top:0;align-self:start;max-height:100vh;overflow-y:auto;padding:28px 0;font-size:14px;line-height:1.4}',
  'nav ul{list-style:none;margin:0;padding:0}nav a{display:block;padding:4px 10px;border-radius:7px;color:var(--soft);text-decoration:none}',
  'nav a:hover,nav a[aria-current]{color:var(--text);background:var(--sunk)}nav a[aria-current]{font-weight:600}',
  'nav ul ul{padding-left:12px;margin:2px 0 8px}',
  '.group{margin:18px 0 6px;padding:0 10px;color:var(--soft);font-size:12px;font-weight:600;letter-spacing:.04em}.group:first-child{margin-top:0}',
  'main{padding:28px 0 96px}h1{margin:0 0 12px;font-size:30px;line-height:1.2;letter-spacing:-.025em}',
  'h2{margin:56px 0 8px;padding-top:20px;border-top:1px solid var(--line);font-size:23px;letter-spacing:-.02em}',
  'h3{margin:40px 0 6px;font-size:18px;letter-spacing:-.01em}section h3{margin:22px 0 4px;font-size:14px;color:var(--soft)}',
  'p,ul,ol{margin:8px 0}code,pre{font-family:ui-monospace,"SF Mono","Cascadia Mono",Menlo,Consolas,monospace}',
  'code{font-size:.88em;padding:1px 5px;border-radius:5px;background:var(--sunk)}',
  'pre{margin:12px 0;padding:14px 16px;border-radius:11px;background:var(--sunk);white-space:pre-wrap;font-size:13px;line-height:1.55}pre code{padding:0;background:none;font-size:inherit}',
  '.call{margin:4px 0}.call code{background:none;padding:0}.method{display:inline-block;padding:1px 9px;border-radius:7px;font-size:12px;font-weight:700;color:var(--accent);border:1px solid currentcolor}',
  '.method.patch,.method.post{color:var(--wait)}.method.delete{color:var(--bad)}',
  'dl{margin:8px 0}dl>div{padding:9px 0;border-top:1px solid var(--line)}dl>div:first-child{border-top:0}dd{margin:2px 0 0}dd p{margin:0}',
  'dt>code{font-weight:600}.type{color:var(--soft);font-size:13px}.required{color:var(--wait);font-size:13px;font-weight:600}',
  '.answers>div{display:grid;grid-template-columns:56px minmax(0,1fr);gap:8px}.answers dd{font-size:14px}',
  'summary{width:fit-content;color:var(--accent);font-size:14px;cursor:pointer}',
  'table{width:100%;border-collapse:collapse;margin:14px 0;font-size:15px}th,td{padding:8px 14px 8px 0;border-bottom:1px solid var(--line);text-align:left;vertical-align:top}th{color:var(--soft);font-weight:600;font-size:14px}',
  ':target{scroll-margin-top:24px}dl>div:target,section:target>h2{background:linear-gradient(90deg,var(--sunk),transparent)}',
  '@media(max-width:900px){.page{grid-template-columns:minmax(0,1fr);gap:0;padding:0 18px}.top{padding:14px 18px}nav{position:static;max-height:none;padding:16px 0 0}nav ul{display:flex;flex-wrap:wrap}nav ul ul{display:none}h1{font-size:26px}}',
  '@media print{nav,.skip{display:none}.page{display:block}}',
];

const DOCS_STYLE = RULES.join('');
