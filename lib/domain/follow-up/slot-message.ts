/** The message of a slot. The plan shows exactly the message that is sent. */
import { type Account, supportOf } from '#lib/domain/account.ts';
import { mailBrandOf } from '#lib/domain/brand.ts';
import { type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import { type Rendered, renderMessage } from '#lib/domain/channels/renderers.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { debtsPageUrl, debtsToken, optOutToken, optOutUrl } from '#lib/domain/links.ts';
import { descriptionOf } from '#lib/domain/message/description.ts';
import type { MessageInput, NamedPayment } from '#lib/domain/message/values.ts';
import { outstandingOf, receivedOf } from '#lib/domain/money.ts';
import { payPageUrl } from '#lib/domain/payment/payable.ts';
import type { Phone } from '#lib/domain/phone.ts';
import { replyToken } from '#lib/domain/reply.ts';
import { daysPast } from '#lib/domain/time/due-day.ts';
import type { OpeningHours } from '#lib/domain/time/local-time.ts';
import { FIRST_LANGUAGES, LANGUAGES, type Language, languageFor } from '#lib/words/languages.ts';
import type { Tone } from './follow-up.ts';

export type MessageSetting = {
  account: Account;
  /** The contact's phone; its country chooses the language. */
  phone: Pick<Phone, 'country' | 'lookup' | 'reachable'>;
  /** The plan's hours; their first zone is the contact's time zone. */
  hours: Pick<OpeningHours, 'zones'>;
  baseUrl: string;
  /** Whether the channel's sender cannot receive STOP, so that a message needs an opt-out link. */
  isOneWay: (channel: Channel) => boolean;
  /** The languages whose texts are approved, for a channel whose texts need it. */
  approvedLanguages?: readonly Language[];
};

/**
 * `at`: when it is sent, in milliseconds; it says how many days the due day has passed by then. `tellsRejection`: it says that
 * the payment was not found of which the customer told.
 */
type MessageChoice = { channel: Channel; tone: Tone; at: number; tellsRejection?: boolean };

export const slotMessage = (collection: Collection, choice: MessageChoice, setting: MessageSetting): Rendered =>
  renderMessage(messageInput(collection, choice, setting));

/** Of a message for several debts, oldest first; it belongs to a slot of `collection`, and goes to `contact`, as the person gave it last. */
export function debtsMessage(
  {
    collection,
    contact,
    debts,
  }: Pick<Collection, 'contact'> & { collection: Collection; debts: readonly [Collection, ...Collection[]] },
  choice: MessageChoice,
  setting: MessageSetting,
): Rendered {
  const { account, phone, baseUrl } = setting;
  const { optOutLink, firstName, replyToken } = messageInput({ ...collection, contact }, choice, setting);
  const input = {
    ...messageInput(debts[0], choice, setting),
    optOutLink,
    firstName,
    ...(replyToken && { replyToken }),
  };
  if (debts.length === 1) return renderMessage(input);
  const isLinked = debts.some(({ payable }) => payable.proof !== undefined);
  const link = isLinked ? debtsPageUrl(baseUrl, debtsToken({ collection, phone }, account.salt)) : undefined;
  return renderMessage({ ...input, link, several: debts.map(namedPayment) });
}

const namedPayment = (debt: Collection): NamedPayment => ({
  outstanding: outstandingOf(debt),
  description: descriptionOf(debt.metadata),
  reference: debt.number ?? debt.reference,
  dueDay: debt.dueDay,
  expiresAt: debt.expiresAt,
});

/** What the message of a collection says. */
export function messageInput(
  collection: Collection,
  { channel, tone, at, tellsRejection = false }: MessageChoice,
  { account, phone, hours, baseUrl, isOneWay, approvedLanguages = FIRST_LANGUAGES }: MessageSetting,
): MessageInput {
  const { contact, status, reference, number, dueDay, expiresAt, ref, payable, metadata } = collection;
  const link = payable.proof === undefined ? undefined : payPageUrl(baseUrl, ref, payable.proof);
  const { linksOptOut, reaches, textsNeedApproval } = channelFacts(channel);
  const due = dueDay === undefined ? undefined : { day: dueDay, passed: daysPast(dueDay, account.country, at) };
  const hasOptOutLink = linksOptOut || isOneWay(channel);
  const address = reaches === 'email' ? contact.email.toLowerCase() : phone.lookup;
  return {
    channel,
    tone,
    language: languageFor(phone.country, account.language, textsNeedApproval ? approvedLanguages : LANGUAGES),
    merchant: account.name,
    firstName: contact.firstName,
    ...amountsOf(collection),
    isOverdue: due === undefined ? status === 'overdue' : due.passed > 0,
    due,
    ...(tellsRejection && { tellsRejection }),
    support: supportOf(account),
    brand: mailBrandOf(account, baseUrl),
    texts: account.texts,
    description: descriptionOf(metadata),
    reference: number ?? reference,
    expiresAt,
    timeZone: hours.zones[0] ?? 'UTC',
    link,
    ...(reaches === 'email' && { replyToken: replyToken(ref, contact.email, account.salt) }),
    optOutLink: hasOptOutLink ? optOutUrl(baseUrl, optOutToken(ref, address, account.salt)) : undefined,
  };
}

/** The whole amount when nothing is outstanding: no such message is sent, but the plan still shows its text. */
function amountsOf(collection: Collection): Pick<MessageInput, 'outstanding' | 'received'> {
  const outstanding = outstandingOf(collection);
  if (outstanding.minor === 0) return { outstanding: collection.amount };
  return { outstanding, ...(collection.received > 0 && { received: receivedOf(collection) }) };
}
