/** Records the revisions of a collection's plan, each by the rules of its request. */
import type { Known } from './collection.ts';
import { type Commit, dateFaults, instantOf } from './commit.ts';
import type { Entry } from './ledger.ts';
import { planWithout } from './ledger-runs.ts';
import { courseFrom, type Pause, pauseAt, replyPause } from './revisions.ts';
import { latest } from './timeline.ts';
import { type Channel, iso } from './wire.ts';

/** `optedOut`: each set of opted-out channels that the writer may have read. */
type Revising = Commit & { optedOut: readonly (readonly Channel[])[] };

/** A waiting retry is left out by a pause, like the slots to come. */
function revised(known: Known, to: Partial<Known>, event: { type: string; at: number } | undefined): Known {
  const next = { ...known, ...to };
  const { retry } = next;
  const at = event?.at ?? known.updatedAt;
  const isLeft = retry !== undefined && pauseAt(next, at) === undefined;
  return {
    ...next,
    retry: isLeft ? retry : undefined,
    updatedAt: at,
    events: event === undefined ? known.events : [...known.events, event],
  };
}

/** `replies`: when each reply that the collection keeps was recorded. `until`: the written end. */
export function recordReplyPause(
  entry: Entry,
  commit: Revising & { replies: readonly number[]; until: number },
): string[] {
  const known = latest(entry.versions);
  const now = instantOf(commit);
  const at = Math.max(now, known.updatedAt);
  const ends = commit.optedOut.flatMap((channels) => {
    const { slots } = planWithout({ ...entry, known }, channels);
    return commit.replies.flatMap((reply) => replyPause(known, slots, { at: reply, now }) ?? []);
  });
  const until = ends.find((each) => each === commit.until) ?? ends[0] ?? commit.until;
  const pause: Pause = { since: now, until, reason: 'reply' };
  const course = courseFrom(known, { from: now, pause });
  const value = revised(known, { course }, { type: 'followup.paused', at });
  entry.versions.push({ at: commit.at, value });
  const about = `${known.id}: paused by a reply`;
  return [
    ...(ends.length > 0 ? [] : [`${about}, and nothing was to be paused`]),
    ...(until === commit.until ? [] : [`${about} until ${iso(commit.until)} instead of ${iso(until)}`]),
    ...dateFaults(about, commit, at),
  ];
}
