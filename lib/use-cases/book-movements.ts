/** Books what moved: each movement counts once, and enough money completes the collection, in any order of arrival. */

import { withChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { MAX_TRIES, waitAfter } from '#lib/domain/contention.ts';
import { concurrentChange } from '#lib/domain/errors.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { type Booking, bookMovement, keyOf, type Ledger, type Reported } from '#lib/domain/payment/book-movement.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

export type BookPorts = Pick<Service, 'clock' | 'random'> & Pick<Store, 'getLedger' | 'recordEntry' | 'keepForLater'>;

/** What to book in addition to what waits for the collection. `ledger`: if it was read before. */
export type Arrived = { ref: CollectionRef; reported: readonly Reported[]; ledger?: Ledger };

/** Answers what this call booked: nothing if all was booked before, or the collection does not exist yet. */
export async function bookMovements(ports: BookPorts, { ref, reported, ledger }: Arrived): Promise<Booking[]> {
  const booked: Booking[] = [];
  let known = ledger;
  for (let races = 0; races < MAX_TRIES; ) {
    known ??= await ports.getLedger(ref);
    const now = ports.clock.now();
    if (known.collection === undefined) {
      const recordedAt = now.toISOString();
      for (const each of reported) await ports.keepForLater(ref, { key: keyOf(each), reported: each, recordedAt });
      return booked;
    }
    const next = nextOf(known.collection, known, reported, now);
    if (next === undefined) return booked;
    const waiting = known.waiting.find(({ key }) => key === next.entry.key);
    if ((await ports.recordEntry(ref, next, waiting)) === 'recorded') {
      booked.push(next);
      known = withBooking(known.collection, known, next);
    } else {
      known = undefined;
      races += 1;
      await ports.clock.sleep(waitAfter(races, ports.random.fraction()));
    }
  }
  throw concurrentChange();
}

function nextOf(
  collection: Collection,
  { entries, waiting }: Ledger,
  arrived: readonly Reported[],
  now: Date,
): Booking | undefined {
  for (const reported of [...waiting.map((each) => each.reported), ...arrived]) {
    const booking = bookMovement(collection, entries, reported, now);
    if (booking !== undefined) return booking;
  }
  return undefined;
}

function withBooking(collection: Collection, { entries, waiting }: Ledger, booking: Booking): Ledger {
  const { entry, completion, updatedAt, received } = booking;
  const counted = { ...collection, entryCount: collection.entryCount + 1, received, updatedAt };
  return {
    collection: completion ? withChange(counted, completion) : counted,
    entries: [...entries, entry],
    waiting: waiting.filter(({ key }) => key !== entry.key),
  };
}
