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
type Place = { ids: readonly string[]; cursor?: string; tried: number };

/** `done` gets the ids of all pages, in order. */
export function readToEnd(world: World, by: Tenant, list: List, done: (ids: readonly string[]) => void): void {
  const { operation, id, query, limit, cursorName } = list;
  const readFrom = ({ ids, cursor, tried }: Place): void => {
    const asked = { ...query, limit: String(limit), ...(cursor !== undefined && { [cursorName]: cursor }) };
    const then = ({ data, meta: { nextCursor, hasMore } }: Page) => {
      const known = [...ids, ...data.map((each) => each.id)];
      if (nextCursor === null || hasMore === false) done(known);
      else readFrom({ ids: known, cursor: nextCursor, tried: 1 });
    };
    const failed = () => {
      if (tried < MAX_TRIES) readFrom({ ids, ...(cursor !== undefined && { cursor }), tried: tried + 1 });
      else world.violate(14, `${by.mark} ${operation}: it cannot be read`);
    };
    const call = { ...(id !== undefined && { id }), query: asked };
    askWhole(world, by, { operation, call }, then, failed);
  };
  readFrom({ ids: [], tried: 1 });
}
