/**
 * Opt-out links. Each belongs to the address that its message went to: the details of a collection may be corrected, and
 * then the link in an earlier message speaks for whoever got that message, not for whom the collection is addressed to now.
 */
import type { CollectionContext } from './collection.ts';
import { type Address, addressesOf, emailAddresses, phoneAddresses } from './contact.ts';
import { type CollectionRef, isOurLink, type LinkToken, linkProof, linkToken } from './ids.ts';

export const optOutToken = (ref: CollectionRef, address: string, salt: string): string =>
  linkToken(ref, linkProof(ref, 'optout', salt, address));

/** The addresses that a link opts out: all of the collection's contact, or one that was replaced. None if it is not ours. */
export function optedOutBy(link: LinkToken, { collection, account, phone }: CollectionContext): Address[] {
  const isOf = (address: string) => isOurLink(link, 'optout', account.salt, address);
  const current = addressesOf(collection.contact, phone);
  if (current.some(({ address }) => isOf(address))) return current;
  const replaced = collection.replaced?.find(isOf);
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
