/** Settles payments one after another, each written before the next. */
import type { Collection } from '#lib/domain/collection.ts';
import type { Payment } from '#lib/domain/payment/payment.ts';
import { type Settlement, settle } from '#lib/domain/payment/settle.ts';
import { type Books, ledgerOf, recordPayment } from '#test/support/memory-ledger.ts';

export function settleAll(collection: Collection, arriving: readonly Payment[], now: Date) {
  const books: Books & { row: Collection } = { row: collection, payments: new Map() };
  const settlements: Settlement[] = [];
  for (const payment of arriving) {
    const settlement = settle(books.row, ledgerOf(books).payments, payment, now);
    if (settlement === undefined) continue;
    if (recordPayment(books, settlement) === 'lost') throw new Error('nobody else writes');
    settlements.push(settlement);
  }
  return { row: books.row, payments: ledgerOf(books).payments, settlements };
}
