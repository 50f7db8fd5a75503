/** What a filter of the list asks for, and whether a collection matches it at an instant. */
import { asSeenAt, type Collection } from './collection.ts';
import type { Status } from './transitions.ts';

/** What is absent is not asked. The dates are half-open: `createdTo` itself is outside. */
export type CollectionFilter = {
  reference?: string | undefined;
  /** Its id; a phone or an email stands for the contact that a create finds by it. */
  contactId?: string | undefined;
  status?: Status | undefined;
  createdFrom?: string | undefined;
  createdTo?: string | undefined;
};

/** Judges a collection as everybody sees it at this instant: expired from its expiry on, stored or not. */
export function matches(collection: Collection, filter: CollectionFilter, now: Date): boolean {
  const { reference, contactId, status, createdFrom, createdTo } = filter;
  const { contact, createdAt } = collection;
  return (
    (reference === undefined || collection.reference === reference) &&
    (contactId === undefined || contact.id === contactId) &&
    (status === undefined || asSeenAt(collection, now).status === status) &&
    (createdFrom === undefined || createdAt >= createdFrom) &&
    (createdTo === undefined || createdAt < createdTo)
  );
}
