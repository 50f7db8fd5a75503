/** Wakes one collection: sends the follow-up that is due, marks it overdue, or expires it. */
import { chance } from '#lib/chance.ts';
import { addressesOf } from '#lib/domain/follow-up/plan-of.ts';
import { type OwnedId, parseCollectionId } from '#lib/domain/ids.ts';
import { logCounted } from '#lib/log.ts';
import { send } from '#lib/message/send.ts';
import { configuredChannels, isSmsOneWay } from '#lib/message/senders.ts';
import { logSettled } from '#lib/payment/log-settled.ts';
import { findPayments } from '#lib/payment/when-needed.ts';
import { type ChasePorts, chase, type Woken } from '#lib/protocol/chase.ts';
import { site } from '#lib/site.ts';
import { getAccount } from '#lib/store/accounts.ts';
import { recordResult } from '#lib/store/attempt-results.ts';
import { claimSlots, recordSkips } from '#lib/store/claim-slots.ts';
import { saveStatus, setWake } from '#lib/store/collection-state.ts';
import { repairList } from '#lib/store/list-log.ts';
import { findOptOuts, optOut } from '#lib/store/opt-outs.ts';
import { getPartition } from '#lib/store/partition.ts';
import { settling } from '#lib/store/payments.ts';

/** What a schedule carries; `wake` is absent when the sweeper rings. */
export type WakeEvent = { collection: string; wake?: number };

/** Also lists a collection that is not: its creator and the relay may both have failed, and it is read here anyway. */
async function load(place: OwnedId): Promise<Woken | undefined> {
  const [partition, account] = await Promise.all([getPartition(place), getAccount(place.account)]);
  const { collection, receipt, payments } = partition;
  if (collection === undefined || receipt === undefined || account === undefined) return undefined;
  const [optedOut] = await Promise.all([
    findOptOuts(addressesOf(collection.contact, account)),
    repairList({ ...place, startLeaf: receipt.startLeaf }),
  ]);
  return { collection, payments, account, optedOut };
}

const live: ChasePorts = {
  ...settling,
  load,
  claimSlots,
  recordResult,
  saveStatus,
  setWake,
  optOut,
  findPayments,
  recordSkips,
  send,
  token: () => chance.nonce(),
  availableChannels: configuredChannels,
  baseUrl: () => site.baseUrl,
  smsIsOneWay: isSmsOneWay,
};

export const followUp =
  (ports: ChasePorts) =>
  async ({ collection, wake }: WakeEvent): Promise<void> => {
    const place = parseCollectionId(collection);
    if (place === undefined) throw new Error('not the id of a collection');
    const { outcome, lagSeconds, settlements } = await chase(ports, { place, wakeNumber: wake });
    logSettled(collection, settlements);
    logCounted('INFO', `followup_${outcome}`, { collection, wake }, { wake_lag_seconds: lagSeconds });
  };

export const handler = followUp(live);
