/** Builds the response of a follow-up plan, with the attempts of its slots. */
import { isRejectionUntold } from '#lib/domain/answers.ts';
import { type Attempt, attemptAt, endedWith } from '#lib/domain/attempt.ts';
import type { Rendered } from '#lib/domain/channels/renderers.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { recipientOf } from '#lib/domain/contact.ts';
import { type ExplainedPlan, type ExplainedSlot, explainPlanSoFar } from '#lib/domain/follow-up/explain.ts';
import { HOURS_DEFERRED, type Pause, pauseAt, pauseWith, type StoredPromise } from '#lib/domain/follow-up/follow-up.ts';
import { type Forecast, forecastsOf } from '#lib/domain/follow-up/forecast-slots.ts';
import type { Removal } from '#lib/domain/follow-up/place-slots.ts';
import type { PlanSetting } from '#lib/domain/follow-up/plan.ts';
import { CONTACT_DEFERRED, CONTACT_SKIPPED } from '#lib/domain/follow-up/reasons.ts';
import { type MessageSetting, slotMessage } from '#lib/domain/follow-up/slot-message.ts';
import { collectionId } from '#lib/domain/ids.ts';
import { maskOptOutTokens } from '#lib/domain/links.ts';
import { isTestMessage } from '#lib/domain/message/outgoing.ts';
import type { Person } from '#lib/domain/person/person.ts';
import { rulesOf } from '#lib/domain/person/policy.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import type { FollowUpPlanResponse } from './follow-up-plan.ts';
import type { ReminderPreviewResponse } from './reminder-preview.ts';

/** `person`: what the account remembers of the contact. */
type PlanToShow = {
  collection: Collection;
  plan: ExplainedPlan;
  attempts: readonly Attempt[];
  person?: Person | undefined;
};
type Setting = Omit<MessageSetting, 'hours'> & { now: Date };
type SlotResponse = FollowUpPlanResponse['slots'][number];

export function toFollowUpPlanResponse(
  { collection, plan, attempts, person }: PlanToShow,
  setting: Setting,
): FollowUpPlanResponse {
  const { enabled, strategyVersion, reasons, removed, slots, hours } = plan;
  const seen = asSeenAt(collection, setting.now);
  const rows = new Map(
    attempts.map((attempt) => [
      attempt.slot,
      endedWith(attemptAt(attempt, setting.now), { ...seen, isPayable: isPayable(seen.status) }),
    ]),
  );
  const rules = rulesOf(seen, setting);
  const forecasts = isPayable(seen.status) ? forecastsOf(seen, plan, { person, rules, now: setting.now }) : [];
  const expected = new Map(Array.from(forecasts, ([{ slot }, forecast]) => [slot, forecast]));
  const next = slots.find(({ slot }) => !rows.has(slot))?.slot;
  const show = (slot: ExplainedSlot): SlotResponse => {
    const attempt = rows.get(slot.slot);
    const forecast = attempt ? undefined : expected.get(slot.slot);
    const { channel, dueAt, tone, reason } = { ...slot, ...foreseenAs(slot, forecast), ...claimedAs(attempt) };
    const at = Date.parse(forecast?.kind === 'defer' ? forecast.until : dueAt);
    const tellsRejection = slot.slot === next && isRejectionUntold(seen, attempts);
    const planned = () => slotMessage(seen, { channel, tone, at, tellsRejection }, { ...setting, hours });
    const message: Pick<Rendered, 'text' | 'own'> =
      attempt?.text !== undefined
        ? { ...attempt, text: attempt.text }
        : seen.erasedAt === undefined
          ? planned()
          : NO_TEXT;
    const { text, own } = message;
    const version = own === undefined || own.isUnused ? {} : { textVersion: own.version };
    const shown = { dueAt, channel, tone, text: maskOptOutTokens(text), ...version, reason };
    return { slot: slot.slot, ...shown, ...fateOf(attempt, seen), ...deferralOf(forecast) };
  };
  return {
    enabled,
    strategyVersion,
    reasons: [...reasons],
    removed: removed.map(showRemoval),
    slots: slots.map(show),
    ...pausedWith(seen, person?.pausedSince, setting.now),
  };
}

const NO_TEXT = { text: '' };

/** A pause of the customer is told as such: no resume of the collection ends it. */
function pausedWith(
  seen: Pick<Collection, 'promise' | 'status' | 'pause'>,
  customersSince: string | undefined,
  now: Date,
): Pick<FollowUpPlanResponse, 'paused' | 'promise'> {
  const shown = revisionOf({ ...seen, pause: pauseWith(seen.pause, customersSince) }, now);
  if (customersSince === undefined || shown.paused === undefined) return shown;
  return { ...shown, paused: { ...shown.paused, of: 'customer' } };
}

function revisionOf(
  { pause, promise, status }: Pick<Collection, 'promise' | 'status'> & { pause: Pause | undefined },
  now: Date,
): Pick<FollowUpPlanResponse, 'paused' | 'promise'> {
  const paused = isPayable(status) ? pauseAt(pause, now) : undefined;
  return { ...(paused && { paused: { ...paused } }), ...(promise && { promise: shownPromise(promise) }) };
}

const shownPromise = ({ since: _first, ...shown }: StoredPromise) => shown;

const showRemoval = ({ dueAt, reason }: Removal) => ({ dueAt: new Date(dueAt).toISOString(), reason });

/** A slot to come is shown as the rules for people will let it be sent. */
function foreseenAs({ reason }: ExplainedSlot, forecast: Forecast | undefined): Partial<ExplainedSlot> {
  switch (forecast?.kind) {
    case 'send':
      return { channel: forecast.channel };
    case 'defer':
      return {
        channel: forecast.channel,
        reason: `${reason}; ${forecast.isForHours ? HOURS_DEFERRED : CONTACT_DEFERRED}`,
      };
    case 'skip':
      return { reason: `${reason}; ${CONTACT_SKIPPED}` };
    default:
      return {};
  }
}

const deferralOf = (forecast: Forecast | undefined): Pick<SlotResponse, 'deferredUntil'> =>
  forecast?.kind === 'defer' ? { deferredUntil: forecast.until } : {};

/** A slot that was claimed is shown as it was claimed; of one without a result, the channel that the claim was for. */
function claimedAs(attempt: Attempt | undefined) {
  if (attempt === undefined) return {};
  const { status, claimedFor, dueAt, tone } = attempt;
  const channel = attempt.channel ?? (status === 'sending' || status === 'unknown' ? claimedFor : undefined);
  return { dueAt, tone, ...(channel && { channel }) };
}

/** A slot without an attempt is still to come, unless the collection has ended before it. */
function fateOf(
  attempt: Attempt | undefined,
  { status, ref: { account } }: Collection,
): Omit<SlotResponse, 'slot' | 'dueAt' | 'channel' | 'tone' | 'text' | 'reason' | 'deferredUntil'> {
  if (attempt === undefined) {
    return isPayable(status)
      ? { status: 'planned', channelsTried: [] }
      : { status: 'skipped', channelsTried: [], skipReason: status };
  }
  const { at, reason, messageId, retryAt, covers = [] } = attempt;
  const spokenFor = [...new Set(covers.map(({ hash }) => collectionId({ account, hash })))];
  return {
    status: shownStatus(attempt),
    channelsTried: [...attempt.channelsTried],
    ...(at.sent !== undefined && { sentAt: at.sent }),
    ...(isTestMessage(messageId) && { sentBy: 'test' as const }),
    ...(attempt.status === 'deferred' && retryAt !== undefined && { retryAt }),
    ...(attempt.status === 'skipped' && reason !== undefined && { skipReason: reason }),
    ...(attempt.with !== undefined && { with: attempt.with }),
    ...(spokenFor.length > 0 && { covers: spokenFor }),
  };
}

type RevisedPlan = { collection: Collection; setting: PlanSetting & Pick<MessageSetting, 'account' | 'phone'> };

/** The plan as a change has left it. */
export function toRevisedPlanResponse(
  { collection, setting }: RevisedPlan,
  shown: Pick<Setting, 'baseUrl' | 'isOneWay' | 'now'>,
): FollowUpPlanResponse {
  const plan = explainPlanSoFar(collection, setting);
  const { account, phone, attempts = [], person } = setting;
  return toFollowUpPlanResponse({ collection, plan, attempts, person }, { ...shown, account, phone });
}

/** A deferred slot is still to come; but what has failed is shown as failed until another channel has taken it. */
function shownStatus({ status, at }: Attempt): SlotResponse['status'] {
  if (status !== 'deferred') return status;
  return at.failed === undefined ? 'planned' : 'failed';
}

/** Expects a collection whose next slot is the reminder. */
export function toReminderPreview(
  { collection, setting }: RevisedPlan,
  shown: Parameters<typeof toRevisedPlanResponse>[1],
): ReminderPreviewResponse {
  const { slots } = toRevisedPlanResponse({ collection, setting }, shown);
  const reminder = slots.find(({ slot }) => slot === collection.nextSlot);
  if (reminder === undefined) throw new RangeError('a preview without a reminder');
  const { channel, tone, text, dueAt, deferredUntil = dueAt } = reminder;
  return { channel, tone, to: recipientOf(collection.contact, setting.phone, channel), text, dueAt: deferredUntil };
}
