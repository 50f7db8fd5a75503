/** PATCH /public/collections/{id}/status: changes a collection's status if the transitions allow it; safe to repeat. */

import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import type { By } from '#lib/domain/account.ts';
import { decideStatus } from '#lib/domain/change-status.ts';
import { asSeenAt, type Collection, ownedCollection } from '#lib/domain/collection.ts';
import { invalidTransition, serviceUnavailable } from '#lib/domain/errors.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import type { Status } from '#lib/domain/transitions.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { getCollection, getHistory } from '#lib/store/collection/collections.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';

const needs = { ...service, ...storeOf(table, { ...guardedCallers, getCollection, getHistory, saveStatus }) };

/** Each lost race means a later state of the collection, and a collection has fewer states than this. */
const MAX_RACES = 8;

export const updateCollectionStatus = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Collection status updated successfully' },
    body: async () => (await import('#lib/contract/update-collection.ts')).readUpdateCollectionStatus,
    load: async ({ id }) => {
      const ref = parseCollectionId(id);
      return ref && deps.getCollection(ref);
    },
    run: async ({ account, by, body, now, requestId, signedIn }, found) => {
      if (body.status === 'cancelled') await signedIn?.demand('admin');
      const stored = ownedCollection(found, account);
      const { collection, changed } = await changeStatus(deps, {
        ref: stored.ref,
        stored,
        to: body.status,
        by,
        now,
      });
      if (changed)
        deps.log.count('INFO', `collection_${body.status}`, { requestId, account, collection: collection.id });
      return { data: toCollectionResponse(asSeenAt(collection, now), deps.settings.baseUrl) };
    },
  });

type StatusCommand = { ref: CollectionRef; stored: Collection; to: Status; by: By | undefined; now: Date };

/** If another writer was faster, decides again on the state that is stored then. */
async function changeStatus(deps: typeof needs, command: StatusCommand, races = 0): Promise<Applied> {
  if (races === MAX_RACES) throw serviceUnavailable();
  const { ref, stored, to, by: member, now } = command;
  const attempts = await attemptsFor(deps, command);
  const decision = decideStatus(stored, { to, by: 'caller', member, attempts }, now);
  if (decision.kind === 'unchanged') return { collection: decision.collection, changed: false };
  const change = decision.kind === 'change' ? decision.change : decision.expiry;
  const outcome = change ? await deps.saveStatus(ref, change) : { saved: true, stored };
  if (!outcome.saved) return changeStatus(deps, { ...command, stored: outcome.stored }, races + 1);
  if (decision.kind === 'refused') throw invalidTransition(decision.from, to);
  // As it was written, not as it was read: another change that this one allows may have come in between.
  return { collection: outcome.stored, changed: true };
}

/** An expiry tells whether a message was sent; what nobody claimed was not. */
async function attemptsFor(deps: typeof needs, { ref, stored, to, now }: StatusCommand) {
  const expires = to === 'expired' || asSeenAt(stored, now).status !== stored.status;
  return expires && stored.nextSlot > 1 ? (await deps.getHistory(ref))?.attempts : undefined;
}

type Applied = { collection: Collection; changed: boolean };

export const handler = updateCollectionStatus(needs);
