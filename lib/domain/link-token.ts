/** The tokens in the links we send: each names a collection, and proves that the link is ours and what it is for. */
import { timingSafeEqual } from 'node:crypto';
import { type CollectionRef, collectionId, deriveHash, parseCollectionId } from './ids.ts';

/** To its payment page, or out of reminders. */
type LinkUse = 'pay' | 'optout';

/** 128 bits that cannot be guessed without the account's salt. */
export const linkProof = (use: LinkUse, id: string, salt: string): string => deriveHash(salt, use, id);

export const linkToken = ({ account, hash }: CollectionRef, proof: string): string => `${account}${hash}${proof}`;

/** The token in a link that leads out of reminders. */
export const optOutToken = (ref: CollectionRef, salt: string): string =>
  linkToken(ref, linkProof('optout', collectionId(ref), salt));

export type LinkToken = { ref: CollectionRef; proof: string };

const PROOF = /^(.+?)([0-9a-z]{25})$/;

/** The parts of a token, or undefined when it cannot be one. What it names is not to be believed before it is verified. */
export function parseLinkToken(token: string): LinkToken | undefined {
  const [, owned, proof] = PROOF.exec(token) ?? [];
  const ref = owned === undefined ? undefined : parseCollectionId(`pay_${owned}`);
  return ref === undefined || proof === undefined ? undefined : { ref, proof };
}

/** Whether the token was made for this use under the account's salt; takes as long whatever the proof. */
export const isOurLink = ({ ref, proof }: LinkToken, use: LinkUse, salt: string): boolean =>
  timingSafeEqual(Buffer.from(proof), Buffer.from(linkProof(use, collectionId(ref), salt)));
