/** Counts what payments came to, for the operators' metrics and alarms. */
import type { Settlement } from '#lib/domain/payment/settle.ts';
import { logCounted } from '#lib/log.ts';

export function logSettled(collection: string, settlements: readonly Settlement[]): void {
  for (const { payment, standing, completion } of settlements) {
    const { provider } = payment;
    if (standing === undefined) logCounted('WARN', 'payment_unexpected', { collection, provider });
    else logCounted('INFO', 'payment_received', { collection, provider, standing });
    if (completion) logCounted('INFO', 'collection_completed', { collection });
  }
}
