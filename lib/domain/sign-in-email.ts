/** The emails that sign a member in to the console. */
import { type EmailMessage, plainEmail } from '#lib/domain/channels/email/render.ts';
import { cleanText, cutText, escapeHtml } from '#lib/domain/message/clean-text.ts';
import { type Language, MEMBER_EMAIL_WORDS } from '#lib/words/languages.ts';
import { INVITATION_DAYS, LINK_MINUTES } from './member-sign-in.ts';

type Way = { merchant: string; link: string };

/** A link for each account of the reader. */
export function signInEmail(ways: readonly Way[], language: Language): EmailMessage {
  const { subject, text, button, notYou } = MEMBER_EMAIL_WORDS[language].asked;
  return emailOf({ subject, before: text(LINK_MINUTES), button, after: notYou }, ways);
}

export function invitationEmail(way: Way, language: Language): EmailMessage {
  const { subject, text, button, notYou } = MEMBER_EMAIL_WORDS[language].invited;
  const merchant = nameOf(way);
  const before = text(merchant, INVITATION_DAYS);
  return emailOf({ subject: subject(merchant), before, button, after: notYou }, [way]);
}

type Content = { subject: string; before: string; button: (merchant: string) => string; after: string };

function emailOf({ subject, before, button, after }: Content, ways: readonly Way[]): EmailMessage {
  const named = ways.map((way) => ({ label: button(nameOf(way)), link: way.link }));
  const text = [before, ...named.map(({ label, link }) => `${label}:\n${link}`), after].join('\n\n');
  const html = [
    paragraph(escapeHtml(before)),
    ...named.map(({ label, link }) => paragraph(`<a href="${escapeHtml(link)}">${escapeHtml(label)}</a>`)),
    paragraph(escapeHtml(after)),
  ].join('');
  return plainEmail({ subject, text, html });
}

const paragraph = (html: string): string => `<p>${html}</p>`;

const MAX_NAME = 60;

const nameOf = ({ merchant }: Way): string => cutText(cleanText(merchant), MAX_NAME, '…');
