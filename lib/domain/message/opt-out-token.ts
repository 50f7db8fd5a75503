/** The token in an opt-out link: it names a collection, and proves that the link is ours. */
import { timingSafeEqual } from 'node:crypto';
import { collectionId, deriveHash, type OwnedId, parseCollectionId } from '#lib/domain/ids.ts';

export type OptOutToken = { place: OwnedId; proof: string };

const PROOF = /^(.+?)([0-9a-z]{25})$/;

const proofOf = (place: OwnedId, salt: string): string => deriveHash(salt, 'optout', collectionId(place));

export const optOutToken = (place: OwnedId, salt: string): string =>
  `${place.account}${place.hash}${proofOf(place, salt)}`;

/** The parts of a token, or undefined when it cannot be one. What it names is not to be believed before it is verified. */
export function parseOptOutToken(token: string): OptOutToken | undefined {
  const [, owned, proof] = PROOF.exec(token) ?? [];
  const place = owned === undefined ? undefined : parseCollectionId(`pay_${owned}`);
  return place === undefined || proof === undefined ? undefined : { place, proof };
}

/** Whether the token was made under the account's salt; takes as long whatever the proof. */
export const isOurs = ({ place, proof }: OptOutToken, salt: string): boolean =>
  timingSafeEqual(Buffer.from(proof), Buffer.from(proofOf(place, salt)));
