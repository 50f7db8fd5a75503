/**
 * The address that is warned when an endpoint fails. Somebody typed it, so it gets one email, with a link, and no other until the person who
 * reads it has confirmed. Its record belongs to the account, so that it does not matter how many endpoints name it.
 */
import type { Account } from '#lib/domain/account.ts';
import { type EmailMessage, plainEmail } from '#lib/domain/channels/email/render.ts';
import { deriveHash, type NotifyRef, notifyToken } from '#lib/domain/ids.ts';
import { escapeHtml } from '#lib/domain/message/clean-text.ts';
import { foldAddress } from '#lib/domain/phone.ts';
import { type Language, NOTIFY_WORDS } from '#lib/words/languages.ts';
import type { WebhookEndpoint } from './endpoint.ts';

export type NotifyAddress = {
  address: string;
  /** When the link was about to be sent, and when it was. */
  askedAt: string;
  mailedAt?: string;
  confirmedAt?: string;
  /** The day of the last notice, in UTC. */
  noticedOn?: string;
};

/** Links to new addresses, for each account and day: more than the ten endpoints of an account need. */
export const MAX_ASKED_A_DAY = 10;

export const dayOf = (now: Date): string => now.toISOString().slice(0, 'yyyy-mm-dd'.length);

/** The hash cannot be guessed without the account's salt: who knows it has the link. */
export const notifyRefOf = ({ id: account, salt }: Pick<Account, 'id' | 'salt'>, address: string): NotifyRef => ({
  account,
  hash: deriveHash(salt, 'notify', foldAddress('email', address)),
});

const names = (account: Pick<Account, 'id' | 'salt'>, { hash }: NotifyRef, { notifyEmail }: WebhookEndpoint): boolean =>
  notifyEmail !== undefined && notifyRefOf(account, notifyEmail).hash === hash;

/** At every endpoint of the account that names the address; undefined takes the confirmation back. */
export const withConfirmation =
  (account: Pick<Account, 'id' | 'salt'>, ref: NotifyRef, confirmedAt: string | undefined) =>
  (all: readonly WebhookEndpoint[]): readonly WebhookEndpoint[] => {
    const isChanged = (endpoint: WebhookEndpoint) =>
      endpoint.notifyConfirmedAt !== confirmedAt && names(account, ref, endpoint);
    if (!all.some(isChanged)) return all;
    return all.map((endpoint) => {
      if (!isChanged(endpoint)) return endpoint;
      const { notifyConfirmedAt: _, ...rest } = endpoint;
      return confirmedAt === undefined ? rest : { ...rest, notifyConfirmedAt: confirmedAt };
    });
  };

/** Of our own words alone: a stranger must not get a text that somebody else has written. */
export function confirmationEmail(ref: NotifyRef, baseUrl: string, language: Language): EmailMessage {
  const { mail } = NOTIFY_WORDS[language];
  const link = notifyLink(ref, baseUrl);
  const html = [
    `<p>${escapeHtml(mail.ask)}</p>`,
    `<p><a href="${link}">${link}</a></p>`,
    `<p>${escapeHtml(mail.ignore)}</p>`,
  ];
  return plainEmail({
    subject: mail.subject,
    text: [mail.ask, link, mail.ignore].join('\n\n'),
    html: html.join(''),
  });
}

const notifyLink = (ref: NotifyRef, baseUrl: string): string => `${baseUrl}/notify/${notifyToken(ref)}`;
