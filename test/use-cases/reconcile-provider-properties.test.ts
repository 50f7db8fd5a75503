/** Whatever webhooks are lost and whatever runs fail: after the next whole run the ledger is complete. */
import * as fc from 'fast-check';
import { it } from 'vitest';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { bookMovement } from '#lib/domain/payment/book-movement.ts';
import { isBookable, type Movement } from '#lib/domain/payment/movement.ts';
import { reconcileProvider } from '#lib/use-cases/reconcile-provider.ts';
import { minutesLater } from '#test/support/a-collection.ts';
import {
  account,
  aMovement,
  aReconciledCollection,
  Ledgers,
  reconcileWorld,
  sessionOf,
  target,
} from './reconciling.ts';

const COLLECTIONS = ['INV-1', 'INV-2', 'INV-3'].map((reference) => aReconciledCollection(reference));

type Sale = {
  of: number;
  own: boolean;
  minor: number;
  refunded: number;
  disputed: number;
  lost: boolean[];
  minute: number;
};

const sale = fc.record<Sale>({
  /** The fourth is none of our collections. */
  of: fc.nat(3),
  own: fc.boolean(),
  minor: fc.integer({ min: 1, max: 6_000_000 }),
  refunded: fc.nat(6_000_000),
  disputed: fc.nat(6_000_000),
  /** Whether the webhook of the payment, of the refund and of the dispute is lost. */
  lost: fc.array(fc.boolean(), { minLength: 3, maxLength: 3 }),
  minute: fc.nat(60),
});

function movementsOf({ of, own, minor, refunded, disputed, minute }: Sale, index: number): (Movement | undefined)[] {
  const collection = COLLECTIONS[of];
  const references =
    collection === undefined ? [`ORDER-${index}`] : [own ? collection.reference : sessionOf(collection)];
  const movement = (kind: Movement['kind'], object: string, value: number, late: number): Movement => {
    const at = minutesLater(minute + late).toISOString();
    return aMovement(`t-${index}`, references, { kind, object, at, amount: { minor: value, currency: 'NGN' } });
  };
  const back = Math.min(refunded, minor);
  const taken = Math.min(disputed, minor - back);
  return [
    movement('payment', `t-${index}`, minor, 0),
    back > 0 ? movement('refund', `r-${index}`, back, 10) : undefined,
    taken > 0 ? movement('dispute_lost', `d-${index}`, taken, 20) : undefined,
  ];
}

/** The truth of the provider: what it has paid in, less what it has given back. */
const truthOf = (sales: readonly Sale[], of: number): number =>
  sales
    .map((each, index) => ({ each, movements: movementsOf(each, index) }))
    .filter(({ each }) => each.of === of)
    .flatMap(({ movements }) => movements)
    .reduce((sum, each) => sum + (each === undefined ? 0 : (each.kind === 'payment' ? 1 : -1) * each.amount.minor), 0);

/** As a webhook that arrives is booked. */
function arrive(ledgers: Ledgers, ref: CollectionRef, movement: Movement): void {
  const { collection, entries } = ledgers.read(ref);
  if (collection === undefined || !isBookable(movement)) return;
  const booking = bookMovement(collection, entries, { ...movement, provider: target.id }, minutesLater(90));
  if (booking) ledgers.record(ref, booking);
}

it('whatever webhooks are lost and whatever runs fail, the next whole run makes the ledger complete', async () => {
  const runs = fc.array(fc.record({ failsAt: fc.integer({ min: 1, max: 6 }), breaksAt: fc.nat(8) }), { maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(
      fc.array(sale, { maxLength: 8, size: 'max' }),
      runs,
      fc.integer({ min: 1, max: 4 }),
      async (sales, failed, pageSize) => {
        const ledgers = new Ledgers(COLLECTIONS);
        const all = sales.map((each, index) => ({ each, movements: movementsOf(each, index) }));
        for (const { each, movements } of all) {
          const ref = COLLECTIONS[each.of]?.ref;
          movements.forEach((movement, kind) => {
            if (movement && ref && !each.lost[kind]) arrive(ledgers, ref, movement);
          });
        }
        const listed = all.flatMap(({ movements }) => movements.flatMap((movement) => movement ?? []));
        const now = minutesLater(120);
        for (const { failsAt, breaksAt } of failed) {
          const { ports } = reconcileWorld(listed, {
            ledgers,
            now,
            pageSize,
            fails: (call) => (call >= failsAt ? 'busy' : undefined),
          });
          let writes = 0;
          const recordEntry: typeof ports.recordEntry = async (ref, booking) => {
            writes += 1;
            if (writes > breaksAt) throw new Error('no answer');
            return ledgers.record(ref, booking);
          };
          await reconcileProvider({ ...ports, recordEntry }, { account, target, window: 'days' });
        }
        await reconcileProvider(reconcileWorld(listed, { ledgers, now, pageSize }).ports, {
          account,
          target,
          window: 'days',
        });
        COLLECTIONS.forEach(({ ref }, of) => {
          const { collection, entries } = ledgers.read(ref);
          const sum = entries.reduce((total, { credited }) => total + credited, 0);
          if (collection?.received !== truthOf(sales, of)) throw new Error(`received ${collection?.received}`);
          if (sum !== collection.received) throw new Error(`the entries sum up to ${sum}`);
        });
      },
    ),
  );
});
