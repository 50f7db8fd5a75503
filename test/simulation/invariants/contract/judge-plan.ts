/** Judges an answered plan: its slots with their times, channels, tones and statuses. */
import { isDeepStrictEqual } from 'node:util';
import { statusAt } from '#test/simulation/model/collection.ts';
import { planWithout } from '#test/simulation/model/ledger-runs.ts';
import { isPayable } from '#test/simulation/model/states.ts';
import { iso } from '#test/simulation/model/wire.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import { findings, instantsFor, type Question } from './question.ts';
import { optOutsDuring, type Records } from './records.ts';

type Slot = {
  slot: number;
  dueAt: string;
  tone: string;
  channel: string;
  status: string;
  skipReason?: string;
  retryAt?: string;
};

/** Not compared yet: texts, reasons, the result of each attempt, and plans after an opt-out. */
export function judgePlan(records: Records, question: Question, { body }: Answer): string[] {
  const { ledger, time, asked } = question;
  const entry = ledger.entries.get(asked.call.id ?? '');
  if (entry === undefined) return ['200 for what is not on record'];
  const { enabled, slots, removed } = body.data as { enabled: boolean; slots: Slot[]; removed: { dueAt: string }[] };
  const faults = enabled === entry.known.followUp.enabled ? [] : [`enabled is ${enabled}`];
  if (optOutsDuring(records, entry, time).some((channels) => channels.length > 0)) return faults;
  const plan = planWithout(entry, []);
  const times = slots.map(({ slot, dueAt, tone }) => ({ slot, dueAt, tone }));
  const wanted = plan.slots.map(({ slot, dueAt, tone }) => ({ slot, dueAt: iso(dueAt), tone }));
  const left = removed.map(({ dueAt }) => dueAt);
  const wantedLeft = plan.removed.map(({ dueAt }) => iso(dueAt));
  const statuses = findings(entry, time).flatMap((found) =>
    found ? instantsFor(found.known, question).map((now) => statusAt(found.known, now)) : [],
  );
  const claimedBy = (instant: number, slot: number) =>
    entry.claims.made.some((claim) => claim.slot.slot === slot && claim.at <= instant);
  const isRight = ({ slot, status, skipReason, retryAt, channel }: Slot): boolean => {
    if (claimedBy(time.from, slot)) return status !== 'planned' || retryAt !== undefined;
    const isFirst = plan.slots[slot - 1]?.channels[0] === channel;
    const isOpen = isFirst && statuses.some((each) => (isPayable(each) ? status === 'planned' : skipReason === each));
    return isOpen || claimedBy(time.to, slot) || skipReason === 'already_paid' || skipReason === 'late';
  };
  return [
    ...faults,
    ...(isDeepStrictEqual(times, wanted)
      ? []
      : [`slots ${JSON.stringify(times)} instead of ${JSON.stringify(wanted)}`]),
    ...(isDeepStrictEqual(left, wantedLeft) ? [] : ['not what was removed']),
    ...slots.filter((each) => !isRight(each)).map((each) => `slot ${JSON.stringify({ ...each, text: undefined })}`),
  ];
}
