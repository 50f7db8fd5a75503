/** Brings one item of the old table into the new one, and counts it. */

import { type Family, type Kind, kindOf } from '#lib/store/key-families.ts';
import { TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import type { Table } from '#lib/store/table/table.ts';

import { addItem, type Instants, type JoinOne, joinItems, type Stored } from './join-items.ts';
import { putUnchanged } from './write-unchanged.ts';

type Joining = { instants: Instants; now: () => Date };

const MAX_RACES = 20;

/** An opt-out that the new table lacks although it is older than the restore was ended there. Clocks and receipts are not exact. */
const OPT_OUT_MARGIN_MS = 86_400_000;

function isOver(kind: Kind, item: Stored, { instants, now }: Joining): boolean {
  const ttl = item[TTL_ATTRIBUTE];
  if (typeof ttl === 'number' && ttl * 1000 < now().getTime()) return true;
  return (
    kind === 'opt-outs' && Date.parse(String(item['optedOutAt'])) < Date.parse(instants.restoredTo) - OPT_OUT_MARGIN_MS
  );
}

/** `count` is told what was written. */
export const joinOneOf =
  (table: Table, joining: Joining, count: (outcome: 'added' | 'changed', family: Family) => void): JoinOne =>
  async (item, read) => {
    const { kind, family } = kindOf(item);
    let own = read;
    for (let races = 0; races < MAX_RACES; races += 1) {
      if (own === undefined && isOver(kind, item, joining)) return;
      const joined = own === undefined ? addItem(kind, item) : joinItems(kind, { old: item, own }, joining.instants);
      if (joined === own) return;
      if (await putUnchanged(table, own, joined)) return count(own === undefined ? 'added' : 'changed', family);
      own = (await table.getItem({ pk: item.pk, sk: item.sk })) as Stored | undefined;
    }
    throw new Error('an item changes faster than it can be joined');
  };
