/** A collection's whole history, in one request: itself, what became of its follow-ups, and what was paid. */
import type { Collection } from '#lib/domain/collection.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { getPartition, type Partition } from './partition.ts';

export type CollectionHistory = Omit<Partition, 'creation'> & { collection: Collection };

/** Reads it strongly. */
export async function getHistory(ref: CollectionRef): Promise<CollectionHistory | undefined> {
  const { collection, creation: _unused, ...rest } = await getPartition(ref);
  return collection && { collection, ...rest };
}
