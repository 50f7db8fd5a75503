/** `payments export`: the money that the ledgers of an account have of some time, as CSV on standard output, in the order of the money. */
import { type Run, type Streams, write } from '#infra/cli/command.ts';
import type { PaymentResponse } from '#lib/contract/payment.ts';
import { toPaymentResponse } from '#lib/contract/show-payment.ts';
import { slugsOf } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { byHappening } from '#lib/domain/payment/entry-order.ts';
import { isOfMoney, type LedgerEntry } from '#lib/domain/payment/ledger-entry.ts';
import { getLedger } from '#lib/store/ledger/ledger.ts';
import { table } from '#lib/store/table/live-table.ts';
import { type Cell, csvOf } from '#lib/web/console/collections-csv.ts';
import { findAccount } from './accounts.ts';
import { IN_THE_FILE, pagesOf, readFilter } from './collections.ts';

type Booked = { entry: LedgerEntry; payment: PaymentResponse; collection: Collection };

const COLUMNS: Readonly<Record<string, (booked: Booked) => Cell>> = {
  paidAt: ({ payment }) => payment.paidAt,
  kind: ({ payment }) => payment.kind,
  amount: ({ payment }) => payment.amount.value,
  currency: ({ payment }) => payment.amount.currency,
  fee: ({ payment }) => payment.fee?.value ?? '',
  counts: ({ payment }) => String(payment.counts),
  standing: ({ payment }) => payment.standing ?? '',
  method: ({ payment }) => payment.method ?? '',
  provider: ({ payment }) => payment.provider ?? '',
  transaction: ({ payment }) => payment.transaction ?? '',
  recordedAt: ({ payment }) => payment.recordedAt,
  recordedBy: ({ payment }) => payment.recordedBy,
  note: ({ payment }) => payment.note ?? '',
  reference: ({ collection }) => collection.reference,
  firstName: ({ collection }) => collection.contact.firstName,
  lastName: ({ collection }) => collection.contact.lastName,
  collection: ({ collection }) => collection.id,
  id: ({ payment }) => payment.id,
};

const AT_ONCE = 10;

/** Money may be older than its collection, and much younger: every collection is looked at, and the ledger of each that has one is read. */
export const exportPaymentsTo =
  ({ file, progress }: Streams): Run =>
  async (values) => {
    const { createdFrom: from, createdTo: to } = readFilter(values);
    const owner = await findAccount(values);
    const slugs = slugsOf(owner);
    const booked: Booked[] = [];
    for await (const page of pagesOf({ owner, filter: readFilter({}) }, progress)) {
      const paid = page.filter(({ entryCount }) => entryCount > 0);
      for (let first = 0; first < paid.length; first += AT_ONCE) {
        const read = paid.slice(first, first + AT_ONCE).map((each) => bookedOf(each, slugs));
        const found = (await Promise.all(read)).flat();
        booked.push(
          ...found.filter(({ payment }) => isOfMoney(payment.kind) && isWithin(payment.paidAt, { from, to })),
        );
      }
    }
    const { head, lineOf } = csvOf(COLUMNS);
    const ordered = booked.toSorted(({ entry: one }, { entry: other }) => byHappening(one, other));
    await write(file, `${head}${ordered.map(lineOf).join('')}`);
    return IN_THE_FILE;
  };

async function bookedOf(collection: Collection, slugs: ReadonlyMap<string, string>): Promise<Booked[]> {
  const { entries } = await getLedger(table, collection.ref);
  return entries.map((entry) => ({ entry, payment: toPaymentResponse(collection.id, entry, slugs), collection }));
}

export const exportPayments: Run = (values) =>
  exportPaymentsTo({ file: process.stdout, progress: process.stderr })(values);

const isWithin = (at: string, { from, to }: { from: string | undefined; to: string | undefined }): boolean =>
  (from === undefined || at >= from) && (to === undefined || at < to);
