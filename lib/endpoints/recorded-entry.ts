/** What the functions share by which a merchant records an entry of a ledger: their answer, which says whether it was recorded before. */
import { toPaymentResponse } from '#lib/contract/show-payment.ts';
import type { Log } from '#lib/log.ts';
import { logBookings } from '#lib/payment/log-payments.ts';
import type { Recorded } from '#lib/use-cases/record-payment.ts';

const NO_PROVIDERS: ReadonlyMap<string, string> = new Map();

/** `slugs`: of the account's providers, where the entry may be of one. */
export function showRecorded(log: Log, collection: string, { entry, booking }: Recorded, slugs = NO_PROVIDERS) {
  if (booking) logBookings(log, collection, [booking]);
  const data = toPaymentResponse(collection, entry, slugs);
  return { data, ...(!booking && { headers: { 'idempotent-replayed': 'true' } }) };
}
