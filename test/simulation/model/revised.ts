/** What every revision of a plan does: it keeps what was due, leaves out a retry while it pauses, and is told. */
import type { Fault, Refusal } from './answers.ts';
import type { Known } from './collection.ts';
import type { Closed, Expected } from './expected.ts';
import { runPlanWithout } from './ledger-runs.ts';
import type { Got } from './persons.ts';
import type { Slot } from './plan.ts';
import { type Course, pauseAt, waitingSlot } from './revisions.ts';
import { type FollowUpRequest, MINUTE } from './wire.ts';

/** `got`: what the person of the collection has got from all collections. */
export type Moment = Expected & {
  given: FollowUpRequest | undefined;
  closed: Closed;
  got: readonly Got[];
};

/** `known` is the same object where nothing changes. */
export type Revised = { known: Known } | { refusal: Refusal; more?: { message?: string; errors?: readonly Fault[] } };

/** Of a field that cannot be so. */
export const refused = (path: string, message: string): Revised => ({
  refusal: 'validation_failed',
  more: { errors: [{ path, message }] },
});

/** What is told of it: `data` for the event's reader. */
type Telling = { now: number; type?: string; data?: object };

/** A waiting retry is left out by a pause, like the slots to come. */
export function revised(known: Known, to: Partial<Known>, { now, type, data }: Telling): Known {
  const at = Math.max(now, known.updatedAt);
  const next = { ...known, ...to, updatedAt: at };
  return {
    ...next,
    deferral: undefined,
    retry: pauseAt(next, now) === undefined ? known.retry : undefined,
    events: type === undefined ? known.events : [...known.events, { type, at, ...(data && { data }) }],
  };
}

/** What was due before the change and is not claimed yet stays in the plan, and so does a reminder that was asked for. */
export function keepingDue({ closed, ...moment }: Moment, now: number): { from: number; asked: Course['asked'] } {
  const due = dueSlots(moment, closed, now);
  return { from: due.at(-1)?.dueAt ?? now, asked: waitingSlot(moment.known) };
}

/** A quicker rhythm may put many slots between what was due and now: only the last of them is in the plan. */
export function withOneLate({ closed, ...moment }: Moment, known: Known, now: number): Known {
  const { course } = known;
  if (course === undefined) return known;
  const [last] = dueSlots({ ...moment, known }, closed, now).toReversed();
  return last === undefined ? known : { ...known, course: { ...course, from: last.dueAt } };
}

const dueSlots = (moment: Expected, closed: Closed, now: number): Slot[] =>
  runPlanWithout(moment, closed).slots.filter(
    ({ slot, dueAt }) => slot >= moment.known.nextSlot && dueAt <= now && slot !== moment.known.course?.asked?.slot,
  );

export const lifeOf = ({ createdAt }: Known, expiresIn: number) => ({
  expiresIn,
  expiresAt: createdAt + expiresIn * MINUTE,
});
