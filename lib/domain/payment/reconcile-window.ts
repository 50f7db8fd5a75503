/** Which lists of a payment provider are read to reconcile, and over which time, and what of it is asked about one by one. */
import { HOUR_MS } from '#lib/domain/time/time-units.ts';
import type { ListPage } from './exchange.ts';

/** `hour`: of each hour's run; `days`: of each day's. Both reach back further than to the run before. */
export type ReconcileWindow = 'hour' | 'days';

/**
 * Refunds and disputes come late and rarely, so they can wait for the day's run. The lists show when one began; those that
 * are open longer are asked about one by one.
 */
const LISTS: Readonly<Record<ReconcileWindow, { backMs: number; lists: readonly ReconcilePage['what'][] }>> = {
  hour: { backMs: 2 * HOUR_MS, lists: ['payments'] },
  days: { backMs: 8 * 24 * HOUR_MS, lists: ['payments', 'refunds', 'disputes', 'open'] },
};

/** `open`: of the refunds and disputes that have not ended, `next` names the last one that was asked about. */
export type ReconcilePage = ListPage | OpenPage;
type OpenPage = Omit<ListPage, 'what'> & { what: 'open' };

export const firstPage = (window: ReconcileWindow, now: Date): ListPage => ({
  what: 'payments',
  from: new Date(now.getTime() - LISTS[window].backMs).toISOString(),
  to: now.toISOString(),
});

/** The next page of the same list, else the first page of the next list; undefined after the last one. */
export function pageAfter(
  window: ReconcileWindow,
  page: ReconcilePage,
  next: string | undefined,
): ReconcilePage | undefined {
  if (next !== undefined) return { ...page, next };
  const { lists } = LISTS[window];
  const what = lists[lists.indexOf(page.what) + 1];
  return page.what === 'open' || what === undefined ? undefined : { what, from: page.from, to: page.to };
}
