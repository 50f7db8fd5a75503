/** Invariant 4: once faults have stopped, every due slot gets its row in time, and nothing stays payable past its expiry. */

import type { Attempt } from '#lib/domain/attempt.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { CHANNELS } from '#lib/domain/follow-up/follow-up.ts';
import { planOf } from '#lib/domain/follow-up/plan-of.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { ATTEMPT_PREFIX, COLLECTION_SORT_KEY, collectionKey } from '#lib/store/keys.ts';
import type { Invariant } from './invariant.ts';
import { attemptsOf, hasOptedOut, storedCollections } from './stored.ts';

const MINUTE = 60_000;
/** What was broken off when faults stopped is through by then. */
const QUIET_MS = 20 * MINUTE;
/** A schedule's precision, its least distance, and clocks; and by when the sweeper has made good one that was lost. */
const PROMPT_MS = 100_000;
const SWEPT_MS = 13 * MINUTE;

const ENDS: readonly string[] = ['collection.completed', 'collection.cancelled', 'collection.expired'];

export const nothingForgotten: Invariant = {
  number: 4,
  name: 'every due slot has a row in time, and nothing stays payable past its expiry',
  watch(world, violate) {
    /** When a collection's runs were set, the latest last. A claim is part of the write that sets the next one. */
    const runsSetAt = new Map<string, number[]>();
    const settled = (instant: number) => instant > world.healedAt + QUIET_MS;

    const judgeInTime = (pk: string, what: string, due: number): void => {
      const rang = runsSetAt.get(pk)?.at(what === 'expired' ? -1 : -2) ?? 0;
      // A run can be set when what it is for is due already.
      const late = world.kernel.now() - Math.max(due, rang);
      if (settled(due) && late > (settled(rang) ? PROMPT_MS : SWEPT_MS))
        violate(`${pk}: ${what} ${Math.round(late / 1000)} s late`);
    };

    return {
      changed({ key: { pk, sk }, before, after }) {
        if (sk.startsWith(ATTEMPT_PREFIX) && before === undefined) {
          const { slot, dueAt, reason } = after as unknown as Attempt;
          // One that is late is passed over together with a newer one, which is the one to judge.
          if (reason !== 'late') judgeInTime(pk, `slot ${slot}`, Date.parse(dueAt));
          else if (settled(runsSetAt.get(pk)?.at(-2) ?? 0)) violate(`${pk}: slot ${slot} skipped for being late`);
        }
        if (sk !== COLLECTION_SORT_KEY || after === undefined) return;
        if (before && before['status'] !== 'expired' && after['status'] === 'expired')
          judgeInTime(pk, 'expired', Date.parse(String(after['expiresAt'])));
        if (before?.['runNumber'] !== after['runNumber'])
          runsSetAt.set(pk, [...(runsSetAt.get(pk) ?? []), world.kernel.now()]);
      },
      ended() {
        for (const collection of storedCollections(world)) {
          const { id, ref, status, nextRunAt } = collection;
          if (isPayable(status)) violate(`${id}: still ${status} after its expiry`);
          if (nextRunAt !== undefined) violate(`${id}: ${status}, and still to be woken`);
          const attempts = attemptsOf(world, collectionKey(ref.account, ref.hash).pk);
          for (const { slot, at } of attempts)
            if (Object.keys(at).length === 0) violate(`${id}: slot ${slot} says nothing`);
          judgeSlots(collection);
        }
      },
    };

    /** Slots that came due when all was well, long enough before the end, have been claimed. */
    function judgeSlots(collection: Collection): void {
      const { id, ref, nextSlot, events, contact } = collection;
      const endedAt = Date.parse(events.find(({ type }) => ENDS.includes(type))?.timestamp ?? collection.updatedAt);
      const account = world.tenants.find((tenant) => tenant.account.id === ref.account)?.account;
      if (account === undefined || hasOptedOut(world, contact, account)) return;
      const { slots } = planOf(collection, { account, availableChannels: CHANNELS, optedOut: [] });
      for (const { slot, dueAt } of slots.slice(nextSlot - 1)) {
        const due = Date.parse(dueAt);
        if (settled(due) && due + SWEPT_MS < endedAt) violate(`${id}: slot ${slot} was never claimed`);
      }
    }
  },
};
