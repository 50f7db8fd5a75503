/** The claims of a collection's slots, and the judgement of each by the rules of a run. */
import { claimed } from './attempts.ts';
import type { Known } from './collection.ts';
import { type Closed, type Expected, expectPlan, expectRunPlan, type RunPlan, termsOf } from './expected.ts';
import { overdueMark, type Plan, type Slot } from './plan.ts';
import { actionOf, type RunAction } from './runs.ts';
import { during, latest, type Timeline } from './timeline.ts';
import { type Channel, iso } from './wire.ts';

/**
 * A claimed slot: to be sent by one of `channels`, or skipped if there are none. `known` is the collection then. A run
 * that asked a provider may have read the opt-outs some seconds before: `orElse` are the channels as they were then.
 */
export type Claim = {
  slot: Slot;
  at: number;
  by: number;
  /** When it was due, with its deferral, and when its message counts. */
  dueAt: number;
  countsAt: number;
  channels: readonly Channel[];
  orElse: readonly (readonly Channel[])[];
  known: Known;
  /** When the slot was to be offered again, of its second or a later claim. */
  retryAt?: number | undefined;
  /** When the rules for people let a slot that is offered again go, shortly before its claim. */
  heldUntil?: number | undefined;
};

/** `leftOut`: the slot that a part payment leaves out. */
export type Claims = { nextSlot: number; leftOut?: number; made: Claim[] };

type Subject = Expected & { claims: Claims; versions: Timeline<Known> };

const SENDERS: readonly Channel[] = ['whatsapp', 'sms', 'email'];

/** By what fixes a plan: its course, else the hours of its collection, which are an object of its own. */
const plans = new WeakMap<object, Map<string, Plan>>();

/** What cannot reach the contact is as good as no sender. */
const meansWithout = ({ optedOut, unreachable }: Closed) => ({
  optedOut,
  senders: SENDERS.filter((each) => !unreachable.includes(each)),
});

/** The plan of a collection as it is known, without the closed channels. */
export function planWithout(expected: Expected, closed: Closed): Plan {
  const fixed = expected.known.course ?? termsOf(expected).hours;
  const known = plans.get(fixed) ?? new Map<string, Plan>();
  plans.set(fixed, known);
  const name = [closed.optedOut, closed.unreachable].join(' ');
  const plan = known.get(name) ?? expectPlan(expected, meansWithout(closed));
  known.set(name, plan);
  return plan;
}

/** What was claimed counts for the overdue mark, too, also what an earlier plan had. Plans are kept without that. */
export function runPlanWithout(expected: Expected, closed: Closed): RunPlan {
  const plan = expectRunPlan(expected, meansWithout(closed), (optedOut) =>
    planWithout(expected, { ...closed, optedOut }),
  );
  const dueAt = [...plan.slots, ...expected.known.attempts.map(({ slot }) => slot)].map((slot) => slot.dueAt);
  return { ...plan, overdueAt: overdueMark(dueAt, termsOf(expected).strategy, expected.known) };
}

/** `closed`: each set of closed channels that the run may have read. */
export type ClaimCommit = {
  slot: number;
  /** The reason for the skip; undefined for a slot to send. */
  reason: string | undefined;
  closed: readonly Closed[];
  /** As it is written. */
  tone: string;
  /** The instant on the invocation's clock. */
  now: number;
  /** When the run began. */
  from: number;
  at: number;
  by: number;
  /** The channels that the rules for people allow a message that was due then; one list for each moment of the run. */
  lawful: (channels: readonly Channel[], dueAt: number) => readonly (readonly Channel[])[];
  /** When a message that was due then, and is claimed at `now`, counts. */
  countsAt: (channels: readonly Channel[], dueAt: number, now: number) => number;
};

/** Judges the claim of a slot by the duty of a run at that instant, and records it. */
export function recordClaim(subject: Subject, commit: ClaimCommit): string[] {
  const { slot, reason, tone, now, from, at, by } = commit;
  const was = latest(subject.versions);
  const about = `${was.id} slot ${slot}`;
  // After a completing payment the slots that were due get rows with these reasons, which are no claims.
  const isPaid = was.status === 'completed' && (reason === 'already_paid' || reason === 'late');
  const { claims } = subject;
  const { nextSlot, leftOut } = claims;
  const actionBy = (known: Known, plan: RunPlan): RunAction => {
    if (isWaiting(known, now)) return { kind: 'nothing' };
    const { expiresAt, promise, course } = known;
    const { hours } = termsOf({ ...subject, known });
    const status = isPaid ? 'pending' : known.status;
    const promised = promise?.brokenAt === undefined ? promise?.payBy : undefined;
    // A reminder that the merchant asks for is not left out.
    const skipped = isPaid || course?.asked?.slot === leftOut ? undefined : leftOut;
    const facts = { nextSlot, leftOut: skipped, status, expiresAt, promised, hours, now };
    return actionOf({ ...facts, plan: withDeferral(plan, known) });
  };
  // A row that is no claim is of the plan that its run has read: it may have been revised since.
  const read = isPaid ? during(subject.versions, { from, to: at }) : [was];
  const found = read.flatMap((known) =>
    commit.closed.map((channels) => {
      const plan = runPlanWithout({ ...subject, known }, channels);
      return { plan, action: actionBy(known, plan), tone: plan.slots[slot - 1]?.tone };
    }),
  );
  const wanted = reason === 'already_paid' ? undefined : reason;
  const [right, ...earlier] = found
    .filter(({ action }) => isPartOf(action, slot, wanted))
    .toSorted((one, other) => Number(other.tone === tone) - Number(one.tone === tone));
  const planned = right?.plan.slots.find((each) => each.slot === slot);
  const done = reason === undefined ? 'sent' : `skipped(${reason})`;
  if (right === undefined || planned === undefined)
    return [
      `${about}: ${done} at ${iso(now)} where a run should ${found.map(({ action }) => words(action)).join(', or ')}`,
    ];
  const { dueAt } = withDeferral(right.plan, was).slots[slot - 1] ?? planned;
  const channelsOf = (action: RunAction) =>
    action.kind === 'send' && reason === undefined ? commit.lawful(action.channels, dueAt) : [[]];
  const [channels = [], ...orElse] = [right, ...earlier].flatMap(({ action }) => channelsOf(action));
  const claimedFor = firstOfAll([channels, ...orElse]);
  const attempts = [...was.attempts, claimed(planned, { skipReason: reason, now, claimedFor })];
  // The late slots before it are recorded first.
  const deferral = was.deferral !== undefined && was.deferral.slot > slot ? was.deferral : undefined;
  const known = isPaid ? { ...was, attempts } : { ...was, attempts, nextSlot: slot + 1, retry: undefined, deferral };
  subject.versions.push({ at, value: known });
  if (isPaid) return [];
  const countsAt = commit.countsAt(planned.channels, dueAt, now);
  claims.made.push({ slot: planned, at, by, dueAt, countsAt, channels, orElse, known: was });
  if (reason !== 'late') claims.nextSlot = slot + 1;
  return [];
}

/** Clocks differ by five seconds. */
const CLOCKS = 5_000;

/** Undefined where the lists differ in their first channel. */
export function firstOfAll(lists: readonly (readonly Channel[])[]): Channel | undefined {
  const [first, ...others] = new Set(lists.map(([channel]) => channel));
  return others.length === 0 ? first : undefined;
}

/** What the rules for people let wait is due when they allow it, and nothing before that. */
const isWaiting = ({ deferral }: Known, now: number): boolean =>
  deferral !== undefined && now < deferral.until - CLOCKS;

export const withDeferral = <P extends Plan>(plan: P, { deferral }: Pick<Known, 'deferral'>): P =>
  deferral === undefined
    ? plan
    : {
        ...plan,
        slots: plan.slots.map((each) =>
          each.slot === deferral.slot ? { ...each, dueAt: Math.max(each.dueAt, deferral.until) } : each,
        ),
      };

function isPartOf(action: RunAction, slot: number, reason: string | undefined): boolean {
  if (action.kind !== 'send' && action.kind !== 'skip') return false;
  if (reason === 'late') return action.late.some((each) => each.slot === slot);
  if (action.slot !== slot) return false;
  // What other collections have sent to the person can forbid it: invariant 11 judges that.
  return action.kind === 'send' ? reason === undefined || reason === 'contact_cap' : reason === action.reason;
}

const words = (action: RunAction): string =>
  'slot' in action ? `${action.kind} slot ${action.slot}` : `${action.kind}`.replace('nothing', 'do nothing');
