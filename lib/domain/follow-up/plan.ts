/** The plan: when a collection is followed up, on which channels, and how a slot may be sent. `explain.ts` gives the reasons. */
import type { Account } from '#lib/domain/account.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import { type Channel, reachesPhone } from '#lib/domain/channels/channels.ts';
import type { Contact } from '#lib/domain/contact.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import { planAllowsFrom } from '#lib/domain/person/judge.ts';
import { rulesOf, whereaboutsOf } from '#lib/domain/person/policy.ts';
import type { Phone } from '#lib/domain/phone.ts';
import { endOfDay } from '#lib/domain/time/due-day.ts';
import {
  channelsAt,
  closedToPhones,
  type OpeningHours,
  openingHoursFor,
  openingHoursIn,
} from '#lib/domain/time/local-time.ts';
import { MINUTE_MS } from '#lib/domain/time/time-units.ts';
import { earlierReminders, firmest, slotsBefore } from './earlier-slots.ts';
import { CADENCE_MINUTES, type Tone } from './follow-up.ts';
import { isSlot, type PlacedSlot, placements, placeSlots, type Timetable } from './place-slots.ts';
import { type PlannedCollection, pausesOf, timetableOf } from './timetable.ts';

export type PlanSetting = {
  phone: Pick<Phone, 'reachable' | 'country' | 'sharedBy' | 'areaZone'>;
  /** Its country gives the opening hours if the phone has no country. */
  account: Pick<Account, 'country' | 'messageHours' | 'messagesPerWeek'>;
  /** Channels with a configured sender. */
  availableChannels: readonly Channel[];
  /** Those on record; without them a collection whose plan was never revised has the right slots. */
  attempts?: readonly Attempt[];
} & Reach;

/** Slot numbers count from 1: slot 1 is `slots[0]`. */
export type FollowUpPlan = {
  slots: readonly PlacedSlot[];
  /** The usable channels, in the collection's order. */
  channels: readonly Channel[];
  /** Of the computed slots: `hoursOf` gives those of one that was asked for. */
  hours: OpeningHours;
  /** In milliseconds: the end of the due day; without one, one cadence after the last slot. Absent if that is not before the expiry. */
  overdueAt?: number;
  /** The overdue mark is the end of the due day: nothing that is due afterwards is sent before it is set. */
  hasDueDay?: true;
  /** No computed tone is milder. */
  mildest?: Tone;
  /** In milliseconds: when an unreachable channel may be tried again. */
  changesAt?: number;
  /** Only opt-outs leave it without a channel: its slots are skipped one by one, because each opt-out can end. */
  isOptedOut?: true;
};

/** Equal input gives equal plans, so plans are not stored: docs/decisions/0015-plans-are-computed.md. */
export function planFollowUps(collection: PlannedCollection, setting: PlanSetting): FollowUpPlan {
  const frame = frameOf(collection, setting);
  const { timetable } = frame.timetable ? frame : frameOf(collection, { ...setting, optedOut: [] });
  const plan = planOf(collection, setting, { ...frame, placed: timetable ? placeSlots(timetable) : [] });
  if (timetable === undefined || frame.timetable !== undefined) return plan;
  return { ...plan, hours: timetable.hours, isOptedOut: true };
}

/** The slots on record, the one that was asked for, and those that were placed. */
export function planOf(
  collection: PlannedCollection,
  setting: PlanSetting,
  { channels, hours, timetable, placed }: PlanFrame & { placed: readonly PlacedSlot[] },
): FollowUpPlan {
  const { attempts = [] } = setting;
  const { plan: start } = collection;
  const slots = [...(start ? slotsBefore(start, attempts, usableIn(collection, setting)) : []), ...placed];
  const mildest = start && firmest(start, attempts);
  const overdueAt =
    collection.dueDay === undefined
      ? overdueMark(collection, [...slots.map(({ dueAt }) => dueAt), ...attempts.map(dueAtOf)])
      : dueDayMark(collection, collection.dueDay, setting);
  const plan = {
    slots,
    channels,
    hours,
    ...(mildest && { mildest }),
    ...(overdueAt !== undefined && { overdueAt }),
    ...(collection.dueDay !== undefined && { hasDueDay: true as const }),
  };
  return timetable === undefined ? { ...plan, ...changeOf(collection, setting) } : plan;
}

const dueAtOf = ({ dueAt }: Attempt): number => Date.parse(dueAt);

/** A plan that can send nothing more, because no channel is left, has its mark, too: its reminders have run out. */
function overdueMark(collection: PlannedCollection, dueAt: readonly number[]): number | undefined {
  const { followUp, expiresAt } = collection;
  if (!followUp.enabled || dueAt.length === 0) return undefined;
  const mark = Math.max(...dueAt) + CADENCE_MINUTES[followUp.cadence] * MINUTE_MS;
  const at = Math.max(mark, ...pausesOf(collection).map(({ until }) => until));
  return at < Date.parse(expiresAt) ? at : undefined;
}

/** Follow-ups that are off or paused, or a promise, leave a due day as it is. */
function dueDayMark(
  { expiresAt }: PlannedCollection,
  dueDay: number,
  { account }: Pick<PlanSetting, 'account'>,
): number | undefined {
  const at = endOfDay(dueDay, account.country);
  return at < Date.parse(expiresAt) ? at : undefined;
}

/** A plan without a channel begins again with the first one that can be reached again before the expiry. */
function changeOf({ followUp, expiresAt }: PlannedCollection, { unreachable = [] }: PlanSetting) {
  const used = unreachable.filter(({ channel }) => followUp.enabled && followUp.channels.includes(channel));
  const first = used.map(({ until }) => until).toSorted()[0];
  return first === undefined || first >= expiresAt ? {} : { changesAt: Date.parse(first) };
}

/** In milliseconds, of a new collection: the first slot or the end of the due day, else the expiry. Opt-outs are read by the run. */
export function firstRunAt(collection: PlannedCollection, setting: Omit<PlanSetting, 'optedOut'>): number {
  const { timetable } = frameOf(collection, { ...setting, optedOut: [] });
  const { dueDay, createdAt, expiresAt } = collection;
  const mark = dueDay === undefined ? undefined : dueDayMark(collection, dueDay, setting);
  const others = [Date.parse(expiresAt), ...(mark === undefined ? [] : [Math.max(mark, Date.parse(createdAt))])];
  for (const placed of timetable === undefined ? [] : placements(timetable))
    if (isSlot(placed)) return Math.min(placed.dueAt, ...others);
  return Math.min(...others);
}

/** When the first automatic reminder is due, whether the experiment lets it go or not; undefined where none is. */
export function firstReminderAt(collection: PlannedCollection, setting: Omit<PlanSetting, 'optedOut'>) {
  const { arm: _any, ...planned } = collection;
  const { timetable } = frameOf(planned, { ...setting, optedOut: [] });
  const first = timetable && [...placements(timetable)].find(isSlot);
  return first?.dueAt;
}

/** Plans of the strategy's first version stay as they were; their messages count like all others. */
const PEOPLE_SINCE = 2;

/** What all slots of a plan share. `timetable` is undefined if nothing can be sent. */
type PlanFrame = { channels: readonly Channel[]; hours: OpeningHours; timetable: Timetable | undefined };

export function frameOf(collection: PlannedCollection, setting: PlanSetting): PlanFrame {
  const { followUp, plan: start } = collection;
  const usable = usableIn(collection, setting);
  const channels = followUp.enabled ? followUp.channels.filter(usable) : [];
  const hours = openingHoursIn(whereaboutsOf(setting), channels);
  if (!followUp.enabled || channels.length === 0) return { channels, hours, timetable: undefined };
  const earlier = start ? earlierReminders(start, setting.attempts ?? []) : [];
  const rules = rulesOf({ ...collection, status: undefined }, setting);
  const allowsFrom = (kept: readonly number[]) => planAllowsFrom(rules, hours, kept);
  const counts = followUp.strategyVersion >= PEOPLE_SINCE && { allowsFrom };
  const timetable = { ...timetableOf(collection, followUp, { sent: earlier.length, hours }), earlier, ...counts };
  return { channels, hours, timetable };
}

const usableIn =
  ({ contact }: PlannedCollection, setting: PlanSetting) =>
  (channel: Channel): boolean =>
    obstacleTo(channel, contact, setting) === undefined;

export function obstacleTo(channel: Channel, { email }: Pick<Contact, 'email'>, setting: PlanSetting) {
  const { phone, availableChannels, optedOut, unreachable = [] } = setting;
  if (reachesPhone(channel) ? !phone.reachable : email === '') return 'no address';
  const closed = reachesPhone(channel) ? closedToPhones(whereaboutsOf(setting)) : undefined;
  if (closed !== undefined) return closed;
  if (!availableChannels.includes(channel)) return 'no sender configured';
  if (optedOut.includes(channel)) return 'opted out';
  return unreachable.find((each) => each.channel === channel)?.reason.replaceAll('_', ' ');
}

/** A reminder that was asked for has channels of its own, which may be open when those of the plan are not. */
export function hoursOf({ slots, hours }: FollowUpPlan, slot: number): OpeningHours {
  const { asked } = slots[slot - 1] ?? {};
  return asked ? openingHoursFor(hours, asked.channels) : hours;
}

/** In the order in which they are tried: slot 1 starts with the first channel, slot 2 with the second, and so on. */
export function channelsOf({ slots, channels, hours }: FollowUpPlan, slot: number): readonly Channel[] {
  const { dueAt = 0, asked } = slots[slot - 1] ?? {};
  const start = asked ? 0 : (slot - 1) % channels.length;
  const usable = asked?.channels ?? channels;
  return channelsAt(hours, [...usable.slice(start), ...usable.slice(0, start)], dueAt);
}
