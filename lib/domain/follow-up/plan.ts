/** The plan: every reminder a collection will get, when, by which channel and in which tone, and why. */
import { createHash } from 'node:crypto';
import type { Collection } from '#lib/domain/collection.ts';
import { hoursReason, removalReasons, strategyReasons } from './explain.ts';
import { CADENCE_MINUTES, type Channel, type FollowUp } from './follow-up.ts';
import { type Placement, placeSlots, type Removal, type Timetable, wholeMinute } from './place-slots.ts';
import { type PlannedSlot, plannedSlot } from './planned-slot.ts';
import { type OpeningHours, openingHoursIn } from './quiet-hours.ts';
import { usableChannels } from './usable-channels.ts';

type PlannedCollection = Pick<
  Collection,
  'id' | 'createdAt' | 'expiresAt' | 'expiresInMinutes' | 'amount' | 'followUp'
> & { contact: { email: string } };

export type PlanInput = {
  collection: PlannedCollection;
  reachableByPhone: boolean;
  /** ISO 3166 alpha-2, where the phone number tells it. */
  phoneCountry?: string | undefined;
  /** Whose hours count when the phone tells no country. */
  accountCountry?: string | undefined;
  /** Those with a configured sender. */
  availableChannels: readonly Channel[];
  optedOut: readonly Channel[];
};

export type FollowUpPlan = {
  /** As the collection echoes it; a plan that is enabled can still have no slots. */
  enabled: boolean;
  strategyVersion: number;
  reasons: readonly string[];
  removed: readonly Removal[];
  slots: readonly PlannedSlot[];
  hours: OpeningHours;
  /** One cadence after the last slot, where that is before expiry. */
  overdueAt?: string;
};

const MINUTE = 60_000;

const toIso = (at: number): string => new Date(at).toISOString();

/** A number by which collections differ, and always the same for one of them. */
const spreadOf = (id: string): number => createHash('sha256').update(id).digest().readUInt32BE();

function timetableOf(
  collection: PlannedCollection,
  followUp: FollowUp & { enabled: true },
  hours: OpeningHours,
): Timetable {
  const { startAfterMinutes, cadence, maxAttempts = Number.POSITIVE_INFINITY } = followUp;
  const firstAt = Date.parse(collection.createdAt) + startAfterMinutes * MINUTE;
  const step = CADENCE_MINUTES[cadence] * MINUTE;
  const expiresAt = Date.parse(collection.expiresAt);
  const count = Math.max(0, Math.min(maxAttempts, Math.ceil((expiresAt - firstAt) / step)));
  return { firstAt, step, count, expiresAt, hours, spread: spreadOf(collection.id) };
}

function ref(timetable: Timetable): Placement {
  if (timetable.count > 0) return placeSlots(timetable);
  const dueAt = wholeMinute(timetable.firstAt);
  return { slots: [], removed: [{ dueAt, reason: 'after_expiry' }], notListed: 0 };
}

function overdueMark({ slots }: Placement, { step, expiresAt }: Timetable): { overdueAt?: string } {
  const last = slots.at(-1);
  return last !== undefined && last.dueAt + step < expiresAt ? { overdueAt: toIso(last.dueAt + step) } : {};
}

/** Always the same for the same input: nothing of it is stored. */
export function planFollowUps(input: PlanInput): FollowUpPlan {
  const { collection, phoneCountry, accountCountry, reachableByPhone } = input;
  const { followUp, amount, expiresInMinutes } = collection;
  const hasEmail = collection.contact.email !== '';
  const whyThisStrategy = strategyReasons(followUp, {
    amount,
    expiresInMinutes,
    reachableByPhone,
    phoneCountry,
    hasEmail,
  });
  const { channels, reasons: whyTheseChannels } = usableChannels(followUp.enabled ? followUp.channels : [], {
    ...input,
    hasEmail,
  });
  const hours = openingHoursIn(phoneCountry ?? accountCountry, channels, Date.parse(collection.createdAt));
  const plan = { enabled: followUp.enabled, strategyVersion: followUp.strategyVersion, hours };
  if (!followUp.enabled) return { ...plan, reasons: whyThisStrategy, removed: [], slots: [] };
  const reasons = [...whyThisStrategy, ...whyTheseChannels];
  if (channels.length === 0) return { ...plan, reasons, removed: [], slots: [] };
  const timetable = timetableOf(collection, followUp, hours);
  const placement = ref(timetable);
  const setting = { followUp, amount, expiresInMinutes, timetable, channels };
  return {
    ...plan,
    reasons: [...reasons, hoursReason(hours), ...removalReasons(placement)],
    removed: placement.removed,
    slots: placement.slots.map((placed, index) => plannedSlot(placed, index + 1, setting)),
    ...overdueMark(placement, timetable),
  };
}
