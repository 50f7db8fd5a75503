/** The token in an opt-out link. */
import { collectionId, type OwnedId } from '#lib/domain/ids.ts';
import { linkProof, linkToken } from '#lib/domain/link-token.ts';

export const optOutToken = (place: OwnedId, salt: string): string =>
  linkToken(place, linkProof('optout', collectionId(place), salt));
