/** The plan as people see it: every slot with its time, channels and tone, and the reasons for them. */
import type { Attempt } from '#lib/domain/attempt.ts';
import { type Channel, LAST_CHANNEL } from '#lib/domain/channels/channels.ts';
import { dayIn, lifeOf } from '#lib/domain/time/due-day.ts';
import type { OpeningHours } from '#lib/domain/time/local-time.ts';
import { minutesAfterCreation, toneOf } from './claim.ts';
import { isSaid, pauseWith, type Tone } from './follow-up.ts';
import {
  isSlot,
  MAX_PER_COLLECTION,
  type PlacedSlot,
  placements,
  type Removal,
  type Timetable,
  wholeMinute,
} from './place-slots.ts';
import { channelsOf, type FollowUpPlan, frameOf, obstacleTo, type PlanSetting, planOf } from './plan.ts';
import {
  ASKED_FOR,
  hoursReason,
  MAX_REMOVED_LISTED,
  ON_RECORD,
  ownLimits,
  removalReasons,
  slotReason,
  strategyReasons,
} from './reasons.ts';
import { strictestCountry } from './strategy.ts';
import { dayOfPerson, type PlannedCollection } from './timetable.ts';

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
      ...(timetable === undefined
        ? []
        : [hoursReason(hours), ...ownLimits(setting.account), ...removalReasons(removed, notComputed)]),
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
  const reach = { reachableByPhone: phone.reachable, phoneCountry: strictestCountry(phone), hasEmail };
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

const toIso = (at: number): string => new Date(at).toISOString();

type PlanInSetting = { plan: FollowUpPlan; setting: PlanSetting };

function explainSlot(collection: PlannedCollection, { plan, setting }: PlanInSetting, slot: number): ExplainedSlot {
  const { dueAt, nominalAt, asked } = plan.slots[slot - 1] as PlacedSlot;
  const times = { slot, dueAt: toIso(dueAt), nominalAt: toIso(nominalAt) };
  if (slot < (collection.plan?.firstSlot ?? 1)) return { ...times, ...onRecord(setting.attempts, plan, slot) };
  // Of a reminder asked for, all channels can have opted out since.
  const [channel = collection.plan?.asked?.channels[0], ...fallbacks] = channelsOf(plan, slot);
  if (channel === undefined) throw new RangeError(`no channel for slot ${slot}`);
  const tone = toneOf(collection, plan, slot);
  const reason = asked ? ASKED_FOR : reasonOf(collection, plan, slot);
  return { ...times, channel, fallbacks, tone, reason };
}

/** A slot before the plan; of one that no channel accepted, the channel whose turn it was. */
function onRecord(attempts: readonly Attempt[] = [], plan: FollowUpPlan, slot: number) {
  const { channelsTried, tone } = attempts.find((attempt) => attempt.slot === slot) ?? {};
  const shown = channelsTried?.at(-1) ?? channelsOf(plan, slot)[0] ?? LAST_CHANNEL;
  return { channel: shown, fallbacks: [], tone: tone ?? 'gentle', reason: ON_RECORD } as const;
}

function reasonOf(collection: PlannedCollection, plan: FollowUpPlan, slot: number): string {
  const { followUp, dueDay, reopenedAt, plan: start } = collection;
  const { nominalAt, dueAt } = plan.slots[slot - 1] as PlacedSlot;
  const nominalMinute = wholeMinute(nominalAt);
  const order = channelsOf(plan, slot);
  return slotReason({
    minutesAfterCreation: minutesAfterCreation(collection, nominalAt),
    expiresInMinutes: lifeOf(collection).minutes,
    isReopened: reopenedAt !== undefined,
    days: dueDay === undefined ? undefined : dayOfPerson(plan.hours, nominalAt) - dueDay,
    movedFrom: dueAt === nominalMinute ? undefined : toIso(nominalMinute),
    order,
    isSilentSunday: order.length < plan.channels.length,
    tone: toneOf(collection, plan, slot),
    toneGiven: followUp.enabled && isSaid(followUp, 'tone'),
    isFirmer: start?.firmer !== undefined,
  });
}
