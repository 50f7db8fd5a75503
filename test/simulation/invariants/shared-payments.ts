/** Payments for several debts of a person: the parts of each add up to it, and what went back of it is taken from them. */
import type { Collection } from '#lib/domain/collection.ts';
import { numbered, providerReference } from '#lib/domain/payment/session.ts';
import { type Payment, refOfReference } from '#test/simulation/world/sandbox.ts';
import type { World } from '#test/simulation/world/world.ts';
import { type LedgerRow, ledgerRows, sumOf } from './ledger-rows.ts';

/** The hashes of the collections that share what is paid under a reference. */
export type Sharing = ReadonlyMap<string, readonly string[]>;

export const sharingOf = (collections: readonly Collection[]): Sharing =>
  new Map(
    collections.flatMap(({ ref, sessions }) =>
      numbered(sessions).flatMap(({ method, number, shares }): [string, readonly string[]][] =>
        shares === undefined ? [] : [[providerReference(ref, method, number), shares]],
      ),
    ),
  );

export function sharedFaults(world: World, sharing: Sharing): string[] {
  return world.sandbox.payments.flatMap((payment) => {
    const sharers = sharing.get(payment.reference);
    // What another account's provider confirms under it is no payment of these.
    const isOwn = refOfReference(payment.reference)?.account === payment.by.account.id;
    if (sharers === undefined || !isOwn) return [];
    world.note('payment for several');
    const rows = sharers.flatMap((hash) => ledgerRows(world, { account: payment.by.account.id, hash }));
    return faultsOf(
      payment,
      rows.filter(({ transaction }) => transaction === payment.transaction),
    );
  });
}

function faultsOf({ transaction, amount, by, refunds, disputes }: Payment, rows: readonly LedgerRow[]): string[] {
  const parts = rows.filter(({ movement }) => movement === 'payment');
  if (parts.length === 0) return [`${transaction}, for several, is lost`];
  if (parts.some(({ provider, amount: part }) => provider !== by.sandboxId || part.currency !== amount.currency))
    return [`${transaction}, for several, is not what it was`];
  const paid = parts.reduce((sum, part) => sum + part.amount.minor, 0);
  if (paid !== amount.minor) return [`${transaction}: its parts come to ${paid}, and not to ${amount.minor}`];
  if (parts.some(({ counts }) => !counts)) return [];
  const back = [
    ...refunds.filter(({ status }) => status === 'done'),
    ...disputes.filter(({ status }) => status === 'lost'),
  ];
  const left = amount.minor - back.reduce((sum, each) => sum + each.amount.minor, 0);
  return sumOf(rows) === left ? [] : [`${transaction}: ${sumOf(rows)} of it count, and ${left} are left of it`];
}
