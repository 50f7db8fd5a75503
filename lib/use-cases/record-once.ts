/** Records a collection exactly once per reference and lists it, whoever died on the way, and tells repeats apart. */
import type { Account } from '#lib/domain/account.ts';
import { type CollectionRequest, collectionRefOf, impossibilities } from '#lib/domain/build-collection.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { type CreationRecord, judgeRepeat } from '#lib/domain/creation-record.ts';
import { duplicateReference, idempotencyConflict, validationFailed } from '#lib/domain/errors.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';

type Recorded = { collection: Collection; creation: CreationRecord };

export type RecordPorts = {
  /** Answers what has the reference already; undefined means recorded. */
  createCollection: (collection: Collection, creation: CreationRecord) => Promise<Recorded | undefined>;
  getRecorded: (ref: CollectionRef) => Promise<Recorded | undefined>;
  appendToList: (listing: CollectionRef & { startSegment: number }) => Promise<unknown>;
};

/** The collection that has the reference, and whether an earlier call of the same caller made it. */
export async function recordOnce(
  ports: RecordPorts,
  collection: Collection,
  creation: CreationRecord,
): Promise<{ collection: Collection; replayed: boolean }> {
  const taken = await ports.createCollection(collection, creation);
  // Whoever finds it recorded also sees to it that it is listed: its creator may have died in between.
  await ports.appendToList({ ...collection.ref, startSegment: (taken?.creation ?? creation).startSegment });
  if (taken === undefined) return { collection, replayed: false };
  switch (judgeRepeat(creation, taken.creation)) {
    case 'same_invocation':
      return { collection, replayed: false };
    case 'replay':
      return { collection: taken.collection, replayed: true };
    case 'key_conflict':
      throw idempotencyConflict();
    case 'duplicate':
      throw duplicateReference(collection.id);
  }
}

/** Refuses what the account cannot do, unless it could at the time and this is only the replay of that create. */
export async function refuseImpossible(
  ports: Pick<RecordPorts, 'getRecorded'>,
  request: CollectionRequest,
  { account, creation }: { account: Account; creation: CreationRecord },
): Promise<void> {
  const faults = impossibilities(request, account);
  if (faults.length === 0) return;
  const earlier = creation.idempotency && (await ports.getRecorded(collectionRefOf(account, request.reference)));
  if (!earlier || judgeRepeat(creation, earlier.creation) !== 'replay') throw validationFailed(faults);
}
