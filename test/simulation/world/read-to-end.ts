/** Reads a list of a merchant to its end, page by page. */
import { askWhole } from './merchants.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

const MAX_TRIES = 3;

export type List = {
  operation: 'list-events' | 'list-deliveries' | 'list-collections';
  id?: string;
  query?: Record<string, string>;
  /** Small, so that most lists have several pages. */
  limit: number;
  cursorName: 'after' | 'cursor';
};

type Page = { data: { id: string }[]; meta: { nextCursor: string | null; hasMore?: boolean } };
type Place = { entries: Page['data']; cursor?: string; tried: number };

/** `done` gets the ids of all pages, in order, and the whole entries. */
type Done = (ids: readonly string[], entries: Page['data']) => void;

export function readToEnd(world: World, by: Tenant, list: List, done: Done): void {
  const { operation, id, query, limit, cursorName } = list;
  const readFrom = ({ entries, cursor, tried }: Place): void => {
    const asked = { ...query, limit: String(limit), ...(cursor !== undefined && { [cursorName]: cursor }) };
    const then = ({ data, meta: { nextCursor, hasMore } }: Page) => {
      const known = [...entries, ...data];
      if (data.length > limit) world.violate(6, `${by.mark} ${operation}: ${data.length} on a page of ${limit}`);
      if (nextCursor === null || hasMore === false) {
        const ids = known.map((each) => each.id);
        done(ids, known);
      } else readFrom({ entries: known, cursor: nextCursor, tried: 1 });
    };
    const failed = () => {
      if (tried < MAX_TRIES) readFrom({ entries, ...(cursor !== undefined && { cursor }), tried: tried + 1 });
      else world.violate(6, `${by.mark} ${operation}: it cannot be read`);
    };
    const call = { ...(id !== undefined && { id }), query: asked };
    askWhole(world, by, { operation, call }, then, failed);
  };
  readFrom({ entries: [], tried: 1 });
}
