/** The plan as people see it: every slot with its time, channels and tone, and the reasons for them. */

import type { Channel } from '#lib/domain/channels/channels.ts';
import { dayIn, lifeOf } from '#lib/domain/due-day.ts';
import { type ExplainedSlot, explainSlot } from './explain-slot.ts';
import type { OpeningHours } from './local-time.ts';
import {
  isSlot,
  MAX_PER_COLLECTION,
  type PlacedSlot,
  placements,
  type Removal,
  type Timetable,
  wholeMinute,
} from './place-slots.ts';
import { frameOf, obstacleTo, type PlanSetting, planOf } from './plan.ts';
import { hoursReason, MAX_REMOVED_LISTED, removalReasons, strategyReasons } from './reasons.ts';
import { pauseWith } from './revision.ts';
import type { PlannedCollection } from './timetable.ts';

export type ExplainedPlan = {
  enabled: boolean;
  strategyVersion: number;
  reasons: readonly string[];
  removed: readonly Removal[];
  slots: readonly ExplainedSlot[];
  hours: OpeningHours;
};

export function explainPlan(given: PlannedCollection, setting: PlanSetting): ExplainedPlan {
  const { followUp } = given;
  const pause = pauseWith(given.pause, setting.person?.pausedSince);
  const collection = pause ? { ...given, pause } : given;
  const { enabled, strategyVersion } = followUp;
  const frame = frameOf(collection, setting);
  const { channels, hours, timetable } = frame;
  const { placed, removed, notComputed } = timetable === undefined ? NOTHING : placeAll(timetable);
  const plan = planOf(collection, setting, { ...frame, placed });
  return {
    enabled,
    strategyVersion,
    hours,
    reasons: [
      ...whyThisStrategy(collection, setting),
      ...whyTheseChannels(collection, channels, setting),
      ...(timetable === undefined ? [] : [hoursReason(hours), ...removalReasons(removed, notComputed)]),
    ],
    removed: removed.slice(0, MAX_REMOVED_LISTED),
    slots: plan.slots.map((_, index) => explainSlot(collection, { plan, setting }, index + 1)),
  };
}

/** The plan with its past: an opt-out, an address that cannot be reached or a pause of the customer removes future slots and keeps the slots that were claimed before it. */
export function explainPlanSoFar(
  collection: PlannedCollection & { nextSlot: number },
  setting: PlanSetting,
): ExplainedPlan {
  const plan = explainPlan(collection, setting);
  const { person, ...free } = setting;
  const { optedOut, unreachable = [] } = free;
  if (optedOut.length === 0 && unreachable.length === 0 && person?.pausedSince === undefined) return plan;
  const past = collection.nextSlot - 1;
  const { slots } = explainPlan(collection, { ...free, optedOut: [], unreachable: [] });
  return { ...plan, slots: [...slots.slice(0, past), ...plan.slots.slice(past)] };
}

function whyThisStrategy(collection: PlannedCollection, { phone, account }: PlanSetting): readonly string[] {
  const { followUp, amount, contact, dueDay } = collection;
  const { startsAt, minutes: expiresInMinutes } = lifeOf(collection);
  const leadDays = dueDay === undefined ? undefined : dueDay - dayIn(account.country, startsAt);
  const hasEmail = contact.email !== '';
  const reach = { reachableByPhone: phone.reachable, phoneCountry: phone.country, hasEmail };
  return strategyReasons(followUp, { amount, expiresInMinutes, leadDays, ...reach });
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

type Placement = { placed: PlacedSlot[]; removed: Removal[]; notComputed: number };

const NOTHING: Placement = { placed: [], removed: [], notComputed: 0 };

/** Once the plan is full and the list of removals too, the others are not computed; `notComputed` is their number. */
function placeAll(timetable: Timetable): Placement {
  const { count, firstAt, step, earlier = [] } = timetable;
  if (count === 0) return { ...NOTHING, removed: [{ dueAt: wholeMinute(firstAt), reason: 'after_expiry' }] };
  const placed: PlacedSlot[] = [];
  const removed: Removal[] = [];
  let notComputed = 0;
  for (const each of placements(timetable)) {
    if (isSlot(each)) placed.push(each);
    else removed.push(each);
    if (earlier.length + placed.length < MAX_PER_COLLECTION || removed.length < MAX_REMOVED_LISTED) continue;
    const nth = Math.floor(((isSlot(each) ? each.nominalAt : each.dueAt) - firstAt) / step);
    notComputed = count - 1 - nth;
    break;
  }
  return { placed, removed, notComputed };
}
