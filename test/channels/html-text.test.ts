/** What is read of a mail that has only HTML: its new words, wherever they stand around a quotation. */
import { expect, it } from 'vitest';
import { textOfHtml } from '#lib/channels/email/html-text.ts';
import { newTextOf } from '#lib/domain/channels/email/new-text.ts';

const newTextOfHtml = (html: string, known: readonly string[] = []): string =>
  newTextOf({ subject: 'Re: Your payment', text: textOfHtml(html), known });

it.each([
  [
    'marks, letters and spaces',
    '<html><head><title>T</title><style>p{}</style></head><body><p>I paid &amp; sent <b>it</b>&nbsp;&#8364;5</p><br>\n</body></html>',
    'I paid & sent it €5',
  ],
  [
    'letters by their names',
    '<div class="WordSection1"><p class="MsoNormal">C&#8217;est pay&eacute;\r\n &agrave; l&rsquo;avance&hellip; &Scaron;<o:p></o:p></p></div>',
    'C’est payé à l’avance… Š',
  ],
  [
    'lines',
    '<body>Paid<div>in full</div><div>today</div><ul><li>a<li>b</ul>c<br><br>d</body>',
    'Paid\nin full\ntoday\na\nb\nc\n\nd',
  ],
  [
    'what is for one program alone',
    '<!-- [if mso]><xml>a > b</xml><![endif]--><p>Paid</p>\n  <p>today</p>',
    'Paid\ntoday',
  ],
  ['what is broken', 'a &toString; &xvalueOf; <b>c</i> <script>x', 'a &toString; &xvalueOf; c'],
  ['nothing', '', ''],
])('%s', (_what, html, words) => {
  expect(newTextOfHtml(html)).toBe(words);
});

const INTRODUCTION = 'On Mon, 2 Mar 2026 at 10:01, Shop &lt;r@replies.example&gt; wrote:';
const OURS = '<div>Hello Ada</div><div>Pay now</div>';

/** Where the new words are not, there is nothing. */
const MAILS: Record<string, (words: { above: string; between: string; below: string }) => string> = {
  Gmail: ({ above, between, below }) =>
    `<div dir="ltr">${above}</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">${INTRODUCTION}<br></div>` +
    `<blockquote class="gmail_quote">${OURS}</blockquote><div>${between}</div><blockquote class="gmail_quote">${OURS}</blockquote><div>${below}</div></div>`,
  'Apple Mail': ({ above, between, below }) =>
    `<body>${above}<br><div><blockquote type="cite"><div>${INTRODUCTION}</div></blockquote></div><blockquote type="cite">${OURS}</blockquote>` +
    `<div>${between}</div><blockquote type="cite">${OURS}</blockquote><div>${below}</div></body>`,
  Thunderbird: ({ above, between, below }) =>
    `<p>${above}</p><div class="moz-cite-prefix">${INTRODUCTION}<br></div><blockquote type="cite" cite="mid:1">${OURS}</blockquote>` +
    `<p>${between}</p><blockquote type="cite">${OURS}</blockquote><p>${below}</p>`,
};

it.each(
  Object.keys(MAILS).flatMap((program) =>
    (['above', 'between', 'below'] as const).map((place) => ({ program, place })),
  ),
)('of an answer by $program that stands $place the quotation its words are kept', ({ program, place }) => {
  const words = { above: '', between: '', below: '', [place]: 'I paid on Friday.' };
  expect(newTextOfHtml(MAILS[program]?.(words) ?? '')).toBe('I paid on Friday.');
});

it.each([
  ['Gmail without a quotation of its own', `I paid.<div class="gmail_quote">${INTRODUCTION} <p>Hello</p></div>`],
  ['Yahoo', `<div>I paid.</div><div id="yahoo_quoted_12" class="yahoo_quoted"><div>${INTRODUCTION}</div>${OURS}</div>`],
  [
    'Outlook on the web',
    `<div>I paid.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Shop<br><b>Sent:</b> Monday</div>${OURS}`,
  ],
  [
    'Outlook',
    `<p>I paid.</p><div style="border-top:solid"><p><b>From:</b> Shop &lt;r@replies.example&gt;<br><b>Sent:</b> Monday<br><b>Subject:</b> Reminder</p></div>${OURS}`,
  ],
  [
    'Samsung',
    `<div>I paid.</div><div>-------- Original message --------</div><div>From: Shop</div><div>Date: 2/3/26</div>${OURS}`,
  ],
])('of an answer by %s only what is above is kept', (_program, html) => {
  expect(newTextOfHtml(html)).toBe('I paid.');
});

it('of an answer below a quotation without marks all is kept that is not ours', () => {
  const html = `<div id="appendonsend"></div><div id="divRplyFwdMsg"><b>From:</b> Shop</div>${OURS}<p>I paid.</p>`;
  expect(newTextOfHtml(html, ['Hello Ada\n\nPay now'])).toBe('I paid.');
  expect(newTextOfHtml(html)).toBe('');
});

it('reads what is long, deep or broken in no time', () => {
  for (const part of ['<blockquote>', '<div class="gmail_quote">', '</p>', '<', '&', '\n', '<!--', '<br>', '&#1;'])
    expect(newTextOfHtml(part.repeat(100_000)).length).toBeLessThan(30_000);
});
