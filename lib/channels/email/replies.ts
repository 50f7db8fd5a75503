/** Replies by email: SES stores the mail, and publishes that it came; the mail is read from its bucket, and only what is new in it is kept. */
import type { Email } from 'postal-mime';
import type { ReadMail } from '#lib/channels/stored-mail.ts';
import type { EmailSender } from '#lib/domain/channels/email/channel.ts';
import { isAutomatic, newTextOf } from '#lib/domain/channels/email/new-text.ts';
import { type Reply, withNote } from '#lib/domain/reply.ts';

/** What is kept is far shorter: more is not looked at. */
const MAX_HTML = 200_000;

/** What mail programs mark as quoted is left out. */
export const textOfHtml = (html: string): string =>
  html
    .slice(0, MAX_HTML)
    .replace(/<!--[\s\S]*?(?:-->|$)/g, '')
    .replace(/<(style|script|head|title)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, '')
    .replace(/<(?:blockquote\b|div[^<>]{0,200}(?:gmail_quote|yahoo_quoted|divRplyFwdMsg|appendonsend))[\s\S]*$/i, '')
    .replace(/\s+/g, ' ')
    .replace(/ ?(?:<\/?(?:p|div|li|tr|h\d)\b[^<>]*> ?)+/gi, '\n')
    .replace(/ ?<br\b[^<>]*> ?/gi, '\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:#(\d{1,7})|#x([0-9a-f]{1,6})|([a-z]{2,8}));/gi, (whole, decimal, hex, name) => {
      if (name !== undefined) return MARKS.get(String(name)) ?? letterOf(String(name)) ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal);
      return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
    })
    .replace(/[ \u00a0]+/g, ' ')
    .replace(/^ | $/gm, '');

/** The names of HTML that mail programs write; there are two thousand more. https://html.spec.whatwg.org/multipage/named-characters.html */
const MARKS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    nbsp: ' ',
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    laquo: '«',
    raquo: '»',
    hellip: '…',
    ndash: '–',
    mdash: '—',
    bull: '•',
    middot: '·',
    deg: '°',
    ordm: 'º',
    ordf: 'ª',
    oelig: 'œ',
    euro: '€',
    pound: '£',
  }),
);

const ACCENTS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    grave: '\u0300',
    acute: '\u0301',
    circ: '\u0302',
    tilde: '\u0303',
    uml: '\u0308',
    ring: '\u030a',
    cedil: '\u0327',
  }),
);

/** `eacute` and the like: a letter and the name of its accent. */
function letterOf(name: string): string | undefined {
  const accent = ACCENTS.get(name.slice(1));
  return accent && `${name[0]}${accent}`.normalize('NFC');
}

/** https://docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-contents.html, as far as it is read. */
type Notification = {
  notificationType?: unknown;
  mail?: { messageId?: unknown; source?: unknown };
  receipt?: {
    recipients?: unknown;
    spamVerdict?: Verdict;
    virusVerdict?: Verdict;
    dmarcVerdict?: Verdict;
    dmarcPolicy?: unknown;
    action?: { type?: unknown; bucketName?: unknown; objectKey?: unknown };
  };
};

type Verdict = { status?: unknown };

/** None for another application's mail, for what is spam or forged, and for what a program wrote by itself. @throws when the mail cannot be read */
export async function readEmailReplies(
  { notificationType, mail, receipt }: Notification,
  { address, replies }: EmailSender,
  readMail: ReadMail,
): Promise<Reply[]> {
  const { action } = receipt ?? {};
  if (notificationType !== 'Received' || replies === undefined || action?.bucketName !== replies.bucket) return [];
  const { messageId, source } = mail ?? {};
  if (typeof action.objectKey !== 'string' || typeof messageId !== 'string') return [];
  if (isRefused(receipt) || source === '' || source === '<>') return [];
  const email = await readMail(replies.bucket, action.objectKey);
  const from = email.from?.address?.toLowerCase() ?? '';
  if (!from.includes('@') || isAutomatic({ from, headers: email.headers }) || from === address.toLowerCase()) return [];
  const link = tokenIn(receipt?.recipients, replies.domain);
  const id = email.messageId ?? messageId;
  return [
    {
      channel: 'email',
      messageId: id,
      from,
      text: textOf(email),
      ...(link !== undefined && { link }),
      ...isProven(receipt),
    },
  ];
}

/** SES has scanned it. A forged sender fails DMARC; a mail that was forwarded may, too, so the sender's domain says what that means. */
function isRefused({
  spamVerdict,
  virusVerdict,
  dmarcVerdict,
  dmarcPolicy,
}: NonNullable<Notification['receipt']> = {}) {
  const hasFailed = (verdict: Verdict | undefined): boolean => verdict?.status === 'FAIL';
  const isForged = hasFailed(dmarcVerdict) && String(dmarcPolicy).toLowerCase() !== 'none';
  return hasFailed(spamVerdict) || hasFailed(virusVerdict) || isForged;
}

/** The sender's domain vouches for the address. */
const isProven = ({ dmarcVerdict }: NonNullable<Notification['receipt']> = {}): Pick<Reply, 'isUnproven'> =>
  dmarcVerdict?.status === 'PASS' ? {} : { isUnproven: true };

/** The part of our reply address before the `@`. */
function tokenIn(recipients: unknown, domain: string): string | undefined {
  const addresses = Array.isArray(recipients) ? recipients.map((each) => String(each).toLowerCase()) : [];
  const ours = addresses.find((each) => each.endsWith(`@${domain.toLowerCase()}`));
  return ours?.slice(0, ours.lastIndexOf('@'));
}

/**
 * Attachments are not kept, and it says so. A photo from a phone is one of them, though it is shown in the mail; what the HTML itself
 * shows is mostly a logo, unless nothing else was sent.
 */
function textOf({ subject = '', text, html, attachments }: Email): string {
  const words = newTextOf({ subject, text: text?.trim() ? text : textOfHtml(html ?? '') });
  const sent = attachments.filter(({ mimeType }) => !SIGNATURES.test(mimeType));
  const apart = sent.filter(({ related }) => !related);
  const count = apart.length > 0 || words !== '' ? apart.length : sent.length;
  return count === 0 ? words : withNote(words, count === 1 ? '1 attachment was' : `${count} attachments were`);
}

const SIGNATURES = /^application\/(?:(?:x-)?pkcs7|pgp)-signature$/;
