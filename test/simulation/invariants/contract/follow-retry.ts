/** Gives the model each deferral of a slot, and each claim of a slot that was deferred. */
import { type Attempt, claimedAgain } from '#test/simulation/model/attempts.ts';
import { SCHEDULED } from '#test/simulation/model/bounds.ts';
import { type Closed, NONE_CLOSED, termsOf } from '#test/simulation/model/expected.ts';
import { change } from '#test/simulation/model/ledger-attempts.ts';
import { firstOfAll, planWithout } from '#test/simulation/model/ledger-runs.ts';
import { turnOf } from '#test/simulation/model/plan.ts';
import { deferralFaults, retryFaults } from '#test/simulation/model/retries.ts';
import type { Terms } from '#test/simulation/model/revisions.ts';
import { minutesOf } from '#test/simulation/model/strategy.ts';
import { latest } from '#test/simulation/model/timeline.ts';
import type { Channel } from '#test/simulation/model/wire.ts';
import { hasOddErrors } from '#test/simulation/world/odd-errors.ts';
import { idOf, type Made } from './change-made.ts';
import { rulesIn } from './follow-waiting.ts';
import { closedDuring, entryOf } from './records.ts';

const THROTTLES = ['channel-throttles', 'throttle', 'outage'] as const;

/** What the rules depend on, as it is at the change. */
function situation({ world, records, account, after, commit, ...of }: Made) {
  const id = idOf({ world, records, account, after, commit, ...of });
  const entry = entryOf(records, account, id);
  if (entry === undefined) return undefined;
  const slot = Number(after['slot']);
  const closed = closedDuring(records, entry, { from: commit.from, to: commit.at });
  const known = latest(entry.versions);
  const moment = { ...entry, known };
  const plans = closed.map((channels) => planWithout(moment, channels));
  const terms = termsOf(moment);
  const { status, expiresAt } = known;
  const nextDueAt = plans[0]?.slots[slot]?.dueAt;
  const facts = { slot, lastClaimed: entry.claims.nextSlot - 1, nextDueAt, status, expiresAt, hours: terms.hours };
  return { id, entry, slot, plans, closed, known, terms, facts, strategy: terms.strategy };
}

export function followAgain(made: Made): string[] {
  const { world, records, after, commit } = made;
  const found = situation(made);
  if (found === undefined) return [`${idOf(made)}: a slot is claimed again, and it was never recorded`];
  const { id, entry, slot, plans, closed, terms, known, facts } = found;
  if (world.asker) records.claimants.push(world.asker);
  const accepted = world.messages.filter((each) => each.collectionId === id && each.slot === slot);
  const failed = accepted.filter((each) => world.customers.failed.has(each.id));
  const now = Date.parse(String(after['claimedAt']));
  const attempt = known.attempts.find((each) => each.slot.slot === slot);
  // It keeps the time of its first claim, although the plan may have moved since, because a channel was closed.
  const planned = attempt?.slot;
  const dueAt = attempt?.retryAt ?? planned?.dueAt ?? now;
  const { lawful, countsAt, allows } = rulesIn(made, slot);
  // A closed channel may have left the plan fewer slots: then the slot goes by the channels of now.
  const left = plans.flatMap(({ slots }, nth) => {
    const order = slots[slot - 1]?.channels ?? turnOf(slot - 1, now, usableIn(terms, closed[nth]), terms.hours);
    return lawful(channelsLeft(order, attempt), dueAt);
  });
  const [channels = [], ...orElse] = left;
  if (planned !== undefined) {
    const { at, by } = commit;
    entry.claims.made.push({
      slot: planned,
      at,
      by,
      dueAt,
      countsAt: countsAt(planned.channels, dueAt, now),
      channels,
      orElse,
      known,
      retryAt: attempt?.retryAt,
      heldUntil: allows(channels, now - SCHEDULED) ? undefined : now,
    });
  }
  change(entry, { slot, at: commit.at }, (each) => claimedAgain(each, { now, claimedFor: firstOfAll(left) }));
  const claimed = latest(entry.versions);
  entry.versions.push({ at: commit.at, value: { ...claimed, retry: undefined } });
  const faults = retryFaults({ ...facts, now, accepted: accepted.length, failed: failed.length });
  return faults.map((fault) => `${id} slot ${slot}: claimed again, but ${fault}`);
}

function usableIn({ strategy, reachable }: Terms, { optedOut, unreachable }: Closed = NONE_CLOSED): Channel[] {
  const isUsable = (each: Channel) => reachable.includes(each) && ![...optedOut, ...unreachable].includes(each);
  return strategy?.channels.filter(isUsable) ?? [];
}

/** A throttled channel is tried first. One that refused the message, or could not deliver it, is not tried again. */
function channelsLeft(order: readonly Channel[], attempt: Attempt | undefined): readonly Channel[] {
  const tried = attempt?.channelsTried ?? [];
  const throttled = attempt?.at.failed === undefined ? tried.at(-1) : undefined;
  const fresh = order.filter((each) => !tried.includes(each));
  return throttled !== undefined && order.includes(throttled) ? [throttled, ...fresh] : fresh;
}

export function followDeferral(made: Made): string[] {
  const { world, after } = made;
  const found = situation(made);
  if (found === undefined) return [`${idOf(made)}: a slot is deferred, and it was never recorded`];
  const { id, slot, facts, known, strategy } = found;
  const { deferred: firstAt } = after['at'] as unknown as { deferred: string };
  const faults = deferralFaults({
    ...facts,
    now: Math.max(...[firstAt, String(after['claimedAt'])].map(Date.parse)),
    firstAt: Date.parse(firstAt),
    retryAt: Date.parse(String(after['retryAt'])),
    cadenceMinutes: strategy === undefined ? 0 : minutesOf(strategy.cadence),
    isThrottled: THROTTLES.some((fault) => world.faults.counts.has(fault)) || hasOddErrors(world),
    status: known.status,
  });
  return faults.map((fault) => `${id} slot ${slot}: deferred, but ${fault}`);
}
