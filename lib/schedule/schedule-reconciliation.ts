/** The two recurring schedules that reconcile the ledger with a payment provider's lists. */
import { createRecurringSchedule } from './create-schedule.ts';

/** Tests replace it. */
export const reconcileFunction = { arn: process.env['RECONCILE_FUNCTION_ARN'] ?? '' };

/** Resolves when the provider has both schedules, whether or not it had them before. */
export async function scheduleReconciliation(provider: string): Promise<void> {
  const target = reconcileFunction.arn;
  const hourly = { name: `${provider}-hourly`, every: '1 hour', input: { provider, window: 'hour' }, target };
  const daily = { name: `${provider}-daily`, every: '1 day', input: { provider, window: 'days' }, target };
  await Promise.all([createRecurringSchedule(hourly), createRecurringSchedule(daily)]);
}
