/** The token in the address of a payment page: it names a collection, and proves that the link is ours. */
import { timingSafeEqual } from 'node:crypto';
import { collectionId, type OwnedId, parseCollectionId } from '#lib/domain/ids.ts';
import { payProof } from '#lib/domain/payable.ts';

export type PayToken = { place: OwnedId; proof: string };

const PROOF = /^(.+?)([0-9a-z]{25})$/;

/** The parts of a token, or undefined when it cannot be one. What it names is not to be believed before it is verified. */
export function parsePayToken(token: string): PayToken | undefined {
  const [, owned, proof] = PROOF.exec(token) ?? [];
  const place = owned === undefined ? undefined : parseCollectionId(`pay_${owned}`);
  return place === undefined || proof === undefined ? undefined : { place, proof };
}

/** Whether the token was made under the account's salt; takes as long whatever the proof. */
export const isOurPayToken = ({ place, proof }: PayToken, salt: string): boolean =>
  timingSafeEqual(Buffer.from(proof), Buffer.from(payProof(collectionId(place), salt)));
