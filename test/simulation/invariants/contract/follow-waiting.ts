/** Gives the model each slot that the rules for people let wait or leave out. */
import type { Known } from '#test/simulation/model/collection.ts';
import { type Closed, termsOf } from '#test/simulation/model/expected.ts';
import { isBarred } from '#test/simulation/model/hours.ts';
import type { Entry } from '#test/simulation/model/ledger.ts';
import { type ClaimCommit, planWithout, withDeferral } from '#test/simulation/model/ledger-runs.ts';
import {
  capFaults,
  countedAt,
  deferralFaults,
  gotDuring,
  lawfulChannels,
  mayWrite,
} from '#test/simulation/model/person-claims.ts';
import type { Got } from '#test/simulation/model/persons.ts';
import { latest } from '#test/simulation/model/timeline.ts';
import { type Channel, iso } from '#test/simulation/model/wire.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { idOf, type Made } from './change-made.ts';
import { closedDuring, entryOf } from './records.ts';

/** By what a run may have read of the person, at each moment. */
type Rules = Pick<ClaimCommit, 'lawful' | 'countsAt'> & {
  /** Whether one of the channels might have written at that instant. */
  allows: (channels: readonly Channel[], at: number) => boolean;
};

type Deferral = { slot: number; until: string } | undefined;

/** A deferral is set together with the collection's next run. The claim of its slot and a revision end it. */
export function followWaiting(made: Made, before: Item): string[] {
  const { records, account, after, commit } = made;
  const [was, is] = [before, after].map((item) => item['deferral'] as unknown as Deferral);
  const entry = entryOf(records, account, idOf(made));
  if (entry === undefined || is === undefined || JSON.stringify(was) === JSON.stringify(is)) return [];
  const until = Date.parse(is.until);
  const faults = leastFaults(made, is.slot, until);
  const deferral = { slot: is.slot, until };
  entry.versions.push({ at: commit.at, value: { ...latest(entry.versions), deferral } });
  return faults.map((fault) => `${idOf(made)} slot ${is.slot}: deferred to ${iso(until)}, but ${fault}`);
}

/** Judge it before the claim is recorded. */
export function capSkipFaults(made: Made): string[] {
  const slot = Number(made.after['slot']);
  return leastFaults(made, slot).map((fault) => `${idOf(made)} slot ${slot}: skipped(contact_cap), but ${fault}`);
}

/** The rules for people in a run. A message that failed for good, or was throttled, is replaced. */
export function rulesIn({ records, account, commit, ...made }: Made, replaced?: number): Rules {
  const entry = entryOf(records, account, idOf({ records, account, commit, ...made }));
  const ledger = records.ledgers.get(account);
  if (entry === undefined || ledger === undefined)
    return { lawful: (channels) => [channels], countsAt: (_channels, dueAt) => dueAt, allows: () => true };
  const known = latest(entry.versions);
  const expected = { ...entry, known };
  const given = known.terms ? known.terms.given : entry.made.body.followUp;
  const now = commit.at + commit.skew;
  const moments = gotDuring(ledger, known, { from: commit.from, to: commit.at }, replaced);
  const allows = (channels: readonly Channel[], at: number) =>
    moments.some((got) => mayWrite({ expected, given, got }, channels, at));
  return {
    allows,
    lawful: (channels, dueAt) =>
      moments.map((got) => lawfulChannels({ expected, given, got }, channels, countedAt(dueAt, now))),
    // A message that they let wait until shortly before the run counts at the run.
    countsAt: (channels, dueAt, claimedAt) => {
      const at = countedAt(dueAt, claimedAt);
      return allows(channels, at) ? at : claimedAt;
    },
  };
}

/** The run may have read the opt-outs and the person at any moment since it began. */
function leastFaults({ records, account, commit, ...made }: Made, slot: number, until?: number): string[] {
  const id = idOf({ records, account, commit, ...made });
  const entry = entryOf(records, account, id);
  const ledger = records.ledgers.get(account);
  if (entry === undefined || ledger === undefined) return ['it was never recorded'];
  const time = { from: commit.from, to: commit.at };
  const now = commit.at + commit.skew;
  const known = latest(entry.versions);
  const found = closedDuring(records, entry, time).flatMap((closed) =>
    gotDuring(ledger, known, time).map((got) => waitingFaults({ entry, known, got }, closed, { slot, until, now })),
  );
  return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

type Read = { entry: Entry; known: Known; got: readonly Got[] };
type Waits = { slot: number; until: number | undefined; now: number };

function waitingFaults({ entry, known, got }: Read, closed: Closed, { slot, until, now }: Waits): string[] {
  const expected = { ...entry, known };
  const { slots } = withDeferral(planWithout(expected, closed), known);
  const due = slots[slot - 1];
  if (due === undefined) return ['it is not planned'];
  const { hours } = termsOf(expected);
  const channels = due.channels.filter((each) => !isBarred(each, now, hours));
  const waiting = { channels, dueAt: due.dueAt, now, endsAt: slots[slot]?.dueAt ?? known.expiresAt };
  const given = known.terms ? known.terms.given : entry.made.body.followUp;
  const of = { expected, given, got };
  return until === undefined ? capFaults(of, waiting) : deferralFaults(of, waiting, until);
}
