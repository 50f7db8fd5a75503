/** The plan of a collection as GET …/follow-ups and the preview show it. */
import { type Known, statusAt } from './collection.ts';
import { type Closed, type Expected, NONE_CLOSED, termsOf } from './expected.ts';
import { planWithout } from './ledger-runs.ts';
import { textFaultsIn } from './message.ts';
import { toMinor } from './money.ts';
import { isCountedApart } from './person-claims.ts';
import type { Slot } from './plan.ts';
import { LISTED, planReasonFaults, slotReasonFaults } from './reasons.ts';
import { pauseAt } from './revisions.ts';
import { shownAttempt } from './shown-attempt.ts';
import { aroundAt } from './shown-collection.ts';
import { isPayable } from './states.ts';
import { type Channel, type FollowUpRequest, iso, type Tone } from './wire.ts';

/** The second: it counts what a person gets (docs/decisions/0028-rules-for-people.md). */
const STRATEGY_VERSION = 2;

type ShownSlot = {
  slot: number;
  dueAt: string;
  channel: Channel;
  tone: Tone;
  status: string;
  text: string;
  reason: string;
  deferredUntil?: string;
};
export type ShownPlan = {
  enabled: boolean;
  strategyVersion: number;
  reasons: string[];
  removed: { dueAt: string; reason: string }[];
  slots: ShownSlot[];
  paused?: object;
  promise?: object;
};

/** A collection at one moment, and the channels that were closed to its contact. */
type Moment = { known: Known; closed: Closed; now: number };

/** What a plan fixes exactly. A closed channel changes the slots that are not claimed yet. */
export function planAt(expected: Expected, { known, closed, now }: Moment): object {
  const slots = slotsOf(expected, known, closed);
  const status = statusAt(known, now);
  const open = isPayable(status)
    ? { status: 'planned', channelsTried: [] }
    : { status: 'skipped', channelsTried: [], skipReason: status };
  return {
    enabled: known.followUp.enabled,
    ...revisionsAt(known, now),
    removed: planWithout({ ...expected, known }, closed)
      .removed.slice(0, LISTED)
      .map(({ dueAt, reason }) => ({ dueAt: iso(dueAt), reason })),
    slots: slots.map((planned) => {
      // Of a reminder that was asked for, all channels can have opted out since.
      const asked = known.course?.asked?.slot === planned.slot ? known.course.asked.channels : [];
      const [first = asked[0]] = planned.channels;
      const attempt = known.attempts.find((each) => each.slot.slot === planned.slot);
      const { slot, dueAt, tone } = planned;
      const isOnRecord = planned.slot <= (known.course?.before.length ?? 0);
      const channel = (isOnRecord && attempt?.channelsTried.at(-1)) || first || 'email';
      return attempt
        ? shownAttempt(attempt, { planned: channel, around: aroundAt(known, now), now })
        : { slot, dueAt: iso(dueAt), channel, tone, ...open };
    }),
  };
}

export function slotsOf(expected: Expected, known: Known, closed: Closed): Slot[] {
  const moment = { ...expected, known };
  const [before, after] = [planWithout(moment, NONE_CLOSED), planWithout(moment, closed)];
  const past = known.nextSlot - 1;
  return [...before.slots.slice(0, past), ...after.slots.slice(past)];
}

function revisionsAt(known: Known, now: number) {
  const pause = isPayable(statusAt(known, now)) ? pauseAt(known, now) : undefined;
  const { promise } = known;
  const end = pause !== undefined && Number.isFinite(pause.until) ? { until: iso(pause.until) } : {};
  const broken = promise?.brokenAt === undefined ? {} : { brokenAt: iso(promise.brokenAt) };
  return {
    paused: pause && { since: iso(pause.since), ...end, reason: pause.reason },
    promise: promise && { payBy: iso(promise.payBy), madeAt: iso(promise.madeAt), ...broken },
  };
}

/** The part of a shown plan that `planAt` fixes. */
export const fixedPart = ({ enabled, removed, slots, paused, promise }: ShownPlan): object => ({
  enabled,
  paused,
  promise,
  removed,
  slots: slots.map(({ text: _text, reason: _reason, deferredUntil: _foreseen, ...fixed }) => fixed),
});

type FixedSlot = {
  slot: number;
  status: string;
  skipReason?: string;
  channel?: Channel;
  channelsTried: readonly Channel[];
};

/**
 * Without the channels that no document fixes: of a claim whose channel depends on when its run read the person or the
 * opt-outs; of a slot that the rules for people left out by every channel; and of what is to come where a law counts phones apart (`isCountedApart`), for it depends on what else the
 * person will have got.
 */
export const withFixedChannels = (part: object, known: Known): object => ({
  ...part,
  slots: (part as { slots: FixedSlot[] }).slots.map(({ channel, ...slot }) =>
    (slot.status === 'unknown' && !isClaimedForOne(known, slot.slot)) ||
    slot.skipReason === 'contact_cap' ||
    (slot.status === 'planned' && isCountedApart(known))
      ? slot
      : { ...slot, channel },
  ),
});

const isClaimedForOne = ({ attempts }: Known, slot: number): boolean => {
  const { channel, claimedFor } = attempts.find((each) => each.slot.slot === slot) ?? {};
  return channel !== undefined || claimedFor !== undefined;
};

type Worded = { given: FollowUpRequest | undefined; closed: Closed; slots: readonly Slot[] };

/** Faults of the texts: of the reasons, and of the messages that are still to come. `slots` are those of the plan. */
export function wordFaults(plan: ShownPlan, expected: Expected, { given, closed, slots }: Worded): string[] {
  const { known } = expected;
  const before = known.course?.before.length ?? 0;
  const reasons = plan.slots.flatMap((each) => {
    const slot = slots[each.slot - 1];
    const explained = { expected, given, isOnRecord: each.slot <= before };
    return slot === undefined
      ? []
      : slotReasonFaults(each, slot, explained).map((fault) => `slot ${each.slot} ${fault}`);
  });
  const planned = plan.slots.filter(({ status }) => status === 'planned');
  return [
    ...planReasonFaults(plan.reasons, { expected, given, closed, plan: planWithout(expected, closed) }),
    ...reasons,
    ...(plan.strategyVersion === STRATEGY_VERSION ? [] : [`names version ${plan.strategyVersion} of its strategy`]),
    ...planned.flatMap(({ slot, channel, text, tone }) =>
      textFaults({ channel, text, tone }, expected).map((fault) => `the text of slot ${slot} ${fault}`),
    ),
  ];
}

/** The faults of a message that is still to come. */
export function textFaults(
  { channel, text, tone }: { channel: Channel; text: string; tone: Tone },
  expected: Expected,
): string[] {
  const { known } = expected;
  // Nothing is sent when nothing is outstanding; its text names the whole amount.
  const received = known.received >= toMinor(known.amount) ? 0 : known.received;
  const zone = termsOf(expected).hours.zones[0] ?? 'UTC';
  return textFaultsIn(channel, text, {
    account: known.account,
    collection: { ...known, received },
    zone,
    tone,
  });
}
