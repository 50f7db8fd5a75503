/** Books what moved: each movement counts once, and enough money completes the collection, in any order of arrival; the person's past learns of it. */
import type { Account } from '#lib/domain/account.ts';
import { withChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { personRefOf, phoneOf } from '#lib/domain/contact.ts';
import { concurrentChange, MAX_TRIES, waitAfter } from '#lib/domain/errors.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import {
  type Booking,
  bookMovement,
  keyOf,
  type Ledger,
  type ReportedMovement,
} from '#lib/domain/payment/book-movement.ts';
import {
  bookShared,
  movedTo,
  type SharedBooking,
  type SharedLedger,
  sharersOf,
} from '#lib/domain/payment/share-movement.ts';
import { paymentOf } from '#lib/domain/person/history.ts';
import { withPayment } from '#lib/domain/person/person.ts';
import type { Service } from '#lib/service.ts';
import type { Store } from '#lib/store/store.ts';

export type BookPorts = Pick<Service, 'clock' | 'random'> & Pick<Store, 'getLedger' | 'recordEntry' | 'keepForLater'>;

/** What to book in addition to what waits for the collection. `ledger`: if it was read before. */
type MovementReport = { ref: CollectionRef; reported: readonly ReportedMovement[]; ledger?: Ledger };

/** Answers what this call booked: nothing if all was booked before, or the collection does not exist yet. */
export async function bookMovements(ports: BookPorts, { ref, reported, ledger }: MovementReport): Promise<Booking[]> {
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
    const [next, ...others] = await nextOf(ports, { ...known, collection: known.collection }, reported, now);
    if (next === undefined) return booked;
    const { booking } = next;
    const waiting = known.waiting.find(({ key }) => key === booking.entry.key);
    if ((await ports.recordEntry(next.ref, booking, waiting, others)) === 'recorded') {
      booked.push(booking, ...others.map((each) => each.booking));
      const own = [next, ...others].find((each) => each.ref.hash === ref.hash);
      known = own && others.length === 0 ? withBooking(known.collection, known, own.booking) : undefined;
    } else {
      known = undefined;
      races += 1;
      await ports.clock.sleep(waitAfter(races, ports.random.fraction()));
    }
  }
  throw concurrentChange();
}

/** Of a movement that several collections share, the parts of all of them: they are recorded together. */
async function nextOf(
  ports: BookPorts,
  { collection, entries, waiting }: Ledger & { collection: Collection },
  arrived: readonly ReportedMovement[],
  now: Date,
): Promise<SharedBooking[]> {
  for (const reported of [...waiting.map((each) => each.reported), ...arrived]) {
    const sharers = sharersOf(collection, reported) ?? [collection.ref.hash];
    const ledgers = await ledgersOf(ports, { collection, entries }, sharers, reported);
    if (ledgers.length > 1 || sharers.length > 1) {
      const parts = bookShared(ledgers, reported, now);
      if (parts.length > 0) return parts;
      continue;
    }
    const booking = bookMovement(collection, entries, reported, now);
    if (booking !== undefined) return [{ ref: collection.ref, booking }];
  }
  return [];
}

/** Of those that share a movement, and of those to which money of it was moved, wherever it was moved from there. */
async function ledgersOf(
  ports: BookPorts,
  own: SharedLedger,
  sharers: readonly string[],
  reported: ReportedMovement,
): Promise<SharedLedger[]> {
  const known = new Map<string, SharedLedger>([[own.collection.ref.hash, own]]);
  const order = [...sharers];
  for (let asked = 0; asked < order.length; ) {
    const missing = order.slice(asked).filter((hash) => !known.has(hash));
    asked = order.length;
    const read = await Promise.all(missing.map((hash) => ports.getLedger({ ...own.collection.ref, hash })));
    for (const { collection, entries } of read)
      if (collection !== undefined) known.set(collection.ref.hash, { collection, entries });
    const moved = order.flatMap((hash) => movedTo(known.get(hash)?.entries ?? [], reported));
    const hashes = moved.flatMap((id) => parseCollectionId(id)?.hash ?? []);
    order.push(...new Set(hashes.filter((hash) => !order.includes(hash))));
  }
  return order.flatMap((hash) => known.get(hash) ?? []);
}

function withBooking(collection: Collection, { entries, waiting }: Ledger, booking: Booking): Ledger {
  const { entry, completion, owedAgain, updatedAt, received, credits } = booking;
  const balance = { received, ...(credits !== undefined && { credits }) };
  const counted = { ...collection, entryCount: collection.entryCount + 1, ...balance, updatedAt };
  return {
    collection: owedAgain ?? (completion ? withChange(counted, completion) : counted),
    entries: [...entries, entry],
    waiting: waiting.filter(({ key }) => key !== entry.key),
  };
}

export type RememberPorts = Pick<Store, 'changePerson'>;

/** Remembers with the person what was paid: the next strategy learns from it. The money counts whether this succeeds or not. */
export async function rememberPayments(
  ports: RememberPorts,
  { collection, attempts = [], account }: Pick<Ledger, 'collection' | 'attempts'> & { account: Account },
  bookings: readonly Booking[],
): Promise<void> {
  if (collection === undefined || collection.erasedAt !== undefined) return;
  for (const booking of bookings) {
    const payment = paymentOf(collection, attempts, booking);
    if (payment === undefined) continue;
    const { contact } = collection;
    const ref = personRefOf(account.id, contact, phoneOf(contact, account));
    await ports.changePerson(ref, (person) => withPayment(person, payment));
  }
}
