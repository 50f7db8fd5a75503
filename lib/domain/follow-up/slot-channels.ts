/** How a slot of a plan may be sent: by which channels, and in which hours. */
import type { Channel } from '#lib/domain/channels/channels.ts';
import type { FollowUpPlan } from './plan.ts';
import { channelsAt, type OpeningHours, openingHoursFor } from './quiet-hours.ts';

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
