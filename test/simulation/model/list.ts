/** Pages of the list (interface §4.3, design §1 "List"): newest first, in order of recording, with the exact count. */

export type Meta = { count: number; next: number | null; prev: number | null };
export type PageRequest = { page: number; limit: number };

/** `recorded`: the ids of an account's collections, oldest first. */
export function pageOf(recorded: readonly string[], { page, limit }: PageRequest): { ids: string[]; meta: Meta } {
  const newestFirst = recorded.toReversed();
  return { ids: newestFirst.slice((page - 1) * limit, page * limit), meta: metaOf(recorded.length, { page, limit }) };
}

/** A page past the end has no next, and its prev is the last page that has items (design §1 "List"). */
export function metaOf(count: number, { page, limit }: PageRequest): Meta {
  const pages = Math.ceil(count / limit);
  const prev = Math.min(page - 1, pages);
  return { count, next: page < pages ? page + 1 : null, prev: prev === 0 ? null : prev };
}

const WHOLE = /^[1-9]\d*$/;

/** Whole numbers without leading zeros, `limit` up to 100; anything else is 400, unknown parameters too (design §1 "List"). */
export function pageRequestOf(query: Record<string, string>): PageRequest | undefined {
  const { page = '1', limit = '10', ...unknown } = query;
  if (Object.keys(unknown).length > 0 || !WHOLE.test(page) || !WHOLE.test(limit)) return undefined;
  const request = { page: Number(page), limit: Number(limit) };
  return request.limit <= 100 ? request : undefined;
}
