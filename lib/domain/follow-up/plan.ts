/** The plan: when a collection is followed up, and on which channels. `explain.ts` gives the reasons. */
import type { Account } from '#lib/domain/account.ts';
import type { Collection } from '#lib/domain/collection.ts';
import type { Contact } from '#lib/domain/contact.ts';
import type { Reach } from '#lib/domain/message/reach.ts';
import type { Phone } from '#lib/domain/phone.ts';
import { CADENCE_MINUTES, type Channel, type FollowUp, type Tone } from './follow-up.ts';
import { type PlacedSlot, placements, placeSlots, type Timetable } from './place-slots.ts';
import { channelsAt, type OpeningHours, openingHoursIn } from './quiet-hours.ts';
import { amountTier, toneAt } from './rhythm.ts';

export type PlannedCollection = Pick<
  Collection,
  'id' | 'createdAt' | 'expiresAt' | 'expiresInMinutes' | 'amount' | 'followUp'
> & { contact: Pick<Contact, 'email'> };

export type PlanSetting = {
  phone: Pick<Phone, 'reachable' | 'country'>;
  /** Its country gives the opening hours if the phone has no country. */
  account: Pick<Account, 'country'>;
  /** Channels with a configured sender. */
  availableChannels: readonly Channel[];
} & Reach;

/** Slot numbers count from 1: slot 1 is `slots[0]`. */
export type FollowUpPlan = {
  slots: readonly PlacedSlot[];
  /** The usable channels, in the collection's order. */
  channels: readonly Channel[];
  hours: OpeningHours;
  /** In milliseconds: one cadence after the last slot. Absent if that is not before the expiry. */
  overdueAt?: number;
  /** In milliseconds: when an unreachable channel may be tried again. */
  changesAt?: number;
};

const MINUTE = 60_000;

/** Equal input gives equal plans, so plans are not stored: docs/decisions/0015-plans-are-computed.md. */
export function planFollowUps(collection: PlannedCollection, setting: PlanSetting): FollowUpPlan {
  const { channels, hours, timetable } = frameOf(collection, setting);
  if (timetable === undefined) return { slots: [], channels, hours, ...changeOf(collection, setting) };
  const slots = placeSlots(timetable);
  const overdueAt = (slots.at(-1)?.dueAt ?? Number.POSITIVE_INFINITY) + timetable.step;
  return { slots, channels, hours, ...(overdueAt < timetable.expiresAt && { overdueAt }) };
}

/** A plan without a channel begins again with the first one that can be reached again before the expiry. */
function changeOf({ followUp, expiresAt }: PlannedCollection, { unreachable = [] }: PlanSetting) {
  const used = unreachable.filter(({ channel }) => followUp.enabled && followUp.channels.includes(channel));
  const first = used.map(({ until }) => until).toSorted()[0];
  return first === undefined || first >= expiresAt ? {} : { changesAt: Date.parse(first) };
}

/** In milliseconds: the first slot, else the expiry. */
export function firstRunAt(collection: PlannedCollection, setting: PlanSetting): number {
  const { timetable } = frameOf(collection, setting);
  for (const placed of timetable === undefined ? [] : placements(timetable)) if ('nth' in placed) return placed.dueAt;
  return Date.parse(collection.expiresAt);
}

/** What all slots of a plan share. `timetable` is undefined if nothing can be sent. */
export type PlanFrame = { channels: readonly Channel[]; hours: OpeningHours; timetable: Timetable | undefined };

export function frameOf(collection: PlannedCollection, setting: PlanSetting): PlanFrame {
  const { followUp, createdAt } = collection;
  const channels: Channel[] = [];
  for (const channel of followUp.enabled ? followUp.channels : []) {
    if (obstacleTo(channel, collection.contact, setting) === undefined) channels.push(channel);
  }
  const country = setting.phone.country ?? setting.account.country;
  const hours = openingHoursIn(country, channels, Date.parse(createdAt));
  const canSend = followUp.enabled && channels.length > 0;
  return { channels, hours, timetable: canSend ? timetableOf(collection, followUp, hours) : undefined };
}

export function obstacleTo(channel: Channel, { email }: Pick<Contact, 'email'>, setting: PlanSetting) {
  const { phone, availableChannels, optedOut, unreachable = [] } = setting;
  if (channel === 'email' ? email === '' : !phone.reachable) return 'no address';
  if (!availableChannels.includes(channel)) return 'no sender configured';
  if (optedOut.includes(channel)) return 'opted out';
  return unreachable.find((each) => each.channel === channel)?.reason.replaceAll('_', ' ');
}

type EnabledFollowUp = FollowUp & { enabled: true };

function timetableOf(collection: PlannedCollection, followUp: EnabledFollowUp, hours: OpeningHours): Timetable {
  const { id, createdAt, expiresAt, expiresInMinutes } = collection;
  return {
    firstAt: Date.parse(createdAt) + followUp.startAfterMinutes * MINUTE,
    step: CADENCE_MINUTES[followUp.cadence] * MINUTE,
    count: countOf(followUp, expiresInMinutes),
    expiresAt: Date.parse(expiresAt),
    hours,
    id,
  };
}

function countOf({ startAfterMinutes, cadence, maxAttempts }: EnabledFollowUp, expiresInMinutes: number): number {
  const untilExpiry = Math.ceil((expiresInMinutes - startAfterMinutes) / CADENCE_MINUTES[cadence]);
  return Math.max(0, Math.min(maxAttempts ?? untilExpiry, untilExpiry));
}

/** In the order in which they are tried: slot 1 starts with the first channel, slot 2 with the second, and so on. */
export function channelsOf({ slots, channels, hours }: FollowUpPlan, slot: number): readonly Channel[] {
  const start = (slot - 1) % channels.length;
  const inTurn = [...channels.slice(start), ...channels.slice(0, start)];
  return channelsAt(hours, inTurn, slots[slot - 1]?.dueAt ?? 0);
}

export const nominalMinutes = ({ startAfterMinutes, cadence }: EnabledFollowUp, { nth }: PlacedSlot): number =>
  startAfterMinutes + nth * CADENCE_MINUTES[cadence];

export function toneOf({ followUp, amount, expiresInMinutes }: PlannedCollection, placed: PlacedSlot): Tone {
  if (!followUp.enabled) throw new RangeError('a collection without follow-ups has no slots');
  if (followUp.given.includes('tone')) return followUp.tone;
  const isLast = placed.nth === countOf(followUp, expiresInMinutes) - 1;
  return toneAt({ dueInMinutes: nominalMinutes(followUp, placed), expiresInMinutes, isLast }, amountTier(amount));
}
