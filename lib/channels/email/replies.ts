/**
 * Replies by email: SES stores the mail, and publishes that it came. Its head says whose it is; its body is read when somebody waits
 * for it, and only what is new in it is kept.
 */
import type { Attachment, Email } from 'postal-mime';
import { parseObject } from '#lib/channels/bridge-receipt.ts';
import type { ReadMail } from '#lib/channels/stored-mail.ts';
import type { EmailSender } from '#lib/domain/channels/email/channel.ts';
import { isAutomatic, newTextOf } from '#lib/domain/channels/email/new-text.ts';
import { type InboundReply, type ReadText, withNote } from '#lib/domain/reply.ts';
import { type MailHead, parseHead, parseMail } from './parse-mail.ts';

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

/**
 * In what SES publishes. None for another application's mail, for what is spam or forged, and for what a program wrote by itself.
 * @throws when the mail cannot be read
 */
export async function readEmailReplies(
  message: string,
  sender: EmailSender | undefined,
  readMail: ReadMail,
): Promise<InboundReply[]> {
  const { notificationType, mail, receipt } = parseObject(message) as Notification;
  const { address = '', replies } = sender ?? {};
  const { action } = receipt ?? {};
  if (notificationType !== 'Received' || replies === undefined || action?.bucketName !== replies.bucket) return [];
  const { messageId, source } = mail ?? {};
  if (typeof action.objectKey !== 'string' || typeof messageId !== 'string') return [];
  if (isRefused(receipt) || source === '' || source === '<>') return [];
  const raw = await readMail(replies.bucket, action.objectKey);
  const head = await parseHead(raw);
  if (head === undefined || isAutomatic(head) || head.from === address.toLowerCase()) return [];
  const link = tokenIn(receipt?.recipients, replies.domain);
  return [
    {
      channel: 'email',
      messageId: head.messageId ?? messageId,
      from: head.from,
      text: reading(raw, head),
      ...(link !== undefined && { link }),
      ...(!isProven(head, receipt) && { isUnproven: true }),
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

/** The sender's domain vouches for the address. Of two senders nobody knows for which. */
const isProven = ({ isSole }: MailHead, { dmarcVerdict }: NonNullable<Notification['receipt']> = {}): boolean =>
  isSole && dmarcVerdict?.status === 'PASS';

/** The part of our reply address before the `@`. */
function tokenIn(recipients: unknown, domain: string): string | undefined {
  const addresses = Array.isArray(recipients) ? recipients.map((each) => String(each).toLowerCase()) : [];
  const ours = addresses.find((each) => each.endsWith(`@${domain.toLowerCase()}`));
  return ours?.slice(0, ours.lastIndexOf('@'));
}

const reading =
  (raw: Uint8Array, { subject }: MailHead): ReadText =>
  async (known) => {
    const parsed = await parseMail(raw);
    if (parsed === undefined) return { text: withNote('', 'an email that cannot be read was'), isBounded: true };
    const { email, isCut } = parsed;
    if (email.attachments.some(isCalendarAnswer)) return undefined;
    return { text: await textOf(email, subject, known), ...(isCut && { isBounded: true }) };
  };

/** RFC 5546: a calendar says that somebody comes, or does not. */
const isCalendarAnswer = ({ mimeType, method }: Attachment): boolean =>
  mimeType === 'text/calendar' && method !== undefined && method !== 'PUBLISH';

/**
 * Attachments are not kept, and it says so. A photo from a phone is one of them, though it is shown in the mail; what the HTML itself
 * shows is mostly a logo, unless nothing else was sent. Without anything new the subject says what it is about.
 */
async function textOf(
  { text, html = '', attachments }: Email,
  subject: string,
  known: readonly string[],
): Promise<string> {
  const plain = text?.trim() ? text : (await import('./html-text.ts')).textOfHtml(html);
  const words = newTextOf({ subject, text: plain, known });
  const sent = attachments.filter(({ mimeType }) => !SIGNATURES.test(mimeType));
  const apart = sent.filter(({ related }) => !related);
  const count = apart.length > 0 || words !== '' ? apart.length : sent.length;
  if (count > 0) return withNote(words, count === 1 ? '1 attachment was' : `${count} attachments were`);
  return words || subject.trim() || withNote('', 'an empty email was');
}

const SIGNATURES = /^application\/(?:(?:x-)?pkcs7|pgp)-signature$/;
