/** One change of the table, as the model is told of it. */
import { collectionId } from '#lib/domain/ids.ts';
import { collectionRefOfKey } from '#lib/store/keys.ts';
import type { Commit } from '#test/simulation/model/commit.ts';
import type { Change } from '#test/simulation/table/table.ts';
import type { Item } from '#test/simulation/table/value.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Records } from './records.ts';

/** One change of an item that is there afterwards. */
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

/** An instant that was written. */
export const instant = (item: Item, name: string): number => Date.parse(String(item[name]));
