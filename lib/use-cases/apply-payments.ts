/** Applies payments: each counts once, and enough money completes the collection, in whatever order the payments come. */
import { withChange } from '#lib/domain/change-status.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { type AppliedPayment, applyPayment, type Ledger } from '#lib/domain/payment/apply-payment.ts';
import { isSamePayment, type Payment } from '#lib/domain/payment/payment.ts';
import type { Clock, Random } from './ports.ts';

export type ApplyPorts = {
  clock: Clock;
  random: Pick<Random, 'fraction'>;
  getLedger: (ref: CollectionRef) => Promise<Ledger>;
  /** Writes a payment and its effect together, if the ledger still is as it was read. */
  recordPayment: (ref: CollectionRef, appliedPayment: AppliedPayment) => Promise<'recorded' | 'lost'>;
  /** Keeps a payment that is ahead of its collection. */
  keepForLater: (ref: CollectionRef, payment: Payment) => Promise<void>;
};

/** Payments to apply, beside those that have waited for their collection; `ledger` where it has been read already. */
export type Arrived = { ref: CollectionRef; payments: readonly Payment[]; ledger?: Ledger };

/** Many payments of one collection may arrive at once, and only one at a time is applied. */
const MAX_RACES = 12;
const BACK_OFF_MS = 25;

/** Answers what it has applied; nothing where all was applied before, or the collection is not there yet. */
export async function applyPayments(ports: ApplyPorts, { ref, payments, ledger }: Arrived): Promise<AppliedPayment[]> {
  const applied: AppliedPayment[] = [];
  let known = ledger;
  for (let races = 0; races < MAX_RACES; ) {
    known ??= await ports.getLedger(ref);
    if (known.collection === undefined) {
      for (const payment of payments) await ports.keepForLater(ref, payment);
      return applied;
    }
    const next = nextOf(known.collection, known.payments, payments, ports.clock.now());
    if (next === undefined) return applied;
    if ((await ports.recordPayment(ref, next)) === 'recorded') {
      applied.push(next);
      known = withAppliedPayment(known.collection, known.payments, next);
    } else {
      known = undefined;
      races += 1;
      await ports.clock.sleep(BACK_OFF_MS * races * ports.random.fraction());
    }
  }
  throw serviceUnavailable();
}

function nextOf(
  collection: Collection,
  recorded: readonly Payment[],
  arrived: readonly Payment[],
  now: Date,
): AppliedPayment | undefined {
  const waiting = recorded.filter(({ event }) => event === undefined);
  for (const payment of [...waiting, ...arrived]) {
    const appliedPayment = applyPayment(collection, recorded, payment, now);
    if (appliedPayment !== undefined) return appliedPayment;
  }
  return undefined;
}

/** The ledger as it is once the applied payment is written. */
function withAppliedPayment(
  collection: Collection,
  payments: readonly Payment[],
  appliedPayment: AppliedPayment,
): Ledger {
  const { payment, completion, updatedAt } = appliedPayment;
  const counted = { ...collection, payments: collection.payments + 1, updatedAt };
  const others = payments.filter((other) => !isSamePayment(other, payment));
  return { collection: completion ? withChange(counted, completion) : counted, payments: [...others, payment] };
}
