/** Judges what the payment provider was asked for: each session is for the collection as it was at some moment. */
import { isDeepStrictEqual } from 'node:util';
import { collectionId } from '#lib/domain/ids.ts';
import { accountOfId } from '#test/simulation/model/ids.ts';
import { orderOf } from '#test/simulation/model/order.ts';
import { refOfReference } from '#test/simulation/world/sandbox.ts';
import type { World } from '#test/simulation/world/world.ts';
import { BASE_URL, entryOf, type Records } from './records.ts';

export function judgeOrders({ sandbox }: World, records: Records): string[] {
  return [...sandbox.sessions.values()].flatMap(({ reference, method, by: _by, closedAt: _closed, ...asked }) => {
    const ref = refOfReference(reference);
    const id = ref && collectionId(ref);
    const entry = id === undefined ? undefined : entryOf(records, accountOfId(id), id);
    if (entry === undefined) return [];
    const right = entry.versions.flatMap(({ value }) =>
      [true, false].map((isCreate) => orderOf(value, value.account, BASE_URL, isCreate)),
    );
    return right.some((each) => isDeepStrictEqual(each, asked))
      ? []
      : [`${reference} by ${method} asks for ${JSON.stringify(asked)} instead of ${JSON.stringify(right.at(-1))}`];
  });
}
