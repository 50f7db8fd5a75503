/** Logs and counts what was booked, and what could not be paid, for the operators' metrics and alarms. */
import type { Booking } from '#lib/domain/payment/book-movement.ts';
import type { Log } from '#lib/log.ts';

export function logBookings(log: Log, collection: string, bookings: readonly Booking[]): void {
  for (const { entry, completion } of bookings) {
    const { provider, kind, event, standing, reason } = entry;
    const fields = { collection, provider, ...(standing && { standing }), ...(reason && { reason }) };
    const isExpected = event === 'payment.received' || kind === 'credit' || kind === 'moved';
    log.count(isExpected ? 'INFO' : 'WARN', kind === 'payment' ? event.replace('.', '_') : `payment_${kind}`, fields);
    if (completion) log.count('INFO', 'collection_completed', { collection });
  }
}

type FailedSession = { account: string; collection: string; provider?: string; method?: string; reason: string };

/** That nobody can pay at the provider is counted; that it declined this payer is not. */
export function logSessionFailed(log: Log, failed: FailedSession): void {
  if (failed.reason === 'declined') log.write('INFO', 'payment_session_refused', failed);
  else log.count('WARN', 'payment_session_failed', failed);
}
