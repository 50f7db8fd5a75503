/** Runs the collections that the queue of runs names: sends the follow-up that is due, marks overdue, or expires. */

import type { SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { channels } from '#lib/channels/channels.ts';
import { clock } from '#lib/clock.ts';
import { addressesOf, personRefOf, phoneOf } from '#lib/domain/contact.ts';
import { type CollectionRef, collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import { payments } from '#lib/live-payments.ts';
import { logCounted } from '#lib/log.ts';
import { logBookings } from '#lib/payment/log-bookings.ts';
import { random } from '#lib/random.ts';
import { restored } from '#lib/restored.ts';
import { retention } from '#lib/retention.ts';
import type { Run } from '#lib/schedule/runs-queue.ts';
import { site } from '#lib/site.ts';
import { getAccount } from '#lib/store/account/accounts.ts';
import { claimSlots, recordSkips } from '#lib/store/attempt/claim.ts';
import { recordResult } from '#lib/store/attempt/results.ts';
import { deferSlot, endRetry, setDeferral } from '#lib/store/attempt/retries.ts';
import { getCollection, getCollections, getPartition, recordEvent } from '#lib/store/collection/collections.ts';
import { eraseCollection, postponeErasure } from '#lib/store/collection/erase.ts';
import { findByContact } from '#lib/store/collection/find.ts';
import { saveCheck, saveRevision, saveStatus, setNextRun } from '#lib/store/collection/state.ts';
import { getLedger, keepForLater, recordEntry } from '#lib/store/ledger/ledger.ts';
import { repairList } from '#lib/store/list/log.ts';
import { forgetLastMessage, recordLastMessage } from '#lib/store/message/messages.ts';
import { findReach, optOut } from '#lib/store/opt-out/opt-outs.ts';
import { forgetContact, getContacts } from '#lib/store/person/contacts.ts';
import { changePerson, forgetPerson, getPerson } from '#lib/store/person/people.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/store-of.ts';
import { type EraseEndedPorts, eraseEnded } from '#lib/use-cases/erase-ended.ts';
import { optOutByProvider } from '#lib/use-cases/opt-out-by-provider.ts';
import type { LoadedCollection } from '#lib/use-cases/run-context.ts';
import { type RunPorts, runFollowUp } from '#lib/use-cases/run-follow-up.ts';

const { configuredChannels, isOneWay, send } = channels;

/** Also repairs the list: the collection's create and the relay may both have failed to add it. */
async function load(ref: CollectionRef): Promise<LoadedCollection | undefined> {
  const [partition, account] = await Promise.all([getPartition(table, ref), getAccount(table, ref.account)]);
  const { collection, creation, entries, waiting, attempts } = partition;
  if (collection === undefined || creation === undefined || account === undefined) return undefined;
  const phone = phoneOf(collection.contact, account);
  const [reach] = await Promise.all([
    reachOf({ collection, account, phone }),
    repairList(table, { ...ref, startSegment: creation.startSegment }),
  ]);
  return {
    collection,
    entries,
    waiting,
    attempts,
    account,
    phone,
    nothingDueBefore: restored.nothingDueBefore,
    ...reach,
  };
}

const reachOf = ({ collection, account, phone }: Pick<LoadedCollection, 'collection' | 'account' | 'phone'>) => {
  const { contact, ref } = collection;
  return findReach(table, addressesOf(contact, phone, account), clock.now(), personRefOf(ref.account, contact, phone));
};

const { closeSession, findMovements } = payments;

const live: RunPorts = {
  clock,
  random,
  site,
  configuredChannels,
  isOneWay,
  load,
  findReach: reachOf,
  ...storeOf(table, {
    getLedger,
    recordEntry,
    keepForLater,
    changePerson,
    claimSlots,
    recordResult,
    recordLastMessage,
    deferSlot,
    endRetry,
    setDeferral,
    saveStatus,
    saveRevision,
    setNextRun,
    saveCheck,
  }),
  closeSession,
  optOut: (address, at, ref) => optOutByProvider(storeOf(table, { optOut, recordEvent }), { ref, address, at }),
  findMovements,
  ...storeOf(table, { recordSkips }),
  send,
};

/** One after the other. A run that fails comes again, without the others of its batch. */
export const followUp =
  (ports: RunPorts) =>
  async ({ Records }: Pick<SQSEvent, 'Records'>): Promise<SQSBatchResponse> => {
    const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
    for (const { messageId, body } of Records) {
      try {
        await runOne(ports, body);
      } catch (error) {
        logCounted('ERROR', 'run_failed', { messageId, error: (error as Error).name });
        batchItemFailures.push({ itemIdentifier: messageId });
      }
    }
    return { batchItemFailures };
  };

async function runOne(ports: RunPorts, body: string): Promise<void> {
  const { collection, run, asks, erases }: Run = JSON.parse(body);
  const ref = parseCollectionId(collection);
  if (ref === undefined) throw new Error('not the id of a collection');
  if (erases) return eraseOne(ref);
  const { outcome, lagSeconds, bookings } = await runFollowUp(ports, { ref, runNumber: run, asks });
  logBookings(collection, bookings);
  const about = { account: ref.account, collection, run };
  logCounted('INFO', `followup_${outcome}`, about, { run_lag_seconds: lagSeconds });
}

const erasing: EraseEndedPorts = {
  clock,
  retention,
  ...storeOf(table, {
    getCollection,
    getAccount,
    findByContact,
    getCollections,
    getContacts,
    getPerson,
    forgetContact,
    forgetPerson,
    forgetLastMessage,
    eraseCollection,
    postponeErasure,
  }),
};

async function eraseOne(ref: CollectionRef): Promise<void> {
  logCounted('INFO', `retention_${await eraseEnded(erasing, ref)}`, { collection: collectionId(ref) });
}

export const handler = followUp(live);
