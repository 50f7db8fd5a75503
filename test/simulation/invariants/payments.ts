/** Invariant 5: each payment of the provider counts once, enough payments complete, and no confirmed payment is lost. */
import type { Collection } from '#lib/domain/collection.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { fromItem } from '#lib/store/collection-item.ts';
import { COLLECTION_SORT_KEY, collectionKey, PAYMENT_PREFIX } from '#lib/store/keys.ts';
import { type Booked, refOfReference } from '#test/simulation/world/sandbox.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Invariant } from './invariant.ts';
import { storedCollections, storedItem } from './stored.ts';

type Row = Payment & { pk: string; sk: string };

const rowsOf = ({ table }: World, pk: string): Row[] =>
  table.items.partition(pk).filter(({ sk }) => String(sk).startsWith(PAYMENT_PREFIX)) as unknown as Row[];

const received = ({ amount }: Collection, rows: readonly Row[]): number =>
  rows
    .filter(({ event, amount: { currency } }) => event === 'payment.received' && currency === amount.currency)
    .reduce((sum, row) => sum + row.amount.minor, 0);

export const paymentsKept: Invariant = {
  number: 5,
  name: 'the sum of distinct payments, and the status that follows from it',
  watch: (world, violate) => ({
    changed({ key: { pk, sk }, before, after }) {
      if (sk.startsWith(PAYMENT_PREFIX)) {
        if (after === undefined || (before && before['event'] !== undefined))
          violate(`${pk}: a payment was touched again`);
        return;
      }
      if (sk !== COLLECTION_SORT_KEY || before?.['status'] === undefined || after?.['status'] !== 'completed') return;
      if (before['status'] === 'completed' || world.asker?.functionName === 'update-collection-status') return;
      const { collection } = fromItem(after as never);
      if (received(collection, rowsOf(world, pk)) < collection.amount.minor) violate(`${pk}: completed by too little`);
    },
    ended() {
      const report = (found: readonly string[]) => {
        for (const what of found) violate(what);
      };
      const booked = new Map(world.sandbox.booked.map((payment) => [payment.transaction, payment]));
      for (const payment of booked.values()) report(violations(world, payment));
      for (const collection of storedCollections(world)) report(sumViolations(world, collection, booked));
    },
  }),
};

/** Returns the faults in how a payment of the provider was recorded. */
function violations(world: World, { transaction, reference, amount, by }: Booked): string[] {
  const ref = refOfReference(reference);
  const pk = ref && collectionKey(ref.account, ref.hash).pk;
  if (pk === undefined || storedItem(world, pk) === undefined || ref?.account !== by.account.id) return [];
  const rows = rowsOf(world, pk).filter((row) => row.transaction === transaction);
  const [row] = rows;
  if (row?.event === undefined) return [`${pk}: ${transaction} is lost`];
  const isSame = row.amount.minor === amount.minor && row.amount.currency === amount.currency;
  return rows.length === 1 && isSame && row.provider === by.sandboxId
    ? []
    : [`${pk}: ${transaction} is not what it was`];
}

function sumViolations(world: World, collection: Collection, booked: ReadonlyMap<string, Booked>): string[] {
  const { id, ref, payments, status, amount } = collection;
  const rows = rowsOf(world, collectionKey(ref.account, ref.hash).pk);
  const counted = rows.filter(({ event }) => event !== undefined);
  const found: string[] = [];
  if (counted.length !== payments) found.push(`${id}: ${payments} payments counted, ${counted.length} on record`);
  for (const { transaction, event, amount: paid } of rows) {
    if (!booked.has(transaction)) found.push(`${id}: ${transaction} was never made`);
    if (event === 'payment.received' && paid.currency !== amount.currency) found.push(`${id}: ${transaction} counts`);
  }
  if (received(collection, rows) >= amount.minor && status !== 'completed') found.push(`${id}: paid, and ${status}`);
  return found;
}
