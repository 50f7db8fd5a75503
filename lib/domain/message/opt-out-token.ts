/** The token in an opt-out link. */
import { type CollectionRef, collectionId } from '#lib/domain/ids.ts';
import { linkProof, linkToken } from '#lib/domain/link-token.ts';

export const optOutToken = (ref: CollectionRef, salt: string): string =>
  linkToken(ref, linkProof('optout', collectionId(ref), salt));
