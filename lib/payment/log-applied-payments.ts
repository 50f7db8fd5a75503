/** Logs and counts applied payments, for the operators' metrics and alarms. */
import type { AppliedPayment } from '#lib/domain/payment/apply-payment.ts';
import { logCounted } from '#lib/log.ts';

export function logAppliedPayments(collection: string, appliedPayments: readonly AppliedPayment[]): void {
  for (const { payment, standing, completion } of appliedPayments) {
    const { provider } = payment;
    if (standing === undefined) logCounted('WARN', 'payment_unexpected', { collection, provider });
    else logCounted('INFO', 'payment_received', { collection, provider, standing });
    if (completion) logCounted('INFO', 'collection_completed', { collection });
  }
}
