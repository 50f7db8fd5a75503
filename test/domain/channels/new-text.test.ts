/** What is kept of an email: what somebody wrote, and neither what was quoted below it nor what a program wrote. */
import { expect, it } from 'vitest';
import { isAutomatic, newTextOf } from '#lib/domain/channels/email/new-text.ts';

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
  [
    'Gmail in European Portuguese, which begins with the name',
    'I paid on Friday.\n\nShop <r@replies.example> escreveu (segunda, 2/03/2026 à(s) 10:01):\n> Olá',
  ],
  [
    'a program in a language that is none of ours',
    'I paid on Friday.\n\nOp ma 2 mrt 2026 om 10:01 schreef Shop <r@replies.example>:\n> Hallo',
  ],
  ['Thunderbird', 'I paid on Friday.\n\nOn 3/2/26 10:01 AM, Shop wrote:\n> Hello'],
  ['Thunderbird in German', 'I paid on Friday.\n\nAm 02.03.26 um 10:01 schrieb Shop:\n> Hallo'],
  [
    'Yahoo, which begins the quotation in the same line',
    'I paid on Friday.\n\nSent from Yahoo Mail on Android \n \n  On Mon, Mar 2, 2026 at 10:01, Shop<r@replies.example> wrote:   Hello',
  ],
  [
    'Proton',
    'I paid on Friday.\n\nSent from Proton Mail for Android.\n\n-------- Original Message --------\nOn Monday, 03/02/26 at 10:01 Shop wrote:\n\nHello',
  ],
  [
    'Outlook, which knows the shop by its name',
    'I paid on Friday.\r\n\r\nFrom: Mama Shop\r\nSent: Monday, March 2, 2026 10:01 AM\r\nTo: Ada\r\nSubject: Reminder\r\n\r\nHello',
  ],
  [
    'Outlook with bold headers',
    'I paid on Friday.\n\n*From:* Mama Shop\n*Sent:* Monday\n*To:* Ada\n*Cc:* Obi\n*Subject:* Reminder\n\nHello',
  ],
  [
    'Outlook on a phone',
    'I paid on Friday.\n\nGet Outlook for Android<https://aka.ms/AAb9ysg>\n____________________\nFrom: Shop',
  ],
  [
    'Outlook on a phone in French',
    'I paid on Friday.\n\nObtenir Outlook pour iOS<https://aka.ms/o0ukef123>\n____________________\nDe : Shop',
  ],
  ['who answers below', '> Hello Ada\n> Pay now\n\nI paid on Friday.'],
])('of an answer by %s only the new words are kept', (_program, text) => {
  expect(newTextOf({ subject: 'Re: Your payment', text })).toBe('I paid on Friday.');
});

it.each([
  'On Friday I will pay.\nFrom: my new account\nLe reste suit.\n\nAda -- and sons',
  'On Friday I wrote:\nI will pay',
  'Le paiement est fait, voir ce que la banque a écrit :\nreçu 123',
  'From: Ada Obi GTB\nTo: Shop UBA\nDate: 02/03/2026 10:15\nAmount: 5000',
  'Done.\nSent from my UBA account',
  'Sent from my M-Pesa 0712345678',
  '',
])('what only looks like a quotation is kept: %j', (text) => {
  expect(newTextOf({ subject: 'Re: Your payment', text })).toBe(text);
});

it.each(['Fwd: Transfer', 'FW: Transfer', 'TR : Virement', 'ENC: Pix'])('what is sent on is kept: %s', (subject) => {
  const text = 'From: Bank <alerts@bank.example>\nSubject: Transfer\n\nNGN 5,000 to Mama Shop';
  expect(newTextOf({ subject, text })).toBe(text);
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
