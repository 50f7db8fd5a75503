/** A collection's whole story, in one request: itself, what became of its follow-ups, and what was paid. */
import type { Collection } from '#lib/domain/collection.ts';
import type { OwnedId } from '#lib/domain/ids.ts';
import { getPartition, type Partition } from './partition.ts';

export type Story = Omit<Partition, 'receipt'> & { collection: Collection };

/** Reads it strongly. */
export async function getStory(place: OwnedId): Promise<Story | undefined> {
  const { collection, receipt: _unused, ...rest } = await getPartition(place);
  return collection && { collection, ...rest };
}
