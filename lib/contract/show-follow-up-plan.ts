/** Builds the response of a follow-up plan, with the attempts of its slots. */
import { type Attempt, attemptAt, endedWith } from '#lib/domain/attempt.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import type { ExplainedPlan, ExplainedSlot } from '#lib/domain/follow-up/explain.ts';
import type { Removal } from '#lib/domain/follow-up/place-slots.ts';
import { type MessageSetting, slotMessage } from '#lib/domain/follow-up/slot-message.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { FollowUpPlanResponse } from './follow-up-plan.ts';

type Shown = { collection: Collection; plan: ExplainedPlan; attempts: readonly Attempt[] };
type Setting = Omit<MessageSetting, 'hours'> & { now: Date };
type SlotResponse = FollowUpPlanResponse['slots'][number];

export function toFollowUpPlanResponse({ collection, plan, attempts }: Shown, setting: Setting): FollowUpPlanResponse {
  const { enabled, strategyVersion, reasons, removed, slots, hours } = plan;
  const seen = asSeenAt(collection, setting.now);
  const rows = new Map(
    attempts.map((attempt) => [
      attempt.slot,
      endedWith(attemptAt(attempt, setting.now), { ...seen, isPayable: isPayable(seen.status) }),
    ]),
  );
  const show = (slot: ExplainedSlot): SlotResponse => {
    const attempt = rows.get(slot.slot);
    const { channel, dueAt, tone, reason } = { ...slot, ...claimedAs(attempt) };
    const { text } = slotMessage(seen, { channel, tone }, { ...setting, hours });
    return { slot: slot.slot, dueAt, channel, tone, text, reason, ...fateOf(attempt, seen) };
  };
  return { enabled, strategyVersion, reasons: [...reasons], removed: removed.map(showRemoval), slots: slots.map(show) };
}

const showRemoval = ({ dueAt, reason }: Removal) => ({ dueAt: new Date(dueAt).toISOString(), reason });

/** A slot that was claimed is shown as it was claimed. */
const claimedAs = ({ channel, dueAt, tone }: Partial<Attempt> = {}) => ({
  ...(channel && { channel }),
  ...(dueAt && { dueAt }),
  ...(tone && { tone }),
});

/** A slot without an attempt is still to come, unless the collection has ended before it. */
function fateOf(
  attempt: Attempt | undefined,
  { status }: Collection,
): Pick<SlotResponse, 'status' | 'channelsTried' | 'sentAt' | 'retryAt' | 'skipReason'> {
  if (attempt === undefined) {
    return isPayable(status)
      ? { status: 'planned', channelsTried: [] }
      : { status: 'skipped', channelsTried: [], skipReason: status };
  }
  const { at, reason, retryAt } = attempt;
  return {
    status: shownStatus(attempt),
    channelsTried: [...attempt.channelsTried],
    ...(at.sent !== undefined && { sentAt: at.sent }),
    ...(attempt.status === 'deferred' && retryAt !== undefined && { retryAt }),
    ...(attempt.status === 'skipped' && reason !== undefined && { skipReason: reason }),
  };
}

/** A deferred slot is still to come; but what has failed is shown as failed until another channel has taken it. */
function shownStatus({ status, at }: Attempt): SlotResponse['status'] {
  if (status !== 'deferred') return status;
  return at.failed === undefined ? 'planned' : 'failed';
}
