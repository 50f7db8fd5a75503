/** The links in messages, beside the payment page of one collection: to all open debts of a person, and out of all messages. */

import type { Attempt, AttemptStatus } from './attempt.ts';
import type { Collection, CollectionContext } from './collection.ts';
import { type Address, addressesOf, comparableName, emailAddresses, phoneAddresses } from './contact.ts';
import { type CollectionRef, isOurLink, LINK_TOKEN_LENGTH, type LinkToken, linkProof, linkToken } from './ids.ts';
import { isTestMessage } from './message/outgoing.ts';
import { matchKeyOf, type Phone } from './phone.ts';

type AddressedCollection = {
  collection: Pick<Collection, 'ref' | 'contact'>;
  phone: Pick<Phone, 'reachable' | 'lookup'>;
};

/** By match key and name: a phone that two people share leads neither to the debts of the other. */
const personOf = ({ collection: { contact }, phone }: AddressedCollection): string =>
  `${matchKeyOf(phone, contact.email)}#${comparableName(contact)}`;

/**
 * The link names one of the person's collections, and belongs to who that one was addressed to when the link was made:
 * once the contact is corrected, who got the message sees nothing of the new one.
 */
export const debtsToken = (to: AddressedCollection, salt: string): string => {
  const { ref } = to.collection;
  return linkToken(ref, linkProof(ref, 'me', salt, personOf(to)));
};

export const isDebtsLink = (link: LinkToken, to: AddressedCollection, salt: string): boolean =>
  isOurLink(link, 'me', salt, personOf(to));

export const debtsPageUrl = (baseUrl: string, token: string): string => `${baseUrl}/me/${token}`;

/**
 * Each link belongs to the address that its message went to: once the contact is corrected, the link in an earlier message
 * speaks for the person who got that message.
 */
export const optOutToken = (ref: CollectionRef, address: string, salt: string): string =>
  linkToken(ref, linkProof(ref, 'optout', salt, address));

const PATH = '/u/';

export const optOutUrl = (baseUrl: string, token: string): string => `${baseUrl}${PATH}${token}`;

const OPT_OUT_TOKEN = new RegExp(`${PATH}[0-9a-z]{${LINK_TOKEN_LENGTH}}`, 'g');

/** As plans and previews show a message: who reads its text could otherwise opt out somebody who never got it. */
export const maskOptOutTokens = (text: string): string => text.replace(OPT_OUT_TOKEN, `${PATH}…`);

/** Whether a message with the link may have gone out: no link counts before a real channel took its message, or may have. */
export function mayBeSent(link: LinkToken, attempts: readonly Attempt[]): boolean {
  const token = linkToken(link.ref, link.proof);
  return attempts.some((attempt) => attempt.earlier !== undefined || mayHaveCarried(token, attempt));
}

/** Statuses without the channel's id of a message that may have gone out: its result was lost, its receipt may have come. */
const PERHAPS_SENT: readonly AttemptStatus[] = ['sending', 'unknown', 'sent', 'delivered', 'read'];

/** Without a result nobody knows which channel was asked last, and so what it was to say. A refusal leaves no id. */
function mayHaveCarried(token: string, { status, text, messageId }: Attempt): boolean {
  if (messageId === undefined) return PERHAPS_SENT.includes(status);
  return !isTestMessage(messageId) && (text === undefined || text.includes(token));
}

/** `beside`: emails of the same person's other debts: a message for several goes to the one that they gave last. */
type LinkContext = CollectionContext & { beside?: readonly string[] };

/** The addresses that a link opts out: all of the collection's contact, or one that was replaced. None if it is not ours. */
export function optedOutBy(link: LinkToken, { collection, account, phone, beside = [] }: LinkContext): Address[] {
  const isOf = (address: string) => isOurLink(link, 'optout', account.salt, address);
  const current = addressesOf(collection.contact, phone);
  if (current.some(({ address }) => isOf(address))) return current;
  const replaced = [...(collection.replaced ?? []), ...beside].find(isOf);
  if (replaced === undefined) return [];
  return replaced.includes('@') ? emailAddresses(replaced) : phoneAddresses(replaced);
}

const MAX_REPLACED = 10;

/** The latest phones and emails that corrections have replaced, each once, oldest first. */
export const replacedBy = (
  now: readonly string[],
  before: readonly string[],
  earlier: readonly string[] = [],
): string[] => [...new Set([...earlier, ...before])].filter((each) => !now.includes(each)).slice(-MAX_REPLACED);
