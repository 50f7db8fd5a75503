/** Invariant 4: after faults have stopped, every due slot gets its row in time, and nothing stays payable past its expiry. */
import { isDeepStrictEqual } from 'node:util';
import type { Account } from '#lib/domain/account.ts';
import type { Attempt } from '#lib/domain/attempt.ts';
import { CHANNELS } from '#lib/domain/channels/channels.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { phoneOf } from '#lib/domain/contact.ts';
import type { Deferral } from '#lib/domain/follow-up/follow-up.ts';
import { planFollowUps } from '#lib/domain/follow-up/plan.ts';
import { isPayable } from '#lib/domain/transitions.ts';
import { ATTEMPT_PREFIX, COLLECTION_SORT_KEY, collectionKey } from '#lib/store/collection/keys.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { Invariant } from './invariant.ts';
import { attemptsOf, hasBlocked, hasReopenedSince, storedCollections } from './stored.ts';

const MINUTE = 60_000;
/** After this time the work that faults interrupted is done. */
const QUIET_MS = 20 * MINUTE;
/** The precision of a schedule, plus clock differences. `SWEPT_MS` is the limit for a lost schedule. */
const PROMPT_MS = 100_000;
const SWEPT_MS = 5 * MINUTE;
/** More than two clocks differ. */
const CLOCKS_MS = 10_000;

const ENDS: readonly string[] = ['collection.completed', 'collection.cancelled', 'collection.expired'];

/** `runSetAt`: when the run was set that recorded it first. */
type KnownDeferral = Deferral & { runSetAt: number };

export const nothingForgotten: Invariant = {
  number: 4,
  name: 'every due slot has a row in time, and nothing stays payable past its expiry',
  watch(world, violate) {
    /** The instants at which the runs of a collection were set, the latest last. A claim and the next run are one write. */
    const runsSetAt = new Map<string, number[]>();
    /** What the rules for people have deferred last; a slot that is then never claimed is forgotten all the same. */
    const deferrals = new Map<string, KnownDeferral>();
    /** All that they have deferred before. */
    const waits = new Map<string, Deferral[]>();
    const deferredOf = (pk: string, of: number): string | undefined => {
      const { slot, until } = deferrals.get(pk) ?? {};
      return slot === of ? until : undefined;
    };
    /** When the run was set that found the slot late. Slots before one that is deferred were late when that was deferred. */
    const lateRunOf = (pk: string, of: number): number => {
      const { slot = of, runSetAt = 0 } = deferrals.get(pk) ?? {};
      return slot > of ? runSetAt : (runsSetAt.get(pk)?.at(-2) ?? 0);
    };
    /**
     * The rules for people may let a slot wait until slots after it are late: those were due before its wait was over. A revision begins
     * its own wait anew, as that of the last slot that is late by then.
     */
    const waitedUntil = (pk: string, of: number, dueAt: string): string | undefined =>
      (waits.get(pk) ?? []).findLast(({ slot, until }) => slot <= of && dueAt <= until)?.until;
    /** A revision may put the last slot that was due beside one that is due now. */
    const revisedAt = new Map<string, number>();
    const isRevisedLate = (pk: string, dueAt: string): boolean => {
      const at = revisedAt.get(pk);
      return at !== undefined && at === runsSetAt.get(pk)?.at(-2) && Date.parse(dueAt) <= at + CLOCKS_MS;
    };
    const isQuiet = (instant: number) => instant > world.healedAt + QUIET_MS;

    const deferredBy = (pk: string, deferral: Deferral): KnownDeferral => {
      const known = deferrals.get(pk);
      const runSetAt = known?.slot === deferral.slot ? known.runSetAt : (runsSetAt.get(pk)?.at(-1) ?? 0);
      return { ...deferral, runSetAt };
    };

    /** Such runs follow each other at once, for as long as the collection lives; a run's write may be slow. */
    const isEndless = (before: Item, after: Item): boolean =>
      before['runNumber'] !== after['runNumber'] &&
      isDeepStrictEqual({ ...before, runNumber: 0 }, { ...after, runNumber: 0 }) &&
      Date.parse(String(after['nextRunAt'])) < (world.asker?.startedAt ?? world.kernel.now()) - CLOCKS_MS;

    const judgeInTime = (pk: string, what: string, due: number): void => {
      const setAt = runsSetAt.get(pk)?.at(what === 'expired' ? -1 : -2) ?? 0;
      // A run can be set after its slot is due.
      const late = world.kernel.now() - Math.max(due, setAt);
      if (isQuiet(due) && late > (isQuiet(setAt) ? PROMPT_MS : SWEPT_MS))
        violate(`${pk}: ${what} ${Math.round(late / 1000)} s late`);
    };

    /** What came due while every channel was closed is taken up when one opens again, days later. */
    const wasClosed = (pk: string, { dueAt }: Attempt): boolean => {
      const { contact, account } = contactAt(pk);
      return contact !== undefined && account !== undefined && hasReopenedSince(world, contact, account, dueAt);
    };
    /** What only the hours of a channel had put off is due at once when that channel is lost. */
    const hasLostChannel = (pk: string): boolean => {
      const { contact, account } = contactAt(pk);
      return contact !== undefined && account !== undefined && hasBlocked(world, contact, account);
    };
    const contactAt = (pk: string) => {
      const collection = storedCollections(world).find(({ ref }) => collectionKey(ref.account, ref.hash).pk === pk);
      return { contact: collection?.contact, account: accountOf(collection) };
    };
    const accountOf = (collection: Collection | undefined): Account | undefined =>
      world.tenants.find((tenant) => tenant.account.id === collection?.ref.account)?.account;

    return {
      changed({ key: { pk, sk }, before, after }) {
        if (sk.startsWith(ATTEMPT_PREFIX) && before === undefined && !wasClosed(pk, after as unknown as Attempt)) {
          const { slot, dueAt, reason } = after as unknown as Attempt;
          // A late slot is skipped together with a newer one, and the newer one is checked.
          const waited = waitedUntil(pk, slot, dueAt);
          if (reason !== 'late') judgeInTime(pk, `slot ${slot}`, Date.parse(deferredOf(pk, slot) ?? waited ?? dueAt));
          else if (
            isQuiet(lateRunOf(pk, slot)) &&
            !isRevisedLate(pk, dueAt) &&
            waited === undefined &&
            !hasLostChannel(pk)
          )
            violate(`${pk}: slot ${slot} skipped for being late`);
        }
        if (sk !== COLLECTION_SORT_KEY || after === undefined) return;
        const { deferral, nextSlot } = after as unknown as Partial<Collection>;
        if (deferral) {
          deferrals.set(pk, deferredBy(pk, deferral));
          waits.set(pk, [...(waits.get(pk) ?? []), deferral]);
        } else if (before?.['nextSlot'] === nextSlot) {
          // A revision of the plan drops it. A claim does too, and its row is judged after it.
          deferrals.delete(pk);
        }
        if (before && before['status'] !== 'expired' && after['status'] === 'expired')
          judgeInTime(pk, 'expired', Date.parse(String(after['expiresAt'])));
        if (before && isEndless(before, after))
          violate(`${pk}: run ${after['runNumber']} changed nothing, and sets another for the past`);
        if (!isDeepStrictEqual(before?.['plan'], after['plan'])) revisedAt.set(pk, world.kernel.now());
        if (before?.['runNumber'] !== after['runNumber'])
          runsSetAt.set(pk, [...(runsSetAt.get(pk) ?? []), world.kernel.now()]);
      },
      ended() {
        for (const collection of storedCollections(world)) {
          const { id, ref, status, nextRunAt } = collection;
          if (isPayable(status)) violate(`${id}: still ${status} after its expiry`);
          if (nextRunAt !== undefined) violate(`${id}: ${status}, and still to be run`);
          const attempts = attemptsOf(world, collectionKey(ref.account, ref.hash).pk);
          for (const { slot, at } of attempts)
            if (Object.keys(at).length === 0) violate(`${id}: slot ${slot} says nothing`);
          judgeSlots(collection);
        }
      },
    };

    /** Slots that became due after faults had stopped and long enough before the end must be claimed. */
    function judgeSlots(collection: Collection): void {
      const { id, ref, nextSlot, events, contact, deferral } = collection;
      const account = accountOf(collection);
      // One that has expired can still be completed: its slots ended with the expiry.
      const reopened = events.findLastIndex(({ type }) => type === 'collection.reopened');
      const end = events.find(({ type }, n) => n > reopened && ENDS.includes(type));
      const endedAt = Date.parse(end?.timestamp ?? collection.updatedAt);
      if (account === undefined || hasBlocked(world, contact, account)) return;
      const phone = phoneOf(contact, account);
      const attempts = attemptsOf(world, collectionKey(ref.account, ref.hash).pk);
      const setting = { account, phone, attempts, availableChannels: CHANNELS, optedOut: [] };
      const { slots } = planFollowUps(collection, setting);
      for (const [index, { dueAt }] of slots.entries()) {
        const isUnclaimed = index + 1 >= nextSlot;
        // What the rules for people let wait is due when these allow it; the slots after it wait for it.
        const waitsUntil = deferral === undefined ? dueAt : Date.parse(deferral.until);
        const due = Math.max(dueAt, waitsUntil);
        if (isUnclaimed && isQuiet(due) && due + SWEPT_MS < endedAt)
          violate(`${id}: slot ${index + 1} was never claimed`);
      }
    }
  },
};
