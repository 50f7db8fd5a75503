/** Records a collection exactly once per reference and lists it, whoever died on the way, and tells repeats apart. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { duplicateReference, idempotencyConflict, validationFailed } from '#lib/domain/errors.ts';
import type { OwnedId } from '#lib/domain/ids.ts';
import { judgeRepeat, type Receipt } from '#lib/domain/receipt.ts';
import { type CollectionRequest, impossibilities, placeOf } from '#lib/domain/record-collection.ts';

type Recorded = { collection: Collection; receipt: Receipt };

export type RecordPorts = {
  /** Answers what has the reference already; undefined means recorded. */
  createCollection: (collection: Collection, receipt: Receipt) => Promise<Recorded | undefined>;
  getRecorded: (place: OwnedId) => Promise<Recorded | undefined>;
  appendToList: (listing: OwnedId & { startLeaf: number }) => Promise<unknown>;
};

/** The collection that has the reference, and whether an earlier call of the same caller made it. */
export async function recordOnce(
  ports: RecordPorts,
  collection: Collection,
  receipt: Receipt,
): Promise<{ collection: Collection; replayed: boolean }> {
  const taken = await ports.createCollection(collection, receipt);
  // Whoever finds it recorded also sees to it that it is listed: its creator may have died in between.
  await ports.appendToList({ ...collection.place, startLeaf: (taken?.receipt ?? receipt).startLeaf });
  if (taken === undefined) return { collection, replayed: false };
  switch (judgeRepeat(receipt, taken.receipt)) {
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
  { account, receipt }: { account: Account; receipt: Receipt },
): Promise<void> {
  const faults = impossibilities(request, account);
  if (faults.length === 0) return;
  const earlier = receipt.idempotency && (await ports.getRecorded(placeOf(account, request.reference)));
  if (!earlier || judgeRepeat(receipt, earlier.receipt) !== 'replay') throw validationFailed(faults);
}
