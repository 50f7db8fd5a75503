/** Records the revisions of a collection's plan, each by the rules of its request. */
import type { Known } from './collection.ts';
import { type Commit, dateFaults, instantOf } from './commit.ts';
import { type Closed, NONE_CLOSED } from './expected.ts';
import type { Entry } from './ledger.ts';
import { runPlanWithout } from './ledger-runs.ts';
import { askedFor, named } from './made-by.ts';
import type { Got } from './persons.ts';
import { type Revising as Asked, breakPromise, reviseBy } from './revise.ts';
import { revised } from './revised.ts';
import { courseFrom, type Pause, replyPause } from './revisions.ts';
import { latest } from './timeline.ts';
import { iso } from './wire.ts';

/**
 * `closed`: each set of closed channels that the writer may have read; `dated` is the instant of the revision itself,
 * and `updatedAt` may be later.
 */
type Revising = Commit & { updatedAt: number; closed: readonly Closed[] };

/** `got`: what the person may have got by then, for each moment at which it can have been read. */
export type RevisionCommit = Revising & { asked: Asked; by: number; got: readonly (readonly Got[])[] };

/** A revision that a caller asked for: the request must change something, for some closed channels that it may have read. */
export function recordRevision(entry: Entry, commit: RevisionCommit): string[] {
  const known = latest(entry.versions);
  const now = instantOf(commit);
  const given = known.terms ? known.terms.given : entry.made.body.followUp;
  const about = `${known.id}: ${commit.asked.operation}`;
  const outcomes = commit.closed.flatMap((closed) =>
    commit.got.map((got) => reviseBy(commit.asked, { ...entry, known, given, closed, got }, now)),
  );
  const changed = outcomes.flatMap((each) => ('known' in each && each.known !== known ? [each.known] : []))[0];
  const right = changed && madeBy(commit, changed, known);
  if (right === undefined) return [`${about} revised, where it should not`];
  entry.versions.push({ at: commit.at, value: right });
  entry.revisions.set(commit.by, right);
  return updateFaults(about, commit, right);
}

const madeBy = ({ asked, member }: RevisionCommit, changed: Known, before: Known): Known =>
  asked.operation === 'send-follow-up' ? askedFor(changed, member) : named(changed, before, member);

/** A run finds the promised day passed. */
export function recordBroken(entry: Entry, commit: Revising): string[] {
  const known = latest(entry.versions);
  const now = instantOf(commit);
  const { promise } = known;
  const isDue = promise !== undefined && promise.brokenAt === undefined && now >= promise.payBy;
  const given = entry.made.body.followUp;
  const [closed = NONE_CLOSED] = commit.closed;
  const value = breakPromise({ ...entry, known, given, closed, got: [] }, now);
  entry.versions.push({ at: commit.at, value });
  const about = `${known.id}: promise.broken`;
  return [...(isDue ? [] : [`${about} at ${iso(now)}, and it was not due`]), ...updateFaults(about, commit, value)];
}

/** `replies`: when each reply that the collection keeps was recorded. `until`: the written end. */
export function recordReplyPause(
  entry: Entry,
  commit: Revising & { replies: readonly number[]; until: number },
): string[] {
  const known = latest(entry.versions);
  const now = instantOf(commit);
  const ends = commit.closed.flatMap((channels) => {
    const { slots } = runPlanWithout({ ...entry, known }, channels);
    return commit.replies.flatMap((reply) => replyPause(known, slots, { at: reply, now }) ?? []);
  });
  const until = ends.find((each) => each === commit.until) ?? ends[0] ?? commit.until;
  const pause: Pause = { since: now, until, reason: 'reply' };
  const course = courseFrom(known, { from: now, pause });
  const value = revised(
    known,
    { course },
    {
      now,
      type: 'followup.paused',
      data: { until: iso(until), reason: 'reply', actor: 'customer' },
    },
  );
  entry.versions.push({ at: commit.at, value });
  const about = `${known.id}: paused by a reply`;
  return [
    ...(ends.length > 0 ? [] : [`${about}, and nothing was to be paused`]),
    ...(until === commit.until ? [] : [`${about} until ${iso(commit.until)} instead of ${iso(until)}`]),
    ...updateFaults(about, commit, value),
  ];
}

const updateFaults = (about: string, commit: Revising, { updatedAt }: Known): string[] =>
  dateFaults(about, { ...commit, dated: commit.updatedAt }, updatedAt);
