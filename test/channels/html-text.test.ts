/** What is read of a mail that has only HTML. */
import { expect, it } from 'vitest';
import { textOfHtml } from '#lib/channels/email/replies.ts';

it.each([
  [
    'Gmail',
    '<html><head><title>T</title><style>p{}</style></head><body><p>I paid &amp; sent <b>it</b>&nbsp;&#8364;5</p><br><div class="gmail_quote">On Monday … wrote: <p>Hello</p></div></body></html>',
    'I paid & sent it €5',
  ],
  [
    'Outlook',
    '<div class="WordSection1"><p class="MsoNormal">C&#8217;est pay&eacute;\r\n &agrave; l&rsquo;avance&hellip;<o:p></o:p></p></div><div id="appendonsend"></div><div>Bonjour</div>',
    'C’est payé à l’avance…',
  ],
  [
    'Apple',
    '<body>Paid<div>in full</div><div>today</div><blockquote type="cite">On 2 Mar</blockquote></body>',
    'Paid\nin full\ntoday',
  ],
  [
    'what is for one program alone',
    '<!-- [if mso]><xml>a > b</xml><![endif]--><p>Paid</p>\n  <p>today</p>',
    'Paid\ntoday',
  ],
  ['what is broken', 'a &#0; b &#99999999; &toString; &xvalueOf; <script>x', 'a b &#99999999; &toString; &xvalueOf;'],
])('of a mail by %s: its words', (_program, html, words) => {
  expect(textOfHtml(html).trim()).toBe(words.trim());
});
