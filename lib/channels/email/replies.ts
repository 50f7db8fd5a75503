/** Replies by email: SES stores the mail, and publishes that it came; the mail is read from its bucket, and only what is new in it is kept. */
import type { Email } from 'postal-mime';
import type { ReadMail } from '#lib/channels/stored-mail.ts';
import type { EmailSender } from '#lib/domain/channels/email/channel.ts';
import { isAutomatic, newTextOf } from '#lib/domain/channels/email/new-text.ts';
import { type Reply, withNote } from '#lib/domain/reply.ts';
import { textOfHtml } from './html-text.ts';

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
