/** PATCH /public/collections/{id}/status: changes a collection's status if the transitions allow it; safe to repeat. */

import { toCollectionResponse } from '#lib/contract/show-collection.ts';
import { decideStatus } from '#lib/domain/change-status.ts';
import { asSeenAt, type Collection, ownedCollection } from '#lib/domain/collection.ts';
import { invalidTransition } from '#lib/domain/errors.ts';
import { type CollectionRef, parseCollectionId } from '#lib/domain/ids.ts';
import type { By } from '#lib/domain/member.ts';
import type { Status, WriteOffReason } from '#lib/domain/transitions.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service.ts';
import { guardedCallers } from '#lib/store/account/callers.ts';
import { getCollection, getHistory } from '#lib/store/collection/collections.ts';
import { saveStatus } from '#lib/store/collection/state.ts';
import { table } from '#lib/store/table/live-table.ts';
import { storeOf } from '#lib/store/table/table.ts';
import { untilWon } from '#lib/use-cases/until-won.ts';

const needs = { ...service, ...storeOf(table, { ...guardedCallers, getCollection, getHistory, saveStatus }) };

export const updateCollectionStatus = (deps: typeof needs) =>
  endpoint(deps, {
    success: { status: 200, message: 'Collection status updated successfully' },
    body: async () => (await import('#lib/contract/update-collection.ts')).readUpdateCollectionStatus,
    load: async ({ id }) => {
      const ref = parseCollectionId(id);
      return ref && deps.getCollection(ref);
    },
    run: async ({ account, by, body, now, requestId, demand }, found) => {
      if (body.status === 'cancelled') await demand?.('admin');
      const stored = ownedCollection(found, account);
      const { collection, changed } = await changeStatus(deps, {
        ref: stored.ref,
        stored,
        to: body.status,
        reason: body.reason,
        note: body.note,
        by,
        now,
      });
      if (changed)
        deps.log.count('INFO', `collection_${body.status}`, { requestId, account, collection: collection.id });
      return { data: toCollectionResponse(asSeenAt(collection, now), deps.settings.baseUrl) };
    },
  });

type StatusCommand = {
  ref: CollectionRef;
  stored: Collection;
  to: Status;
  /** Of a write-off. */
  reason: WriteOffReason | undefined;
  note: string | undefined;
  by: By | undefined;
  now: Date;
};

/** If another writer was faster, decides again on the state that is stored then. */
function changeStatus(
  deps: typeof needs,
  { ref, stored: read, to, reason, note, by: member, now }: StatusCommand,
): Promise<StatusResult> {
  let stored = read;
  const by = reason === undefined ? 'caller' : 'write_off';
  return untilWon(deps, async () => {
    const attempts = await attemptsFor(deps, { ref, stored, to, now });
    const decision = decideStatus(stored, { to, by, member, attempts, reason, note }, now);
    if (decision.kind === 'unchanged') return { collection: decision.collection, changed: false };
    const change = decision.kind === 'change' ? decision.change : decision.expiry;
    const outcome = change ? await deps.saveStatus(ref, change) : { saved: true, stored };
    stored = outcome.stored;
    if (!outcome.saved) return undefined;
    if (decision.kind === 'refused') throw invalidTransition(decision.from, to);
    // As it was written, not as it was read: another change that this one allows may have come in between.
    return { collection: stored, changed: true };
  });
}

/** An expiry tells whether a message was sent; what nobody claimed was not. */
async function attemptsFor(
  deps: typeof needs,
  { ref, stored, to, now }: Omit<StatusCommand, 'by' | 'reason' | 'note'>,
) {
  const expires = to === 'expired' || asSeenAt(stored, now).status !== stored.status;
  return expires && stored.nextSlot > 1 ? (await deps.getHistory(ref))?.attempts : undefined;
}

type StatusResult = { collection: Collection; changed: boolean };

export const handler = updateCollectionStatus(needs);
