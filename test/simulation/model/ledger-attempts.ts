/** Records the results of attempts, their receipts, and what customers said that a collection tells. */
import { type Attempt, failedOver, isMovedBy, type ReceiptStatus, withReceipt, withResult } from './attempts.ts';
import type { Known } from './collection.ts';
import { type Commit, dateFaults, instantOf } from './commit.ts';
import type { Entry } from './ledger.ts';
import { type Offer, offerFaults, resultsOf } from './offers.ts';
import { isPayable } from './states.ts';
import { latest } from './timeline.ts';
import type { Channel } from './wire.ts';

type OfSlot = Commit & { slot: number; written: string };

/** The result of a send: `offers` are those of the claiming invocation, as the channels know them. */
export function recordResult(
  entry: Entry,
  commit: OfSlot & { offers: readonly Offer[]; retryAt: number; isFirst: boolean },
): string[] {
  const { slot, offers, written, retryAt, isFirst } = commit;
  const claim = entry.claims.made.findLast((each) => each.slot.slot === slot);
  const possible = resultsOf(offers);
  const right = possible.find(({ status }) => status === written) ?? possible[0];
  // A slot that is deferred again keeps the instant of its first deferral.
  const now = isFirst ? instantOf(commit) : commit.at;
  const isNew = change(entry, commit, (attempt) =>
    attempt.isDone || right === undefined ? attempt : withResult(attempt, right, { now, retryAt }),
  );
  const about = `${entry.known.id} slot ${slot}`;
  if (!isNew || claim === undefined) return [`${about}: ${written}, where no result is awaited`];
  const read = [claim.channels, ...claim.orElse].map((channels) => offerFaults(offers, channels));
  const faults = read.toSorted((a, b) => a.length - b.length)[0] ?? [];
  return [
    ...faults.map((fault) => `${about}: ${fault}`),
    ...(written === right?.status ? [] : [`${about}: ${written} instead of ${right?.status}`]),
    ...(isFirst ? dateFaults(about, commit, now) : []),
  ];
}

type OfReceipt = OfSlot & {
  status: ReceiptStatus;
  channel: Channel;
  /** Whether it is of the slot's last message. */
  isOfLast: boolean;
  retryAt: number;
};

/** A receipt of a channel, kept once. It moves a status back only where a bounce follows a delivery. */
export function recordReceipt(entry: Entry, commit: OfReceipt): string[] {
  const { slot, status, channel, dated, written, isOfLast, retryAt } = commit;
  const known = latest(entry.versions);
  const told = { status, channel, at: dated };
  const goesOn = (attempt: Attempt) =>
    status === 'failed' && isMovedBy(attempt, status, channel) && mayFailOver(known, attempt);
  change(entry, commit, (attempt) => {
    if (!isOfLast) return attempt;
    return goesOn(attempt) && written === 'deferred' ? failedOver(attempt, told, retryAt) : withReceipt(attempt, told);
  });
  const found = attemptOf(entry, slot);
  if (found === undefined) return [`${entry.known.id} slot ${slot}: a receipt, and it was never claimed`];
  return found.status === written
    ? []
    : [`${entry.known.id} slot ${slot}: ${written} after ${status} instead of ${found.status}`];
}

/** The slot that was claimed last goes to another channel, once, while the collection can be paid. */
const mayFailOver = ({ status, nextSlot }: Known, { slot, earlier }: Attempt): boolean =>
  isPayable(status) && nextSlot === slot.slot + 1 && earlier === undefined;

const attemptOf = ({ versions }: Entry, slot: number): Attempt | undefined =>
  latest(versions).attempts.find((each) => each.slot.slot === slot);

/** True if the attempt has changed. */
export function change(
  entry: Entry,
  { slot, at }: Pick<OfSlot, 'slot' | 'at'>,
  move: (attempt: Attempt) => Attempt,
): boolean {
  const known = latest(entry.versions);
  const attempts = known.attempts.map((each) => (each.slot.slot === slot ? move(each) : each));
  const isChanged = attempts.some((each, index) => each !== known.attempts[index]);
  if (isChanged) entry.versions.push({ at, value: { ...known, attempts } });
  return isChanged;
}

/** What the customer has said, which the collection tells. `said`: when customers said so by a reply, which carries its own time. */
export function recordWord(
  entry: Entry,
  type: string,
  { said, ...commit }: Commit & { said: readonly number[] },
): string[] {
  const known = latest(entry.versions);
  const at = said.includes(commit.dated) ? commit.dated : instantOf(commit);
  entry.versions.push({ at: commit.at, value: { ...known, events: [...known.events, { type, at }] } });
  return dateFaults(`${known.id}: ${type}`, commit, at);
}
