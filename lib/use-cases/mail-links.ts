/** Emails to who works for a merchant: links to sign in, to members who ask for one and to those who were added. */
import type { Channels } from '#lib/channels/channels.ts';
import { newAuditEntry } from '#lib/domain/audit.ts';
import type { EmailMessage } from '#lib/domain/channels/email/render.ts';
import { hashToken, newMemberToken } from '#lib/domain/checked-token.ts';
import { memberRefOf } from '#lib/domain/ids.ts';
import type { Member } from '#lib/domain/member.ts';
import { withMailedLink } from '#lib/domain/member-sign-in.ts';
import { invitationEmail, signInEmail } from '#lib/domain/sign-in-email.ts';
import type { Store } from '#lib/store/store.ts';
import { type Language, languageFor } from '#lib/words/languages.ts';
import { type Links, linkTo } from './manage-members.ts';

type MailPorts = Pick<Channels, 'sendNotice'> & Pick<Store, 'getAccount'>;

type LinkPorts = MailPorts & Pick<Store, 'findMembersByEmail' | 'saveMember'>;

type Asking = { email: string; language: Language; links: Links; now: Date };

/** More than anybody works for. */
const MAX_ACCOUNTS = 10;

/** One email with a link for each account of this address. How many links there are: none for an unknown address, or after too many. */
export async function mailSignInLinks(ports: LinkPorts, { email, language, links, now }: Asking): Promise<number> {
  const members = (await ports.findMembersByEmail(email)).slice(0, MAX_ACCOUNTS);
  const made = await Promise.all(members.map((member) => mailableLink(ports, member, { links, now })));
  const ways = made.filter((way) => way !== undefined);
  if (ways.length > 0) await mail(ports, email, signInEmail(ways, language));
  return ways.length;
}

async function mailableLink(ports: LinkPorts, { id }: Member, { links, now }: Pick<Asking, 'links' | 'now'>) {
  const token = newMemberToken('link', { id, ...links });
  const ref = memberRefOf(id);
  let isMade = false;
  await ports.saveMember(ref, (stored) => {
    const member = withMailedLink(stored, hashToken(token), now);
    isMade = member !== undefined;
    return member && { member, audit: newAuditEntry('link_mailed', { member }, now) };
  });
  if (!isMade) return undefined;
  const account = await ports.getAccount(ref.account);
  return { merchant: account?.name ?? '', link: linkTo(token, links) };
}

/** The link of somebody who was just added. False when no email went out: then the link must be handed over. */
export async function mailInvitation(
  ports: MailPorts,
  { account: id, email, link }: { account: string; email: string; link: string },
): Promise<boolean> {
  const account = await ports.getAccount(id);
  if (account === undefined) return false;
  const message = invitationEmail({ merchant: account.name, link }, languageFor(account.country, account.language));
  return isMailed(ports, email, message);
}

/** Whether an email to somebody who works for a merchant was accepted. */
export const isMailed = (ports: Pick<MailPorts, 'sendNotice'>, to: string, message: EmailMessage): Promise<boolean> =>
  mail(ports, to, message).then(
    () => true,
    () => false,
  );

const SENDER_NAME = 'Collections';
const EMAIL_TTL_SECONDS = 600;

/** @throws when it was not accepted */
async function mail(ports: Pick<MailPorts, 'sendNotice'>, to: string, message: EmailMessage): Promise<void> {
  const notice = { to, message, timeToLiveSeconds: EMAIL_TTL_SECONDS, fromName: SENDER_NAME };
  const { kind } = await ports.sendNotice(notice);
  if (kind !== 'accepted') throw new Error(`the email was not accepted: ${kind}`);
}
