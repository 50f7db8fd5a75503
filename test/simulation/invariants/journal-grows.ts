/** Invariant 16: the journal of a collection only grows, and its sum is what is outstanding, at every instant. */
import { isDeepStrictEqual } from 'node:util';
import { type JournalEntry, journalOf, owedBy } from '#lib/domain/journal/journal.ts';
import { outstandingOf } from '#lib/domain/money.ts';
import { isOpen } from '#lib/domain/transitions.ts';
import { fromItem } from '#lib/store/collection/item.ts';
import { COLLECTION_SORT_KEY } from '#lib/store/collection/keys.ts';
import type { Invariant } from './invariant.ts';
import { ledgerRows } from './stored.ts';

export const journalGrows: Invariant = {
  number: 16,
  name: 'the journal of a collection only grows, and adds up to what is owed',
  watch(world, violate) {
    const known = new Map<string, readonly JournalEntry[]>();
    return {
      changed({ key: { pk, sk }, after }) {
        if (sk !== COLLECTION_SORT_KEY || after === undefined) return;
        const { collection } = fromItem(after as never);
        const entries = ledgerRows(world, collection.ref);
        // The entry of the same transaction is written a moment later.
        if (entries.length < collection.entryCount) return;
        const journal = journalOf({ collection, entries });
        const before = known.get(pk) ?? [];
        if (!isDeepStrictEqual(journal.slice(0, before.length), before)) violate(`${pk}: its journal changed its past`);
        known.set(pk, journal);
        const owed = owedBy(journal);
        const { minor } = outstandingOf(collection);
        // Of what has ended only that is owed which a dispute has taken.
        if (isOpen(collection.status) ? owed !== minor : owed < 0 || owed > minor)
          violate(`${pk}: ${collection.status}, the journal says ${owed}, and it is ${minor}`);
      },
    };
  },
};
