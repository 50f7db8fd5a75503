/** The style of the payment page and of what belongs to it. */
import { type Brand, readableOn } from '#lib/domain/brand.ts';

const LIGHT =
  '--ground:#eef1f5;--card:#fff;--text:#171b21;--soft:#535c69;--line:#d9dee5;--accent:#0b57d0;--on:#fff;--good:#12693a;--note:#fff4d6;--on-note:#553a00;--bad:#fde8e6;--on-bad:#8a1c12';
const DARK =
  '--ground:#0e1116;--card:#181c22;--text:#e9edf2;--soft:#a8b1bd;--line:#333b46;--accent:#a3c4ff;--on:#0a1c3d;--good:#7fd6a2;--note:#3a2e0c;--on-note:#ffe3a1;--bad:#431a16;--on-bad:#ffc9c2';

const RULES = [
  `:root{color-scheme:light dark;${LIGHT}}`,
  `@media(prefers-color-scheme:dark){:root{${DARK}}}`,
  '*{box-sizing:border-box}',
  'body{margin:0;padding:clamp(16px,5vh,48px) 16px;color:var(--text);background:var(--ground);font:17px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;overflow-wrap:anywhere}',
  'main{max-width:440px;margin:0 auto;padding:24px;background:var(--card);border:1px solid var(--line);border-radius:16px}',
  'h1{margin:0;font-size:21px;line-height:1.3}',
  'h2{margin:0 0 4px;font-size:18px;line-height:1.35}',
  'p{margin:0}',
  '.from{display:flex;gap:12px;align-items:center}',
  // On white, because a logo is drawn for paper, and may be dark.
  '.logo{display:block;max-width:100%;height:auto;box-sizing:content-box;margin:-8px -8px 12px;padding:8px;border-radius:8px;background:#fff}',
  // Its first letter stands for a logo.
  '.logo+.from .mark:not(.done,.over){display:none}',
  '.mark{flex:none;width:44px;height:44px;border-radius:50%;font-weight:700;font-size:20px;line-height:44px;text-align:center;color:var(--on);background:var(--accent)}',
  '.done{color:var(--card);background:var(--good)}',
  '.over{color:var(--card);background:var(--soft)}',
  '.sum{margin-top:20px;color:var(--soft)}',
  '.sum strong{display:block;color:var(--text);font-size:clamp(22px,8.4vw,34px);line-height:1.2;letter-spacing:-.02em;font-variant-numeric:tabular-nums}',
  'dl{margin:20px 0 0;border-top:1px solid var(--line)}',
  'dl div{display:flex;flex-wrap:wrap;gap:0 16px;align-items:baseline;padding:10px 0;border-bottom:1px solid var(--line)}',
  'dt{flex:none;max-width:100%;color:var(--soft)}',
  'dd{flex:1 1 8em;min-width:0;margin:0;font-weight:600;text-align:right}',
  'ul{list-style:none;margin:8px 0 0;padding:0;border-top:1px solid var(--line)}',
  'li{padding:10px 0;border-bottom:1px solid var(--line)}',
  'li div{display:flex;flex-wrap:wrap;gap:0 16px}',
  'li strong{margin-left:auto;font-variant-numeric:tabular-nums}',
  'small{display:block;font-size:15px;color:var(--soft)}',
  '.copy{flex-basis:11em;font-size:19px;font-variant-numeric:tabular-nums;-webkit-user-select:all;user-select:all}',
  '.pick{font-weight:600;-webkit-user-select:all;user-select:all}',
  '.note{margin-top:20px;padding:12px 14px;border-radius:10px;color:var(--on-note);background:var(--note)}',
  '.good{color:var(--card);background:var(--good)}',
  '.bad{color:var(--on-bad);background:var(--bad)}',
  '.text{margin-top:16px}',
  'form{margin:24px 0 0}',
  'a{color:var(--accent)}',
  '.go{display:block;width:100%;margin:24px 0 0;padding:15px 20px;border:2px solid var(--accent);border-radius:12px;font:inherit;font-weight:700;line-height:1.3;text-align:center;text-decoration:none;cursor:pointer;color:var(--on);background:var(--accent)}',
  'form .go{margin:0}',
  'label{display:block;margin:0 0 6px;color:var(--soft)}',
  'input,select,textarea{width:100%;margin:0 0 16px;padding:12px 14px;border:1px solid var(--soft);border-radius:10px;font:inherit;color:var(--text);background:var(--card)}',
  'input[type=checkbox]{width:auto;margin:0 8px 0 0}',
  '.quiet{color:var(--accent);background:none}',
  '.go:hover{filter:brightness(1.12)}',
  ':focus-visible{outline:3px solid var(--text);outline-offset:3px}',
  '.small{margin-top:10px;font-size:15px;color:var(--soft);text-align:center}',
  'section{margin-top:28px}',
  'section form,details form{margin-top:12px}',
  'details{margin-top:12px;padding:0 16px;border:1px solid var(--line);border-radius:12px}',
  'details[open]{padding-bottom:16px}',
  'summary{margin:0 -16px;padding:12px 16px;border-radius:12px;cursor:pointer;color:var(--accent)}',
  'summary h2{display:inline;margin:0;color:var(--text);font-size:17px}',
  '.contact{margin-top:28px;color:var(--soft)}',
  '.code{display:none;margin-top:28px}',
  '.code svg{display:block;width:160px;height:160px;margin:0 auto}',
  '@media(min-width:700px){.code{display:block}}',
  'footer{max-width:440px;margin:16px auto 0;padding:0 8px}',
  '.languages a{display:inline-block;padding:4px 8px}',
  // A receipt on paper: black on white, without what can only be clicked.
  `@page{margin:18mm}@media print{:root{color-scheme:light;${LIGHT};--card:#fff;--text:#000;--soft:#333}`,
  'body{padding:0;background:#fff;font-size:12pt}main{max-width:none;padding:0;border:0;border-radius:0}',
  'form,.go,.keep,footer{display:none}.code{display:block}.note{border:1px solid var(--line)}',
  'section,li,dl div,.code{break-inside:avoid}}',
];

const PAGE_STYLE = RULES.join('');

/** Of the card, on which links and below which words of buttons stand. */
const LIGHT_CARD = '#ffffff';
const DARK_CARD = '#181c22';
const DARK_WORDS = '#0a1c3d';

/** The only style of a page, with the colour of its merchant: the same text whenever it is asked for, as the policy has its hash. */
export function pageStyle({ color }: Pick<Brand, 'color'> = {}): string {
  if (color === undefined) return PAGE_STYLE;
  const light = `:root{--accent:${readableOn(LIGHT_CARD, color)}}`;
  const dark = `:root{--accent:${readableOn(DARK_CARD, color)};--on:${DARK_WORDS}}`;
  return `${PAGE_STYLE}${light}@media(prefers-color-scheme:dark){${dark}}`;
}
