/** Builds the response of a reminder as it would be sent now: its slot in the plan that it would lead to. */
import { recipientOf } from '#lib/domain/contact.ts';
import type { ReminderPreviewResponse } from './reminder-preview.ts';
import { toRevisedPlanResponse } from './show-follow-up-plan.ts';

type Revised = Parameters<typeof toRevisedPlanResponse>[0];

/** Expects a collection whose next slot is the reminder. */
export function toReminderPreview(
  { collection, setting }: Revised,
  shown: Parameters<typeof toRevisedPlanResponse>[1],
): ReminderPreviewResponse {
  const { slots } = toRevisedPlanResponse({ collection, setting }, shown);
  const reminder = slots.find(({ slot }) => slot === collection.nextSlot);
  if (reminder === undefined) throw new RangeError('a preview without a reminder');
  const { channel, tone, text, dueAt, deferredUntil = dueAt } = reminder;
  return { channel, tone, to: recipientOf(collection.contact, setting.phone, channel), text, dueAt: deferredUntil };
}
