/** A collection: its terms, and its current state. */
import type { Account, Arm } from './account.ts';
import type { Claim, Dispute } from './answers.ts';
import type { CollectionEvent } from './collection-event.ts';
import type { Contact } from './contact.ts';
import { collectionForbidden, collectionNotFound } from './errors.ts';
import type { Deferral, FollowUp, Pause, PlanStart, Retry, StoredPromise } from './follow-up/follow-up.ts';
import type { CollectionRef } from './ids.ts';
import type { Money } from './money.ts';
import type { Payable } from './payment/payable.ts';
import type { ProviderOption } from './payment/payment-option.ts';
import type { Session, StaleSessions } from './payment/session.ts';
import type { Phone } from './phone.ts';
import { isPayable, type Status } from './transitions.ts';

/** Only a revision changes them, and never the reference. Instants are ISO 8601 with milliseconds, so they compare as text. */
export type CollectionTerms = {
  contact: Contact;
  reference: string;
  /** The merchant's number of the invoice, and the taxes in the amount as it was asked. */
  number?: string;
  tax?: readonly Tax[];
  amount: Money;
  /** The last day on which a payment is in time: see `due-day.ts`. */
  dueDay?: number;
  expiresInMinutes: number;
  payable: Payable;
  followUp: FollowUp;
  /** JSON text, which responses repeat exactly. */
  metadata?: string;
  /** Slug of the provider that the create named. */
  provider?: string;
  /** What was paid before it was recorded here. */
  paidBefore?: PaidBefore;
  /** Slug of the provider whose transaction `reference` names: that one, or the account's default at the create. */
  referenceProvider?: string;
  createdAt: string;
  /** Of the experiment, if there was one when it was created. */
  arm?: Arm;
  /** Which experiment that is, and when the first automatic reminder is due, or would be; absent where none would be. */
  inExperiment?: InExperiment;
  /** Phones and emails that corrections have replaced: opt-out links in their messages still work, and an erasure finds them. */
  replaced?: readonly string[];
  /** Its account was spread when it was created: its events, and where it is found, are in other partitions. */
  spread?: true;
};

/** `rate` in percent. */
export type Tax = { name: string; rate: number; amount: Money };

export type PaidBefore = { amount: Money; at: string };

/** `since`: when it began. */
export type InExperiment = { since: string; reminderAt: string };

/** The hashes of its Idempotency-Key and of its body. */
export type KeyedRequest = { key: string; bodyHash: string };

export type CollectionState = {
  status: Status;
  updatedAt: string;
  expiresAt: string;
  completedAt: string | null;
  events: readonly CollectionEvent[];
  /** The next follow-up, the overdue mark or the expiry. Absent when no run is left. */
  nextRunAt?: string;
  /** How many runs have been set. With the collection's id, it identifies one run. */
  runNumber: number;
  nextSlot: number;
  /** The slot that is left out because a part was paid after the one before it. */
  skippedSlot?: number;
  /** The slot whose run waits because a payment is under way. */
  postponedSlot?: number;
  /** The slot that the rules for people have deferred, and until when. */
  deferral?: Deferral;
  /** The slot that is offered to a channel again, and when. */
  retry?: Retry;
  /** Sessions at payment providers, in the order of their numbers, which start at 1. */
  sessions: readonly Session[];
  options: readonly ProviderOption[];
  /** How many entries the ledger has; they are booked one at a time. */
  entryCount: number;
  /** The sum of the ledger without credits, in minor units of the amount's currency. */
  received: number;
  /** What the merchant has credited, in minor units; absent while nothing is. */
  credits?: number;
  /** Where the current plan begins; absent until the first revision. */
  plan?: PlanStart;
  /** The last requests for a reminder that can be repeated: after it was sent, another one would go out. */
  reminderRequests?: readonly KeyedRequest[];
  pause?: Pause;
  promise?: StoredPromise;
  /** What the customer has said on the payment page, oldest first; absent while there is nothing. */
  claims?: readonly Claim[];
  disputes?: readonly Dispute[];
  /** No more money will come by the merchant's own transaction. */
  referenceEnded?: boolean;
  /** When it was opened again, after it had expired or was cancelled. */
  reopenedAt?: string;
  /** How often the amount was corrected; absent if never. */
  amountChanges?: number;
  /** Sessions to be ended, because they were opened for another amount or before it was reopened. */
  staleSessions?: StaleSessions;
  /** The hash of the collection whose session pays this one, too, or its own; the session may have ended. */
  sharedBy?: string;
  /** When its providers were last asked because a payer was on the payment page. */
  askedAt?: string;
  /** When the personal data in it was overwritten. */
  erasedAt?: string;
};

/** `id` is the public form of `ref`. */
export type Collection = { id: string; ref: CollectionRef } & CollectionTerms & CollectionState;

export type CollectionContext = { collection: Collection; account: Account; phone: Phone };

export type OpenedOptions = {
  options: ProviderOption[];
  keys: { number: number; key: string }[];
  events: CollectionEvent[];
};

/** Shows a payable collection as expired from its expiry on, even before the expiry is stored. */
export function asSeenAt(collection: Collection, now: Date): Collection {
  const { expiresAt, updatedAt } = collection;
  if (!isPayable(collection.status) || expiresAt > now.toISOString()) return collection;
  return { ...collection, status: 'expired', updatedAt: expiresAt > updatedAt ? expiresAt : updatedAt };
}

/** @throws collection_not_found, or collection_forbidden if another account owns the collection. */
export function ownedCollection(collection: Collection | undefined, account: string): Collection {
  if (collection === undefined) throw collectionNotFound();
  if (collection.ref.account !== account) throw collectionForbidden();
  return collection;
}
