/** Runs one collection: sends the follow-up that is due, marks it overdue, or expires it. */
import { clock } from '#lib/clock.ts';
import { addressesOf, phoneOf } from '#lib/domain/contact.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import { logCounted } from '#lib/log.ts';
import { send } from '#lib/message/send.ts';
import { configuredChannels, isSmsOneWay } from '#lib/message/senders.ts';
import { closeSession, findMovements } from '#lib/payment/lazy-gateway.ts';
import { logBookings } from '#lib/payment/log-bookings.ts';
import { random } from '#lib/random.ts';
import { site } from '#lib/site.ts';
import { getAccount } from '#lib/store/accounts.ts';
import { recordResult } from '#lib/store/attempt-results.ts';
import { claimSlots, recordSkips } from '#lib/store/claim-slots.ts';
import { saveCheck, saveStatus, setNextRun } from '#lib/store/collection-state.ts';
import { getPartition } from '#lib/store/collections.ts';
import { getLedger, keepForLater, recordEntry } from '#lib/store/ledger.ts';
import { repairList } from '#lib/store/list-log.ts';
import { findReach, optOut } from '#lib/store/opt-outs.ts';
import { deferSlot, endRetry } from '#lib/store/retries.ts';
import type { LoadedCollection } from '#lib/use-cases/run-context.ts';
import { type RunPorts, runFollowUp } from '#lib/use-cases/run-follow-up.ts';

/** The payload of a schedule. `run` is absent when the sweeper invokes; `asks` is the relay's, for a new collection. */
export type RunEvent = { collection: string; run?: number; asks?: boolean };

/** Also repairs the list: the collection's create and the relay may both have failed to add it. */
async function load(ref: CollectionRef): Promise<LoadedCollection | undefined> {
  const [partition, account] = await Promise.all([getPartition(ref), getAccount(ref.account)]);
  const { collection, creation, attempts, entries, waiting } = partition;
  if (collection === undefined || creation === undefined || account === undefined) return undefined;
  const phone = phoneOf(collection.contact, account);
  const [reach] = await Promise.all([
    reachOf({ collection, phone }),
    repairList({ ...ref, startSegment: creation.startSegment }),
  ]);
  const retried = attempts.find(({ slot }) => slot === collection.retry?.slot);
  return { collection, entries, waiting, account, phone, ...reach, retried };
}

const reachOf = ({ collection, phone }: Pick<LoadedCollection, 'collection' | 'phone'>) =>
  findReach(addressesOf(collection.contact, phone), clock.now());

const live: RunPorts = {
  clock,
  random,
  site,
  configuredChannels,
  isSmsOneWay,
  load,
  findReach: reachOf,
  getLedger,
  recordEntry,
  keepForLater,
  claimSlots,
  recordResult,
  deferSlot,
  endRetry,
  saveStatus,
  setNextRun,
  saveCheck,
  closeSession,
  optOut,
  findMovements,
  recordSkips,
  send,
};

export const followUp =
  (ports: RunPorts) =>
  async ({ collection, run, asks }: RunEvent): Promise<void> => {
    const ref = parseCollectionId(collection);
    if (ref === undefined) throw new Error('not the id of a collection');
    const { outcome, lagSeconds, bookings } = await runFollowUp(ports, { ref, runNumber: run, asks });
    logBookings(collection, bookings);
    logCounted('INFO', `followup_${outcome}`, { collection, run }, { run_lag_seconds: lagSeconds });
  };

export const handler = followUp(live);
