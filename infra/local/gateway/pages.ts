/** The routes for people rather than programs: pages, outside the API and its envelope. */
export const PAGES = [
  { operation: 'unsubscribe', method: 'GET', path: '/u/{token}' },
  { operation: 'unsubscribe', method: 'POST', path: '/u/{token}' },
] as const;

/** A page's function, and where it is. */
export type Page = (typeof PAGES)[number]['operation'];

export const PAGE_MODULES: Readonly<Record<Page, string>> = { unsubscribe: '#functions/messaging/unsubscribe.ts' };
