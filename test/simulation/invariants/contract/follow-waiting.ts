/** Gives the model each slot that the rules for people let wait or leave out. */
import { termsOf } from '#test/simulation/model/expected.ts';
import { isBarred } from '#test/simulation/model/hours.ts';
import { type ClaimCommit, planWithout, withDeferral } from '#test/simulation/model/ledger-runs.ts';
import {
  capFaults,
  countedAt,
  deferralFaults,
  gotDuring,
  lawfulChannels,
} from '#test/simulation/model/person-claims.ts';
import { latest } from '#test/simulation/model/timeline.ts';
import { iso } from '#test/simulation/model/wire.ts';
import type { Item } from '#test/simulation/table/value.ts';
import { idOf, type Made } from './change-made.ts';
import { closedDuring, entryOf } from './records.ts';

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

/**
 * What the rules for people leave of a message's channels, by what the run may have read of the person. A message that
 * failed for good is replaced.
 */
export function lawfulIn({ records, account, commit, ...made }: Made, replaced?: number): ClaimCommit['lawful'] {
  const entry = entryOf(records, account, idOf({ records, account, commit, ...made }));
  const ledger = records.ledgers.get(account);
  if (entry === undefined || ledger === undefined) return (channels) => [channels];
  const known = latest(entry.versions);
  const expected = { ...entry, known };
  const given = known.terms ? known.terms.given : entry.made.body.followUp;
  const now = commit.at + commit.skew;
  const moments = gotDuring(ledger, known, { from: commit.from, to: commit.at }, replaced);
  return (channels, dueAt) =>
    moments.map((got) => lawfulChannels({ expected, given, got }, channels, countedAt(dueAt, now)));
}

/** The run may have read the opt-outs and the person at any moment since it began. */
function leastFaults({ records, account, commit, ...made }: Made, slot: number, until?: number): string[] {
  const id = idOf({ records, account, commit, ...made });
  const entry = entryOf(records, account, id);
  const ledger = records.ledgers.get(account);
  if (entry === undefined || ledger === undefined) return ['it was never recorded'];
  const time = { from: commit.from, to: commit.at };
  const known = latest(entry.versions);
  const expected = { ...entry, known };
  const given = known.terms ? known.terms.given : entry.made.body.followUp;
  const { hours } = termsOf(expected);
  const now = commit.at + commit.skew;
  const found = closedDuring(records, entry, time).flatMap((closed) => {
    const { slots } = withDeferral(planWithout(expected, closed), known);
    const due = slots[slot - 1];
    if (due === undefined) return [['it is not planned']];
    const channels = due.channels.filter((each) => !isBarred(each, now, hours));
    const waiting = { channels, dueAt: due.dueAt, now, endsAt: slots[slot]?.dueAt ?? known.expiresAt };
    return gotDuring(ledger, known, time).map((got) => {
      const of = { expected, given, got };
      return until === undefined ? capFaults(of, waiting) : deferralFaults(of, waiting, until);
    });
  });
  return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
}
