/** The tour through what functions do rarely, or not at all in the other worlds. */
import type { Recording } from '#test/permissions/record.ts';
import { accountSteps, consoleSteps, insightsSteps, webhookSteps } from './account-steps.ts';
import { collectionSteps, customerSteps, erasureSteps } from './collection-steps.ts';
import { messageSteps } from './message-steps.ts';
import { openTour } from './open-tour.ts';
import { paymentSteps } from './payment-steps.ts';

export async function makeTour(recording: Recording): Promise<void> {
  const tour = await openTour(recording);
  await accountSteps(tour);
  await collectionSteps(tour);
  await consoleSteps(tour);
  await webhookSteps(tour);
  await paymentSteps(tour);
  await customerSteps(tour);
  await insightsSteps(tour);
  await messageSteps(tour);
  await erasureSteps(tour);
}
