/** What is kept of an email: what somebody wrote, and neither what was quoted below it nor what a program wrote. */
import { expect, it } from 'vitest';
import { isAutomatic, newTextOf, textOfHtml } from '#lib/domain/channels/email/new-text.ts';

it.each([
  [
    'Gmail',
    'I paid on Friday.\n\nOn Mon, 2 Mar 2026 at 10:01, Shop <r@replies.example> wrote:\n\n> Hello Ada\n> Pay now',
  ],
  [
    'Gmail, broken over two lines',
    'I paid on Friday.\r\n\r\nOn Mon, 2 Mar 2026 at 10:01, Demo Shop and Sons <\r\nr@replies.example> wrote:\r\n> Hello',
  ],
  [
    'Gmail in French',
    'I paid on Friday.\n\nLe lun. 2 mars 2026 à 10:01, Shop <r@replies.example> a écrit :\n> Bonjour',
  ],
  [
    'Gmail in Portuguese',
    'I paid on Friday.\n\nEm seg., 2 de mar. de 2026 às 10:01, Shop <r@replies.example> escreveu:\n> Olá',
  ],
  [
    'Gmail in Swahili',
    'I paid on Friday.\n\nTarehe Jtt, 2 Mac 2026 saa 10:01, Shop <r@replies.example> aliandika:\n> Habari',
  ],
  [
    'Outlook',
    'I paid on Friday.\n\n________________________________\nFrom: Shop <r@replies.example>\nSent: Monday\nHello Ada',
  ],
  ['Outlook in French', 'I paid on Friday.\n\nDe : Shop <r@replies.example>\nEnvoyé : lundi\nBonjour'],
  ['an older program', 'I paid on Friday.\n\n-----Original Message-----\nFrom: Shop\nHello'],
  ['a phone', 'I paid on Friday.\n\nSent from my iPhone'],
  ['a signature', 'I paid on Friday.\n\n-- \nAda Obi\nDirector'],
  ['who answers below', '> Hello Ada\n> Pay now\n\nI paid on Friday.'],
])('of an answer by %s only the new words are kept', (_program, text) => {
  expect(newTextOf(text)).toBe('I paid on Friday.');
});

it('what only looks like a quotation is kept', () => {
  const text = 'On Friday I will pay.\nFrom: my new account\nLe reste suit.\n\nAda -- and sons';
  expect(newTextOf(text)).toBe(text);
  expect(newTextOf('')).toBe('');
});

it('a mail of HTML alone is read as text, without what is quoted in it', () => {
  const html =
    '<html><head><title>T</title><style>p{}</style></head><body><p>I paid &amp; sent <b>it</b>&nbsp;&#8364;5</p><br><div class="gmail_quote">On Monday … wrote: <p>Hello</p></div></body></html>';
  expect(newTextOf(textOfHtml(html))).toBe('I paid & sent it €5');
  expect(textOfHtml('a &#0; b &#99999999; <script>x')).not.toContain('script');
});

it.each<[string, boolean, { from?: string; headers?: Record<string, string> }]>([
  ['a person', false, {}],
  ['a person whose program says so', false, { headers: { 'auto-submitted': 'no' } }],
  ['an out-of-office note', true, { headers: { 'auto-submitted': 'auto-replied' } }],
  ['an older out-of-office note', true, { headers: { precedence: 'auto_reply' } }],
  ['a list', true, { headers: { 'list-id': '<all.example>' } }],
  ['a bounce', true, { from: 'mailer-daemon@mx.example' }],
  ['an address that nobody reads', true, { from: 'no-reply@example.com' }],
])('the mail of %s is automatic: %j', (_who, automatic, { from = 'ada@example.com', headers = {} }) => {
  const list = Object.entries(headers).map(([key, value]) => ({ key, value }));
  expect(isAutomatic({ from, headers: list })).toBe(automatic);
});
