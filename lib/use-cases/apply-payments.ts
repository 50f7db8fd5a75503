/** Applies payments: each counts once, and enough money completes the collection, in any order of arrival. */
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
  /** Writes a payment and its effect together, if the ledger has not changed since it was read. */
  recordPayment: (ref: CollectionRef, appliedPayment: AppliedPayment) => Promise<'recorded' | 'lost'>;
  keepForLater: (ref: CollectionRef, payment: Payment) => Promise<void>;
};

/** Payments to apply in addition to those that wait for their collection. `ledger`: if it was read before. */
export type Arrived = { ref: CollectionRef; payments: readonly Payment[]; ledger?: Ledger };

/** Only one payment of a collection is applied at a time, and several may arrive at once. */
const MAX_RACES = 12;
const BACK_OFF_MS = 25;

/** Answers what this call applied: nothing if all was applied before, or the collection does not exist yet. */
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
