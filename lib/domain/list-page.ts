/** Maps page numbers to ranks in a list that only grows. */

export type ListPageMeta = { count: number; next: number | null; prev: number | null };

/** A half-open range of ranks; rank 0 is the oldest entry. */
export type Ranks = { from: number; to: number };

export function ranksOfPage(count: number, page: number, limit: number): Ranks {
  const to = Math.max(0, count - (page - 1) * limit);
  return { from: Math.max(0, to - limit), to };
}

/** The previous page of a page past the end is the last page that has items. */
export function listPageMeta(count: number, page: number, limit: number): ListPageMeta {
  const last = Math.ceil(count / limit);
  const prev = Math.min(page - 1, last);
  return { count, next: page < last ? page + 1 : null, prev: prev >= 1 ? prev : null };
}
