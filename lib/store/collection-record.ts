/** Collections as the table's stream shows them. */
import type { AttributeValue } from 'aws-lambda';
import { COLLECTION_SORT_KEY, collectionPlace } from './keys.ts';
import type { Listing } from './list-log.ts';

type Image = Readonly<Record<string, AttributeValue>>;

/** What a new collection's record says about its listing; undefined for any other item. */
export function listingOf(image: Image | undefined): Listing | undefined {
  if (image?.['sk']?.S !== COLLECTION_SORT_KEY) return undefined;
  const place = collectionPlace(image['pk']?.S ?? '');
  const startLeaf = Number(image['startLeaf']?.N);
  return place && Number.isInteger(startLeaf) ? { ...place, startLeaf } : undefined;
}
