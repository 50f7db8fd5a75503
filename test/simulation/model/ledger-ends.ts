/** The obligations of a collection by the end of a world: its slots, its overdue mark and its expiry, each in time. */
import type { Known } from './collection.ts';
import type { Closed } from './expected.ts';
import type { Entry } from './ledger.ts';
import { runPlanWithout } from './ledger-runs.ts';
import type { Plan } from './plan.ts';
import { isPayable } from './states.ts';
import { latest, type Timeline } from './timeline.ts';
import { iso } from './wire.ts';

export type Ending = {
  healedAt: number;
  /** Obligations from then on meet no fault. */
  settledFrom: number;
  /** The maximum delay of an obligation from then on. */
  maxDelay: number;
  /** Slots whose message a channel accepted. */
  sentSlots: ReadonlySet<number>;
  /** Finished invocations that offered no message to any channel. */
  silent: ReadonlySet<number>;
  /** Finished invocations: those that returned. */
  finished: ReadonlySet<number>;
  /** The channels that are closed to a contact. */
  closed: (known: Known) => Timeline<Closed>;
};

export function unmetObligations(entry: Entry, ending: Ending): string[] {
  const { versions, known } = entry;
  const end = versions.find(({ value }) => !isPayable(value.status));
  if (end === undefined) return [`${known.id}: never came to an end`];
  const isLate = (due: number, doneAt: number) => due > ending.settledFrom && doneAt > due + ending.maxDelay;
  const endedAt = end.at;
  const { expiresAt } = end.value;
  const isExpired = end.value.events.some(({ type, at }) => type === 'collection.expired' && at === expiresAt);
  const { promise } = end.value;
  return [
    ...(promise !== undefined && promise.brokenAt === undefined && isLate(promise.payBy, endedAt)
      ? [`${known.id}: the promise of ${iso(promise.payBy)} was broken, and that is not told`]
      : []),
    ...(isExpired && isLate(expiresAt, endedAt) ? [`${known.id}: expired only at ${iso(endedAt)}`] : []),
    ...missedSlots(entry, ending, (due, doneAt) => isLate(due, Math.min(doneAt, endedAt))),
    ...unsent(entry, ending),
    ...untold(entry, ending),
  ];
}

/** `isLate(due, doneAt)`: whether an obligation was done too late; never done is infinity. */
function missedSlots(entry: Entry, { closed }: Ending, isLate: (due: number, doneAt: number) => boolean): string[] {
  const { claims, versions, known } = entry;
  const claimedAt = new Map(claims.made.toReversed().map(({ slot, at }) => [slot.slot, at]));
  const never = Number.POSITIVE_INFINITY;
  const markedAt = versions.find(({ value }) => value.status === 'overdue')?.at ?? never;
  /** With all that was claimed until its end. */
  const planOf = ({ moment, closed: without, until }: Stretch) => {
    const attempts = latest(versions).attempts.filter(({ slot }) => (claimedAt.get(slot.slot) ?? never) < until);
    return runPlanWithout({ ...entry, known: { ...moment, attempts } }, without);
  };
  return coursesOf(entry, closed).flatMap((stretch, index, all) => {
    const { moment, since, until } = stretch;
    const { slots, overdueAt } = planOf(stretch);
    const isSeenAt = seenAt(all.slice(0, index + 1), planOf);
    // What a revision takes away need not be done any more, and what it adds in the past is due at the revision.
    const isMissed = (due: number, doneAt: number) => isLate(Math.max(due, since), Math.min(doneAt, until));
    return [
      ...slots
        .slice(moment.course?.before.length ?? 0)
        .filter(({ slot, dueAt }) =>
          isMissed(Math.max(dueAt, waitedFor(entry, slot), isSeenAt), claimedAt.get(slot) ?? never),
        )
        .map(({ slot, dueAt }) => `${known.id} slot ${slot}: due at ${iso(dueAt)}, and not claimed in time`),
      ...(overdueAt !== undefined && isMissed(Math.max(overdueAt, isSeenAt), markedAt)
        ? [`${known.id}: overdue from ${iso(overdueAt)} on, and not marked in time`]
        : []),
    ];
  });
}

/**
 * When the last stretch is first seen by a run. An address that is closed changes no schedule: the run that was to come, by
 * the plan of then, finds what is left.
 */
function seenAt(stretches: readonly Stretch[], planOf: (stretch: Stretch) => Plan): number {
  const last = stretches.at(-1);
  if (last === undefined) return 0;
  const [first, ...others] = stretches.filter(({ moment }) => moment === last.moment);
  if (first === undefined || others.length === 0) return last.since;
  const { expiresAt } = last.moment;
  let [before, run] = [first, runAfter(planOf(first), first.since, expiresAt)];
  for (const stretch of others) {
    while (run < Math.min(stretch.since, expiresAt)) run = runAfter(planOf(before), run + 1, expiresAt);
    before = stretch;
  }
  return run;
}

/** The first instant from then on for which the plan has a run; the expiry has one in any case. */
function runAfter({ slots, overdueAt }: Plan, from: number, expiresAt: number): number {
  const all = [...slots.map(({ dueAt }) => dueAt), ...(overdueAt === undefined ? [] : [overdueAt])];
  return Math.min(expiresAt, ...all.filter((at) => at >= from));
}

/** What the rules for people let wait, and the slots before it, are due when these allow it. */
const waitedFor = ({ versions }: Entry, slot: number): number =>
  Math.max(...versions.map(({ value: { deferral } }) => (deferral && deferral.slot >= slot ? deferral.until : 0)));

type Stretch = { moment: Known; closed: Closed; since: number; until: number };

/** Each course of the plan, until the next one replaced it or an address was closed. */
function coursesOf({ versions }: Entry, closed: Ending['closed']): Stretch[] {
  const begins = versions.filter(
    ({ value }, index) => value.course !== versions[index - 1]?.value.course || index === 0,
  );
  return begins.flatMap(({ at: from, value: moment }, index) => {
    const to = begins[index + 1]?.at ?? Number.POSITIVE_INFINITY;
    const closings = closed(moment);
    return closings.flatMap(({ at, value }, n) => {
      const [since, until] = [Math.max(from, at), Math.min(to, closings[n + 1]?.at ?? to)];
      return since < until ? [{ moment, closed: value, since, until }] : [];
    });
  });
}

/** A claimed slot is offered to a channel unless its run dies; after the faults have stopped it is sent. */
const unsent = ({ claims, known }: Entry, { healedAt, sentSlots, silent }: Ending): string[] =>
  claims.made
    .filter(({ channels }) => channels.length > 0)
    .filter(({ slot, at, by }) => silent.has(by) || (at > healedAt && !sentSlots.has(slot.slot)))
    .map(({ slot, at }) => `${known.id} slot ${slot.slot}: claimed at ${iso(at)}, and never sent`);

/** Only a run that dies leaves its slot without a result. */
function untold({ claims, known, versions }: Entry, { finished }: Ending): string[] {
  const open = new Set(
    latest(versions)
      .attempts.filter(({ isDone }) => !isDone)
      .map(({ slot }) => slot.slot),
  );
  const last = new Map(claims.made.map((claim) => [claim.slot.slot, claim]));
  return [...last.values()]
    .filter(({ slot, by }) => open.has(slot.slot) && finished.has(by))
    .map(({ slot }) => `${known.id} slot ${slot.slot}: its run returned without recording a result`);
}
