/** Judges at the end whom the feed names for each event: the member that the collection's history names, or nobody. */
import { type ShownEvent, whoIn } from '#test/simulation/model/history.ts';
import { shownAt } from '#test/simulation/model/shown-collection.ts';
import { latest } from '#test/simulation/model/timeline.ts';
import type { World } from '#test/simulation/world/world.ts';
import { storedFeed } from '../stored.ts';
import { BASE_URL, entryOf, type Records } from './records.ts';

type Told = { data: { collection: { id: string }; event: ShownEvent } };

/** Webhooks have the body of the feed, to the byte: invariant 13. */
export const toldFaults = (world: World, records: Records): string[] =>
  world.tenants.flatMap(({ account }) =>
    storedFeed(world, account.id).flatMap(({ body }) => {
      const { collection, event } = (JSON.parse(body) as Told).data;
      const entry = entryOf(records, account.id, collection.id);
      const shown = entry ? shownAt(latest(entry.versions), world.kernel.now(), BASE_URL).events : [];
      const same = shown.filter(({ type, timestamp }) => type === event.type && timestamp === event.timestamp);
      const right = same.length === 0 ? [''] : same.map(({ data }) => whoIn(data));
      return right.includes(whoIn(event.data))
        ? []
        : [
            `${collection.id}: the feed tells ${event.type}${whoIn(event.data)} instead of${right.join(' or') || ' nobody'}`,
          ];
    }),
  );
