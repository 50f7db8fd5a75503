/**
 * The link to all open debts of a person. It names one of their collections, and belongs to who that one was addressed to when
 * the link was made: once the contact is corrected, whoever got the message sees nothing of the new one.
 */
import type { Collection } from '#lib/domain/collection.ts';
import { comparableName } from '#lib/domain/contact.ts';
import { isOurLink, type LinkToken, linkProof, linkToken } from '#lib/domain/ids.ts';
import { matchKeyOf, type Phone } from '#lib/domain/phone.ts';

type AddressedCollection = {
  collection: Pick<Collection, 'ref' | 'contact'>;
  phone: Pick<Phone, 'reachable' | 'lookup'>;
};

/** By match key and name: a phone that two people share leads neither to the debts of the other. */
const personOf = ({ collection: { contact }, phone }: AddressedCollection): string =>
  `${matchKeyOf(phone, contact.email)}#${comparableName(contact)}`;

export const debtsToken = (to: AddressedCollection, salt: string): string => {
  const { ref } = to.collection;
  return linkToken(ref, linkProof(ref, 'me', salt, personOf(to)));
};

export const isDebtsLink = (link: LinkToken, to: AddressedCollection, salt: string): boolean =>
  isOurLink(link, 'me', salt, personOf(to));

export const debtsPageUrl = (baseUrl: string, token: string): string => `${baseUrl}/me/${token}`;
