/** Collections and their payments as the table's stream shows them. */
import type { AttributeValue } from 'aws-lambda';
import { type CollectionRef, collectionId } from '#lib/domain/ids.ts';
import { COLLECTION_SORT_KEY, collectionRefOfKey, PAYMENT_PREFIX } from './keys.ts';
import type { Listing } from './list-log.ts';

type Image = Readonly<Record<string, AttributeValue>>;
type Change = { NewImage?: Image | undefined; OldImage?: Image | undefined };

/** A collection's next run, as a record tells of it. */
export type RecordedRun = { collection: string; runNumber: number; nextRunAt: Date };

/** What a collection's record says about its listing; undefined for any other item. */
export function listingOf(image: Image | undefined): Listing | undefined {
  const ref = collectionRefOf(image);
  const startSegment = Number(image?.['startSegment']?.N);
  return ref && Number.isInteger(startSegment) ? { ...ref, startSegment } : undefined;
}

/** The collection whose payments may now be settled: the record is its own, or of a payment that was ahead of it. */
export function unappliedOf(image: Image | undefined): CollectionRef | undefined {
  const isPayment = image?.['sk']?.S?.startsWith(PAYMENT_PREFIX);
  if (!isPayment) return collectionRefOf(image);
  return image?.['event'] === undefined ? collectionRefOfKey(image?.['pk']?.S ?? '') : undefined;
}

/** The run that a change has set; undefined when it has set none. */
export function runOf({ NewImage, OldImage }: Change): RecordedRun | undefined {
  const ref = collectionRefOf(NewImage);
  const nextRunAt = NewImage?.['nextRunAt']?.S;
  const runNumber = NewImage?.['runNumber']?.N;
  if (ref === undefined || nextRunAt === undefined || runNumber === OldImage?.['runNumber']?.N) return undefined;
  return { collection: collectionId(ref), runNumber: Number(runNumber), nextRunAt: new Date(nextRunAt) };
}

/** Whether a change is the last from which a run could have followed: nothing comes back to the collection by itself. */
export const endsRuns = ({ NewImage, OldImage }: Change): boolean =>
  collectionRefOf(NewImage) !== undefined &&
  OldImage?.['nextRunAt'] !== undefined &&
  NewImage?.['nextRunAt'] === undefined;

const collectionRefOf = (image: Image | undefined) =>
  image?.['sk']?.S === COLLECTION_SORT_KEY ? collectionRefOfKey(image['pk']?.S ?? '') : undefined;
