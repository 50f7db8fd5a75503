/** One change of the table, in the form that the model records. */
import { collectionId } from '#lib/domain/ids.ts';
import { collectionRefOfKey } from '#lib/store/collection/keys.ts';
import type { Commit } from '#test/simulation/model/commit.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Records } from './records.ts';

/** A change after which the item exists. */
export type Made = {
  world: World;
  records: Records;
  account: string;
  key: Change['key'];
  before: Item | undefined;
  after: Item;
  commit: Omit<Commit, 'dated'>;
};

/** The id of the collection whose partition a key names. */
export function idOf({ key, account }: Made): string {
  return collectionId({ account, hash: collectionRefOfKey(key.pk)?.hash ?? '' });
}

/** A stored instant, in milliseconds. */
export const instant = (item: Item, name: string): number => Date.parse(String(item[name]));
