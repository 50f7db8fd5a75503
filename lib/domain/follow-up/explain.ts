/** The plan as people see it: every slot with its time, channels and tone, and the reasons for them. */
import type { Channel, FollowUp, Tone } from './follow-up.ts';
import {
  MAX_PER_COLLECTION,
  type PlacedSlot,
  placements,
  type Removal,
  type Timetable,
  wholeMinute,
} from './place-slots.ts';
import {
  channelsOf,
  type FollowUpPlan,
  frameOf,
  nominalMinutes,
  obstacleTo,
  type PlannedCollection,
  type PlanSetting,
  toneOf,
} from './plan.ts';
import type { OpeningHours } from './quiet-hours.ts';
import { hoursReason, MAX_REMOVED_LISTED, removalReasons, slotReason, strategyReasons } from './reasons.ts';

export type ExplainedSlot = {
  slot: number;
  /** A whole minute in opening hours, before the expiry and after the slot before. */
  dueAt: string;
  /** When the slot would be due without quiet hours, to the millisecond. */
  nominalAt: string;
  channel: Channel;
  fallbacks: readonly Channel[];
  tone: Tone;
  reason: string;
};

export type ExplainedPlan = {
  enabled: boolean;
  strategyVersion: number;
  reasons: readonly string[];
  removed: readonly Removal[];
  slots: readonly ExplainedSlot[];
  hours: OpeningHours;
};

export function explainPlan(collection: PlannedCollection, setting: PlanSetting): ExplainedPlan {
  const { followUp } = collection;
  const { enabled, strategyVersion } = followUp;
  const { channels, hours, timetable } = frameOf(collection, setting);
  const reasons = [...whyThisStrategy(collection, setting), ...whyTheseChannels(collection, channels, setting)];
  const plan = { enabled, strategyVersion, hours };
  if (!followUp.enabled || timetable === undefined) return { ...plan, reasons, removed: [], slots: [] };
  const { slots, removed, notListed } = placeAll(timetable);
  const placed = { slots, channels, hours };
  return {
    ...plan,
    reasons: [...reasons, hoursReason(hours), ...removalReasons(removed, notListed)],
    removed,
    slots: slots.map((_, index) => explainSlot({ ...collection, followUp }, placed, index + 1)),
  };
}

/** The plan with its past: an opt-out or an address that cannot be reached removes future slots and keeps the slots that were claimed before it. */
export function explainPlanSoFar(
  collection: PlannedCollection & { nextSlot: number },
  setting: PlanSetting,
): ExplainedPlan {
  const plan = explainPlan(collection, setting);
  const { optedOut, unreachable = [] } = setting;
  if (optedOut.length === 0 && unreachable.length === 0) return plan;
  const past = collection.nextSlot - 1;
  const { slots } = explainPlan(collection, { ...setting, optedOut: [], unreachable: [] });
  return { ...plan, slots: [...slots.slice(0, past), ...plan.slots.slice(past)] };
}

function whyThisStrategy(
  { followUp, amount, expiresInMinutes, contact }: PlannedCollection,
  { phone }: PlanSetting,
): readonly string[] {
  const hasEmail = contact.email !== '';
  const reach = { reachableByPhone: phone.reachable, phoneCountry: phone.country, hasEmail };
  return strategyReasons(followUp, { amount, expiresInMinutes, ...reach });
}

function whyTheseChannels(
  { followUp, contact }: PlannedCollection,
  usable: readonly Channel[],
  setting: PlanSetting,
): readonly string[] {
  if (!followUp.enabled) return [];
  const leftOut = followUp.channels.filter((channel) => !usable.includes(channel));
  return [
    ...leftOut.map((channel) => `${channel} left out: ${obstacleTo(channel, contact, setting)}`),
    ...(usable.length === 0 ? ['no channel left: nothing is sent'] : []),
  ];
}

type Placement = { slots: PlacedSlot[]; removed: Removal[]; notListed: number };

/** Lists removals up to a limit. The others are not computed; `notListed` is their number. */
function placeAll(timetable: Timetable): Placement {
  const { count, firstAt } = timetable;
  if (count === 0) {
    return { slots: [], removed: [{ dueAt: wholeMinute(firstAt), reason: 'after_expiry' }], notListed: 0 };
  }
  const slots: PlacedSlot[] = [];
  const all: Removal[] = [];
  for (const placed of placements(timetable)) {
    if ('nth' in placed) slots.push(placed);
    else all.push(placed);
    if (slots.length === MAX_PER_COLLECTION && all.length >= MAX_REMOVED_LISTED) break;
  }
  const removed = all.slice(0, MAX_REMOVED_LISTED);
  return { slots, removed, notListed: count - slots.length - removed.length };
}

const toIso = (at: number): string => new Date(at).toISOString();

function explainSlot(
  collection: PlannedCollection & { followUp: FollowUp & { enabled: true } },
  plan: FollowUpPlan,
  slot: number,
): ExplainedSlot {
  const { followUp, expiresInMinutes } = collection;
  const placed = plan.slots[slot - 1] as PlacedSlot;
  const { nominalAt, dueAt } = placed;
  const order = channelsOf(plan, slot);
  const [channel, ...fallbacks] = order;
  if (channel === undefined) throw new RangeError(`no channel for slot ${slot}`);
  const tone = toneOf(collection, placed);
  const nominalMinute = wholeMinute(nominalAt);
  const reason = slotReason({
    minutesAfterCreation: nominalMinutes(followUp, placed),
    expiresInMinutes,
    movedFrom: dueAt === nominalMinute ? undefined : toIso(nominalMinute),
    order,
    isSmsSilent: order.length < plan.channels.length,
    tone,
    toneGiven: followUp.given.includes('tone'),
  });
  return { slot, dueAt: toIso(dueAt), nominalAt: toIso(nominalAt), channel, fallbacks, tone, reason };
}
