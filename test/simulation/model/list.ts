/** The list: pages, newest first, in the order of creation, with the exact count; or what matches a filter. */
import type { Shown } from './compare.ts';
import { type AddressBook, readPhone } from './people.ts';

export type Meta = { count: number; next: number | null; prev: number | null };
export type PageRequest = { page: number; limit: number };

/** `recorded` holds the ids of an account's collections, oldest first. */
export function pageOf(recorded: readonly string[], { page, limit }: PageRequest): { ids: string[]; meta: Meta } {
  const newestFirst = recorded.toReversed();
  return { ids: newestFirst.slice((page - 1) * limit, page * limit), meta: metaOf(recorded.length, { page, limit }) };
}

/** A page past the end has no next, and its prev is the last page with items. */
export function metaOf(count: number, { page, limit }: PageRequest): Meta {
  const pages = Math.ceil(count / limit);
  const prev = Math.min(page - 1, pages);
  return { count, next: page < pages ? page + 1 : null, prev: prev === 0 ? null : prev };
}

const WHOLE = /^[1-9]\d*$/;

/** Accepts whole numbers without leading zeros, `limit` up to 100. Anything else and unknown parameters give undefined: 400. */
export function pageRequestOf(query: Record<string, string>): PageRequest | undefined {
  const { page = '1', limit = '10', ...unknown } = query;
  if (Object.keys(unknown).length > 0 || !WHOLE.test(page) || !WHOLE.test(limit)) return undefined;
  const request = { page: Number(page), limit: Number(limit) };
  return request.limit <= 100 ? request : undefined;
}

const FILTERS = ['reference', 'contact', 'status', 'createdFrom', 'createdTo'] as const;

/** What is absent is not asked. A contact is named by its id, a date as the list shows it. */
export type Filter = Partial<Record<(typeof FILTERS)[number], string>>;

export function filterOf(query: Record<string, string>): Filter | undefined {
  const asked = FILTERS.filter((name) => query[name] !== undefined);
  return asked.length === 0 ? undefined : Object.fromEntries(asked.map((name) => [name, query[name]]));
}

/** The contact by its id, however it was named; one that nobody has matches nothing. */
export function withContactId(filter: Filter, book: AddressBook, country: string | undefined): Filter {
  const { contact } = filter;
  if (contact === undefined || contact.startsWith('contact_')) return filter;
  const id = contact.includes('@')
    ? book.byEmail.get(contact.toLowerCase())
    : book.byPhone.get(readPhone(contact, country).lookup);
  return { ...filter, contact: id ?? '' };
}

/** Judges a collection as it is shown: `createdTo` itself is outside. */
export const isAskedBy = ({ reference, contact, status, createdFrom, createdTo }: Filter, shown: Shown): boolean =>
  (reference ?? shown.reference) === shown.reference &&
  (contact ?? shown.contact.id) === shown.contact.id &&
  (status ?? shown.status) === shown.status &&
  (createdFrom ?? shown.createdAt) <= shown.createdAt &&
  (createdTo === undefined || shown.createdAt < createdTo);
