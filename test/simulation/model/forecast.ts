/** What a shown plan says the rules for people will do to its slots to come, if nothing else is sent to the person. */
import { type Addressed, capFaults, countedAt, isAllowed, lawfulChannels, waitFaults } from './person-claims.ts';
import type { Slot } from './plan.ts';
import { FORESEEN, foreseenIn } from './reasons.ts';
import type { ShownPlan } from './shown-plan.ts';
import { isPayable } from './states.ts';
import { iso, type Status } from './wire.ts';

/** `slots` are those of the plan; `status` is as it is seen `now`. */
type Foreseen = { slots: readonly Slot[]; status: Status; now: number };

/** Each message that is expected counts for those after it. */
export function forecastFaults(of: Addressed, shown: ShownPlan, { slots, status, now }: Foreseen): string[] {
  const { known } = of.expected;
  let got = of.got;
  return shown.slots.flatMap(({ slot, deferredUntil, reason }) => {
    const told = foreseenIn(reason);
    const planned = slots[slot - 1];
    const isToCome =
      slot >= known.nextSlot && isPayable(status) && !known.attempts.some((each) => each.slot.slot === slot);
    if (!isToCome || planned === undefined)
      return deferredUntil === undefined && told === '' ? [] : [`slot ${slot}: does not wait`];
    const { channels } = planned;
    const dueAt = known.deferral?.slot === slot ? known.deferral.until : planned.dueAt;
    const at = countedAt(dueAt, Math.max(dueAt, now));
    const endsAt = slots[slot]?.dueAt ?? known.expiresAt;
    const until = deferredUntil === undefined ? undefined : Date.parse(deferredUntil);
    const person = { ...of, got };
    const isNow = isAllowed(person, channels, at);
    const wanted = isNow && dueAt > planned.dueAt ? dueAt : undefined;
    const sentAt = isNow ? dueAt : until;
    if (sentAt !== undefined) {
      const [channel = 'email'] = lawfulChannels(person, channels, isNow ? at : sentAt);
      got = [...got, { at: isNow ? at : sentAt, channel }];
    }
    const faults = isNow
      ? until === wanted
        ? []
        : ['the rules for people allow it']
      : until === undefined
        ? capFaults(person, { channels, dueAt, now: at, endsAt })
        : waitFaults(person, { channels, endsAt }, until);
    const wait = until === undefined ? (isNow ? '' : FORESEEN.leftOut) : FORESEEN.waits;
    if (told !== wait) faults.push(`is explained by “${reason}”`);
    return faults.map(
      (fault) => `slot ${slot}: shown to wait until ${until === undefined ? 'its turn' : iso(until)}, but ${fault}`,
    );
  });
}
