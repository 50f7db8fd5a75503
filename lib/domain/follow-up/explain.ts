/** The plan as people see it: every slot with its time, channels and tone, and the reasons for them. */
import type { Attempt } from '#lib/domain/attempt.ts';
import type { Channel, Tone } from './follow-up.ts';
import {
  isSlot,
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
  minutesAfterCreation,
  obstacleTo,
  type PlannedCollection,
  type PlanSetting,
  planOf,
  toneOf,
} from './plan.ts';
import type { OpeningHours } from './quiet-hours.ts';
import {
  ASKED_FOR,
  hoursReason,
  MAX_REMOVED_LISTED,
  ON_RECORD,
  removalReasons,
  slotReason,
  strategyReasons,
} from './reasons.ts';

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
  const frame = frameOf(collection, setting);
  const { channels, hours, timetable } = frame;
  const { placed, removed, notListed } = timetable === undefined ? NOTHING : placeAll(timetable);
  const plan = planOf(collection, setting, { ...frame, placed });
  return {
    enabled,
    strategyVersion,
    hours,
    reasons: [
      ...whyThisStrategy(collection, setting),
      ...whyTheseChannels(collection, channels, setting),
      ...(timetable === undefined ? [] : [hoursReason(hours), ...removalReasons(removed, notListed)]),
    ],
    removed,
    slots: plan.slots.map((_, index) => explainSlot(collection, { plan, setting }, index + 1)),
  };
}

/** The plan with its past: an opt-out removes future slots and keeps the slots that were claimed before it. */
export function explainPlanSoFar(
  collection: PlannedCollection & { nextSlot: number },
  setting: PlanSetting,
): ExplainedPlan {
  const plan = explainPlan(collection, setting);
  if (setting.optedOut.length === 0) return plan;
  const past = collection.nextSlot - 1;
  const { slots } = explainPlan(collection, { ...setting, optedOut: [] });
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

type Placement = { placed: PlacedSlot[]; removed: Removal[]; notListed: number };

const NOTHING: Placement = { placed: [], removed: [], notListed: 0 };

/** Lists removals up to a limit. The others are not computed; `notListed` is their number. */
function placeAll(timetable: Timetable): Placement {
  const { count, firstAt, step, earlier = [] } = timetable;
  if (count === 0) return { ...NOTHING, removed: [{ dueAt: wholeMinute(firstAt), reason: 'after_expiry' }] };
  const placed: PlacedSlot[] = [];
  const all: Removal[] = [];
  let notComputed = 0;
  for (const each of placements(timetable)) {
    if (isSlot(each)) placed.push(each);
    else all.push(each);
    if (earlier.length + placed.length < MAX_PER_COLLECTION || all.length < MAX_REMOVED_LISTED) continue;
    const nth = Math.floor(((isSlot(each) ? each.nominalAt : each.dueAt) - firstAt) / step);
    notComputed = count - 1 - nth;
    break;
  }
  const removed = all.slice(0, MAX_REMOVED_LISTED);
  return { placed, removed, notListed: all.length - removed.length + notComputed };
}

const toIso = (at: number): string => new Date(at).toISOString();

type Explained = { plan: FollowUpPlan; setting: PlanSetting };

function explainSlot(collection: PlannedCollection, { plan, setting }: Explained, slot: number): ExplainedSlot {
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
function onRecord(attempts: readonly Attempt[] = [], { channels }: FollowUpPlan, slot: number) {
  const { channel, channelsTried, tone } = attempts.find((attempt) => attempt.slot === slot) ?? {};
  const shown = channel ?? channelsTried?.at(-1) ?? channels[(slot - 1) % channels.length] ?? 'email';
  return { channel: shown, fallbacks: [], tone: tone ?? 'gentle', reason: ON_RECORD } as const;
}

function reasonOf(collection: PlannedCollection, plan: FollowUpPlan, slot: number): string {
  const { followUp, expiresInMinutes, plan: start } = collection;
  const { nominalAt, dueAt } = plan.slots[slot - 1] as PlacedSlot;
  const nominalMinute = wholeMinute(nominalAt);
  const order = channelsOf(plan, slot);
  return slotReason({
    minutesAfterCreation: minutesAfterCreation(collection, nominalAt),
    expiresInMinutes,
    movedFrom: dueAt === nominalMinute ? undefined : toIso(nominalMinute),
    order,
    isSmsSilent: order.length < plan.channels.length,
    tone: toneOf(collection, plan, slot),
    toneGiven: followUp.enabled && followUp.given.includes('tone'),
    isFirmer: start?.firmer !== undefined,
  });
}
