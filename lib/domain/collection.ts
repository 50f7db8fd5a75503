/** A collection: the terms it was recorded with, which never change, and the state it is in. */
import type { Account } from './account.ts';
import type { Contact } from './contact.ts';
import { collectionForbidden, collectionNotFound } from './errors.ts';
import type { FollowUp } from './follow-up/follow-up.ts';
import type { CollectionRef } from './ids.ts';
import type { Money } from './money.ts';
import type { Payable } from './payment/payable.ts';
import type { ProviderOption } from './payment/payment-option.ts';
import type { Session } from './payment/session.ts';
import type { Phone } from './phone.ts';
import { type CollectionEventType, isPayable, type Status } from './transitions.ts';

/** What is fixed when the collection is recorded. Instants are ISO 8601 with milliseconds, so they compare as text. */
export type CollectionTerms = {
  contact: Contact;
  reference: string;
  amount: Money;
  expiresInMinutes: number;
  payable: Payable;
  followUp: FollowUp;
  /** JSON text, exactly as it is echoed. */
  metadata?: string;
  /** Slug of the account's provider that the create named. */
  provider?: string;
  createdAt: string;
};

/**
 * Each happens at most once to a collection, or once about one thing: the type, with `about`, tells it apart, and its id
 * follows from them. `reason` says why. Both are codes, for operators.
 */
export type CollectionEvent = {
  type: CollectionEventType;
  timestamp: string;
  about?: string;
  reason?: string;
};

export type CollectionState = {
  status: Status;
  updatedAt: string;
  /** `expiresInMinutes` after the creation. */
  expiresAt: string;
  /** Set once, by the transition to completed. */
  completedAt: string | null;
  events: readonly CollectionEvent[];
  /** When it is to be run next: for a follow-up, the overdue mark or its expiry; absent when never again. */
  nextRunAt?: string;
  /** Counts the runs that have been set; together with the id it names one run and no other. */
  runNumber: number;
  /** The first slot of the follow-up plan that has not been claimed yet. */
  nextSlot: number;
  /** Reserved at payment providers, in the order of their numbers, the first of which is 1. */
  sessions: readonly Session[];
  /** What the providers have opened of the ways to pay that were asked for. */
  options: readonly ProviderOption[];
  /** How many payments it has taken account of. */
  payments: number;
};

/** `ref` and `id` say the same: the id is the ref in its public form. */
export type Collection = { id: string; ref: CollectionRef } & CollectionTerms & CollectionState;

/** A collection with its account, and the phone of its contact: most of what is done with one needs all three. */
export type CollectionContext = { collection: Collection; account: Account; phone: Phone };

/** What the providers made of the sessions that a create reserved. */
export type OpenedOptions = {
  options: ProviderOption[];
  /** The providers' own names of sessions, by number. */
  keys: { number: number; key: string }[];
  /** One for each option that is missing. */
  events: CollectionEvent[];
};

/** From its expiry on, a payable collection is expired for every reader, whether or not anything has written so yet. */
export function asSeenAt(collection: Collection, now: Date): Collection {
  const { expiresAt, updatedAt } = collection;
  if (!isPayable(collection.status) || expiresAt > now.toISOString()) return collection;
  return { ...collection, status: 'expired', updatedAt: expiresAt > updatedAt ? expiresAt : updatedAt };
}

/** The collection, if it is this account's; throws the refusal to show otherwise. */
export function ownedCollection(collection: Collection | undefined, account: string): Collection {
  if (collection === undefined) throw collectionNotFound();
  if (collection.ref.account !== account) throw collectionForbidden();
  return collection;
}
