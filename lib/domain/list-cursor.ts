/** The pages of a filtered list: the filter, and cursors that say where the next page begins, with a proof that we made them for this account and filter. */
import { timingSafeEqual } from 'node:crypto';
import { asSeenAt, type Collection } from './collection.ts';
import { type DebtOrder, debtOf } from './customer.ts';
import { deriveHash } from './ids.ts';
import { isFoundCollection, type Search } from './search.ts';
import type { Status } from './transitions.ts';

/** What is absent is not asked. The dates are half-open: `createdTo` itself is outside. */
export type CollectionFilter = {
  reference?: string | undefined;
  /** Its id; a phone or an email stands for the contact that a create finds by it. */
  contactId?: string | undefined;
  /** One of them. */
  status?: readonly Status[] | undefined;
  /** Days since 1970, both of them included; what has no due day is not among them. */
  dueFrom?: number | undefined;
  dueTo?: number | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
  /** Beginnings of words of the reference or the names, or of a phone or an email. */
  search?: Search | undefined;
  /** Only what is owed, in this order. Absent: newest first. */
  order?: DebtOrder | undefined;
};

/** Judges a collection as everybody sees it at this instant: expired from its expiry on, stored or not. */
export function matches(collection: Collection, filter: CollectionFilter, now: Date): boolean {
  const { reference, contactId, status, createdFrom, createdTo, dueFrom, dueTo, search, order } = filter;
  const { contact, createdAt, dueDay } = collection;
  return (
    (reference === undefined || collection.reference === reference) &&
    (contactId === undefined || contact.id === contactId) &&
    (status === undefined || status.includes(asSeenAt(collection, now).status)) &&
    (dueFrom === undefined || (dueDay !== undefined && dueDay >= dueFrom)) &&
    (dueTo === undefined || (dueDay !== undefined && dueDay <= dueTo)) &&
    (createdFrom === undefined || createdAt >= createdFrom) &&
    (createdTo === undefined || createdAt < createdTo) &&
    (order === undefined || isInOrder(collection, order)) &&
    (search === undefined || (collection.erasedAt === undefined && isFoundCollection(collection, search)))
  );
}

function isInOrder(collection: Collection, order: DebtOrder): boolean {
  const debt = debtOf(collection);
  if (debt === undefined) return false;
  return order.by === 'dueDate' ? debt.dueDay !== undefined : debt.currency === order.currency;
}

const PROOF_LENGTH = 25;

/** The salt is the account's, so the cursor is too. `asked`: what the list was asked for. */
export function signedCursor(salt: string, asked: readonly unknown[], position: string): string {
  const proof = deriveHash(salt, 'cursor', JSON.stringify([asked, position]));
  return `${proof}${Buffer.from(position).toString('base64url')}`;
}

/** The position; undefined if the cursor is not ours, or belongs to another list. Compares in constant time. */
export function signedPosition(salt: string, asked: readonly unknown[], cursor: string): string | undefined {
  const position = Buffer.from(cursor.slice(PROOF_LENGTH), 'base64url').toString();
  const [given, ours] = [Buffer.from(cursor), Buffer.from(signedCursor(salt, asked, position))];
  return given.length === ours.length && timingSafeEqual(given, ours) ? position : undefined;
}

/** Cursors of earlier versions stay good. */
function askedBy(filter: CollectionFilter): unknown[] {
  const { reference, contactId, status, createdFrom, createdTo, dueFrom, dueTo, search, order } = filter;
  const asked = [reference, contactId, status?.join(), createdFrom, createdTo].map((each) => each ?? null);
  const due = dueFrom === undefined && dueTo === undefined ? [] : [{ dueFrom, dueTo }];
  return [...asked, ...(search === undefined ? [] : [search]), ...due, ...(order === undefined ? [] : [order])];
}

export const cursorFor = (salt: string, filter: CollectionFilter, position: string): string =>
  signedCursor(salt, askedBy(filter), position);

export const positionOf = (salt: string, filter: CollectionFilter, cursor: string): string | undefined =>
  signedPosition(salt, askedBy(filter), cursor);

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
