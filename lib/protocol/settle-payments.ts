/** Settles payments: each counts once, and what is enough completes its collection, in whatever order they come. */
import { withChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import type { OwnedId } from '#lib/domain/ids.ts';
import { isSamePayment, type Payment } from '#lib/domain/payment/payment.ts';
import { type Ledger, type Settlement, settle } from '#lib/domain/payment/settle.ts';

export type SettlePorts = {
  now: () => Date;
  sleep: (milliseconds: number) => Promise<void>;
  /** A number in [0, 1), for jitter. */
  fraction: () => number;
  getLedger: (place: OwnedId) => Promise<Ledger>;
  /** Writes a payment and its effect together, if the ledger still is as it was read. */
  recordPayment: (place: OwnedId, settlement: Settlement) => Promise<'recorded' | 'lost'>;
  /** Keeps a payment that is ahead of its collection. */
  keepForLater: (place: OwnedId, payment: Payment) => Promise<void>;
};

/** Payments to settle, beside those that have waited for their collection; `ledger` where it has been read already. */
export type Arrived = { place: OwnedId; payments: readonly Payment[]; ledger?: Ledger };

/** Many payments of one collection may arrive at once, and only one at a time is settled. */
const MOST_RACES = 12;
const BACK_OFF_MS = 25;

/** Answers what it has settled; nothing where all was settled before, or the collection is not there yet. */
export async function settlePayments(ports: SettlePorts, { place, payments, ledger }: Arrived): Promise<Settlement[]> {
  const settled: Settlement[] = [];
  let known = ledger;
  for (let races = 0; races < MOST_RACES; ) {
    known ??= await ports.getLedger(place);
    if (known.collection === undefined) {
      for (const payment of payments) await ports.keepForLater(place, payment);
      return settled;
    }
    const next = nextOf(known.collection, known.payments, payments, ports.now());
    if (next === undefined) return settled;
    if ((await ports.recordPayment(place, next)) === 'recorded') {
      settled.push(next);
      known = withSettlement(known.collection, known.payments, next);
    } else {
      known = undefined;
      races += 1;
      await ports.sleep(BACK_OFF_MS * races * ports.fraction());
    }
  }
  throw serviceUnavailable();
}

function nextOf(
  collection: Collection,
  recorded: readonly Payment[],
  arrived: readonly Payment[],
  now: Date,
): Settlement | undefined {
  const waiting = recorded.filter(({ event }) => event === undefined);
  for (const payment of [...waiting, ...arrived]) {
    const settlement = settle(collection, recorded, payment, now);
    if (settlement !== undefined) return settlement;
  }
  return undefined;
}

/** The ledger as it is once the settlement is written. */
function withSettlement(collection: Collection, payments: readonly Payment[], settlement: Settlement): Ledger {
  const { payment, completion, updatedAt } = settlement;
  const counted = { ...collection, payments: collection.payments + 1, updatedAt };
  const others = payments.filter((other) => !isSamePayment(other, payment));
  return { collection: completion ? withChange(counted, completion) : counted, payments: [...others, payment] };
}
