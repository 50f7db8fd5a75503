/** Invariant 7: only listed transitions happen, events are only added, and a state that was shown is never taken back. */
import { parseCollectionId } from '#lib/domain/ids.ts';
import { findTransition, isPayable, type Status, TRANSITIONS } from '#lib/domain/transitions.ts';
import type { CollectionItem } from '#lib/store/collection/item.ts';
import { COLLECTION_SORT_KEY, collectionKey } from '#lib/store/collection/keys.ts';
import { isEqual, type Value } from '#test/simulation/table/value.ts';
import type { Answer } from '#test/simulation/world/callers.ts';
import type { Invariant } from './invariant.ts';
import { storedItem } from './stored.ts';

/** `stored` is false for an expiry that is not stored yet: clocks may differ about it for some seconds. */
type Shown = { status: Status; updatedAt: string; at: number; stored: boolean };

/** Only a reopening leaves them: by the merchant, or by a dispute that was lost. */
const ENDS: readonly Status[] = ['completed', 'cancelled'];

export const listedTransitions: Invariant = {
  number: 7,
  name: 'only listed transitions, events append-only, nothing taken back',
  watch(world, violate) {
    const shown = new Map<string, Shown[]>();

    const wasReopened = (id: string): boolean =>
      storedItem(world, pkOf(id))?.events.some(({ type }) => type === 'collection.reopened') === true;

    const judgeChange = (before: CollectionItem, after: CollectionItem): void => {
      const { pk } = before;
      if (
        before.status !== after.status &&
        !TRANSITIONS.some(({ from, to }) => to === after.status && from.includes(before.status))
      )
        violate(`${pk}: from ${before.status} to ${after.status}`);
      if (after.updatedAt < before.updatedAt) violate(`${pk}: updatedAt went back`);
      if (
        after.events.length < before.events.length ||
        !before.events.every((event, n) => isEqual(event, after.events[n] as Value))
      )
        violate(`${pk}: an event is gone`);
      const types = after.events
        .filter(({ type }) => type !== 'payment_option.failed')
        .map(({ type, about = '' }) => `${type}#${about}`);
      if (new Set(types).size < types.length) violate(`${pk}: an event twice`);
      if (
        after.completedAt !== before.completedAt &&
        (before.completedAt !== undefined || after.status !== 'completed') &&
        !(after.completedAt === undefined && before.status === 'completed' && after.status === 'overdue')
      )
        violate(`${pk}: completedAt changed`);
      if (isPayable(after.status) && after.nextRunAt === undefined) violate(`${pk}: ${after.status}, and no next run`);
      if (after.runNumber < before.runNumber || after.nextSlot < before.nextSlot) violate(`${pk}: counts backwards`);
      const isRun = after.nextRunAt !== undefined && isPayable(after.status);
      if (isRun && after.nextRunAt !== before.nextRunAt && after.runNumber === before.runNumber)
        violate(`${pk}: a run without a number of its own`);
    };

    /** Every answer must be as new as what the same account was shown before. */
    const judgeAnswer = ({ asked, invocation, body, status, answeredAt }: Answer): void => {
      const { data } = body;
      if (status > 201 || typeof data?.updatedAt !== 'string' || parseCollectionId(data.id) === undefined) return;
      const before = (shown.get(data.id) ?? []).filter(({ at, stored }) => stored && at < invocation.startedAt);
      for (const earlier of before) {
        if (data.updatedAt < earlier.updatedAt)
          violate(`${data.id}: shown as it was at ${data.updatedAt}, after ${earlier.updatedAt}`);
        const isOver = ENDS.includes(earlier.status) && !wasReopened(data.id);
        if (isOver && data.status !== earlier.status)
          violate(`${data.id}: shown ${data.status} after ${earlier.status}`);
      }
      const stored = storedItem(world, pkOf(data.id))?.status === data.status;
      const now = { status: data.status, updatedAt: data.updatedAt, at: answeredAt, stored };
      shown.set(data.id, [...(shown.get(data.id) ?? []), now]);
      if (asked.operation === 'update-collection-status') judgeCommand(asked.call.body as { status: Status }, data);
    };

    /** A status that was acknowledged must be in the history. */
    const judgeCommand = (
      { status: command }: { status: Status },
      { id, events, status, expiresIn, createdAt }: Answer['body'],
    ): void => {
      const happened = events.some(({ type }: { type: string }) => type === findTransition(command, 'caller')?.event);
      const isOver = Date.parse(createdAt) + expiresIn * 60_000 <= world.kernel.now() + 10_000;
      if (status !== command && !(isOver && status === 'expired'))
        violate(`${id}: answered ${status} instead of ${command}`);
      // After its due day, it is overdue again by the reopening itself.
      const isByReopening = command === 'overdue' && wasReopened(id);
      if (!happened && command !== 'pending' && !(command === 'expired' && isOver) && !isByReopening)
        violate(`${id}: answered ${command}, without an event`);
    };

    return {
      changed({ key, before, after }) {
        if (key.sk !== COLLECTION_SORT_KEY || before === undefined || after === undefined) return;
        judgeChange(before as unknown as CollectionItem, after as unknown as CollectionItem);
      },
      answered: judgeAnswer,
      ended() {
        for (const [id, all] of shown) {
          const { status } = storedItem(world, pkOf(id)) ?? {};
          for (const each of all)
            if (status !== each.status && ENDS.includes(each.status) && !wasReopened(id))
              violate(`${id}: ends ${status}, but was shown ${each.status}`);
        }
      },
    };
  },
};

function pkOf(id: string): string {
  const ref = parseCollectionId(id);
  if (ref === undefined) throw new Error(`${id} is not the id of a collection`);
  return collectionKey(ref.account, ref.hash).pk;
}
