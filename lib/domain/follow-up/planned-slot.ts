/** A slot as the plan shows it: its place in time, with channel, tone and the reason for all of them. */
import type { Money } from '#lib/domain/money.ts';
import { type AmountTier, amountTier } from './amount-tier.ts';
import { slotReason } from './explain.ts';
import type { Channel, FollowUp, Tone } from './follow-up.ts';
import { type PlacedSlot, type Timetable, wholeMinute } from './place-slots.ts';
import { channelsAt } from './quiet-hours.ts';
import { toneAt } from './tone.ts';
import { channelOrder } from './usable-channels.ts';

export type PlannedSlot = {
  /** From 1, without gaps. */
  slot: number;
  /** On a whole minute, in opening hours, before expiry; later than the slot before. */
  dueAt: string;
  /** When it would be due, to the millisecond, were there no quiet hours. */
  nominalAt: string;
  channel: Channel;
  /** What to try after it, in order. */
  fallbacks: readonly Channel[];
  tone: Tone;
  reason: string;
};

/** What all slots of a plan have in common. */
export type SlotSetting = {
  followUp: FollowUp & { enabled: true };
  amount: Money;
  expiresInMinutes: number;
  timetable: Timetable;
  /** At least one. */
  channels: readonly Channel[];
};

const MINUTE = 60_000;

const toIso = (at: number): string => new Date(at).toISOString();

function toneOf({ nth }: PlacedSlot, dueInMinutes: number, setting: SlotSetting): Tone {
  const { followUp, expiresInMinutes, timetable } = setting;
  if (followUp.given.includes('tone')) return followUp.tone;
  const tier: AmountTier = amountTier(setting.amount);
  return toneAt({ dueInMinutes, expiresInMinutes, isLast: nth === timetable.count - 1 }, tier);
}

export function plannedSlot(placed: PlacedSlot, slot: number, setting: SlotSetting): PlannedSlot {
  const { followUp, expiresInMinutes, timetable, channels } = setting;
  const { nth, nominalAt, dueAt } = placed;
  const minutesAfterCreation = followUp.startAfterMinutes + (nth * timetable.step) / MINUTE;
  const order = channelOrder(channels, slot);
  const [channel, ...fallbacks] = channelsAt(timetable.hours, order, dueAt);
  if (channel === undefined) throw new RangeError(`no channel for slot ${slot}`);
  const tone = toneOf(placed, minutesAfterCreation, setting);
  const nominalMinute = wholeMinute(nominalAt);
  const reason = slotReason({
    minutesAfterCreation,
    expiresInMinutes,
    movedFrom: dueAt === nominalMinute ? undefined : toIso(nominalMinute),
    order: [channel, ...fallbacks],
    isSmsSilent: fallbacks.length + 1 < order.length,
    tone,
    toneGiven: followUp.given.includes('tone'),
  });
  return { slot, dueAt: toIso(dueAt), nominalAt: toIso(nominalAt), channel, fallbacks, tone, reason };
}
