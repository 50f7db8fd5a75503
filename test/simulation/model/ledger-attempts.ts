/** Records the results of attempts, their receipts, and the opt-outs that a collection tells. */
import {
  type Attempt,
  type Offer,
  offerFaults,
  type ReceiptStatus,
  resultOf,
  withReceipt,
  withResult,
} from './attempts.ts';
import { type Commit, dateFaults, instantOf } from './commit.ts';
import type { Entry } from './ledger.ts';
import { latest } from './timeline.ts';

type OfSlot = Commit & { slot: number; written: string };

/** The result of a send: `offers` are those of the claiming invocation, as the channels know them. */
export function recordResult(entry: Entry, commit: OfSlot & { offers: readonly Offer[] }): string[] {
  const { slot, offers, written } = commit;
  const claim = entry.claims.made.findLast((each) => each.slot.slot === slot);
  const right = resultOf(offers);
  const now = instantOf(commit);
  const isNew = change(entry, commit, (attempt) => (attempt.isDone ? attempt : withResult(attempt, right, now)));
  const about = `${entry.known.id} slot ${slot}`;
  if (!isNew || claim === undefined) return [`${about}: ${written}, where no result is awaited`];
  const read = [claim.channels, ...claim.orElse].map((channels) => offerFaults(offers, channels));
  const faults = read.toSorted((a, b) => a.length - b.length)[0] ?? [];
  return [
    ...faults.map((fault) => `${about}: ${fault}`),
    ...(written === right.status ? [] : [`${about}: ${written} instead of ${right.status}`]),
    ...dateFaults(about, commit, now),
  ];
}

/** A receipt of a channel, kept once. It never moves a status back. */
export function recordReceipt(entry: Entry, commit: OfSlot & { status: ReceiptStatus; dated: number }): string[] {
  const { slot, status, dated, written } = commit;
  change(entry, commit, (attempt) => withReceipt(attempt, status, dated));
  const found = attemptOf(entry, slot);
  if (found === undefined) return [`${entry.known.id} slot ${slot}: a receipt, and it was never claimed`];
  return found.status === written
    ? []
    : [`${entry.known.id} slot ${slot}: ${written} after ${status} instead of ${found.status}`];
}

const attemptOf = ({ versions }: Entry, slot: number): Attempt | undefined =>
  latest(versions).attempts.find((each) => each.slot.slot === slot);

function change(entry: Entry, { slot, at }: OfSlot, move: (attempt: Attempt) => Attempt): boolean {
  const known = latest(entry.versions);
  const attempts = known.attempts.map((each) => (each.slot.slot === slot ? move(each) : each));
  const isChanged = attempts.some((each, index) => each !== known.attempts[index]);
  if (isChanged) entry.versions.push({ at, value: { ...known, attempts } });
  return isChanged;
}

/** The customer has opted out by a message of this collection, which tells it once. */
export function recordOptOut(entry: Entry, commit: Commit): string[] {
  const known = latest(entry.versions);
  const type = 'contact.opted_out';
  if (known.events.some((event) => event.type === type)) return [`${known.id}: tells ${type} twice`];
  const at = instantOf(commit);
  entry.versions.push({ at: commit.at, value: { ...known, events: [...known.events, { type, at }] } });
  return dateFaults(`${known.id}: ${type}`, commit, at);
}
