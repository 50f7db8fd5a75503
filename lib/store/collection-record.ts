/** Collections and their payments as the table's stream shows them. */
import type { AttributeValue } from 'aws-lambda';
import { collectionId, type OwnedId } from '#lib/domain/ids.ts';
import { COLLECTION_SORT_KEY, collectionPlace, PAYMENT_PREFIX } from './keys.ts';
import type { Listing } from './list-log.ts';

type Image = Readonly<Record<string, AttributeValue>>;
type Change = { NewImage?: Image | undefined; OldImage?: Image | undefined };

/** A collection's next wake, as a record tells of it. */
export type RecordedWake = { collection: string; wakeNumber: number; wakeAt: Date };

/** What a collection's record says about its listing; undefined for any other item. */
export function listingOf(image: Image | undefined): Listing | undefined {
  const place = placeOf(image);
  const startLeaf = Number(image?.['startLeaf']?.N);
  return place && Number.isInteger(startLeaf) ? { ...place, startLeaf } : undefined;
}

/** The collection whose payments may now be settled: the record is its own, or of a payment that was ahead of it. */
export function unsettledOf(image: Image | undefined): OwnedId | undefined {
  const isPayment = image?.['sk']?.S?.startsWith(PAYMENT_PREFIX);
  if (!isPayment) return placeOf(image);
  return image?.['event'] === undefined ? collectionPlace(image?.['pk']?.S ?? '') : undefined;
}

/** The wake that a change has set; undefined when it has set none. */
export function wakeOf({ NewImage, OldImage }: Change): RecordedWake | undefined {
  const place = placeOf(NewImage);
  const wakeAt = NewImage?.['wakeAt']?.S;
  const wakeNumber = NewImage?.['wakeNumber']?.N;
  if (place === undefined || wakeAt === undefined || wakeNumber === OldImage?.['wakeNumber']?.N) return undefined;
  return { collection: collectionId(place), wakeNumber: Number(wakeNumber), wakeAt: new Date(wakeAt) };
}

/** Whether a change is the last from which a wake could have followed: nothing comes back to the collection by itself. */
export const endsWaking = ({ NewImage, OldImage }: Change): boolean =>
  placeOf(NewImage) !== undefined && OldImage?.['wakeAt'] !== undefined && NewImage?.['wakeAt'] === undefined;

const placeOf = (image: Image | undefined) =>
  image?.['sk']?.S === COLLECTION_SORT_KEY ? collectionPlace(image['pk']?.S ?? '') : undefined;
