/** The ledger of a collection as a world has stored it. */
import type { CollectionRef } from '#lib/domain/ids.ts';
import type { LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { collectionKey, PAYMENT_PREFIX } from '#lib/store/collection/keys.ts';
import type { World } from '#test/simulation/world/world.ts';

export type LedgerRow = LedgerEntry & { pk: string; sk: string };

export const ledgerRows = ({ table }: World, { account, hash }: CollectionRef): LedgerRow[] =>
  table.items
    .partition(collectionKey(account, hash).pk)
    .filter(({ sk }) => String(sk).startsWith(PAYMENT_PREFIX)) as unknown as LedgerRow[];

export const sumOf = (rows: readonly LedgerRow[]): number =>
  rows.filter(({ counts }) => counts).reduce((sum, { credited }) => sum + credited, 0);
