/** The events that a collection keeps of itself, and what each tells its reader. */
import type { By } from './member.ts';
import type { Money } from './money.ts';
import type { CollectionEventType } from './transitions.ts';

/** `type` and `about` identify an event, and its id is derived from them. `reason` is a code for operators. */
export type CollectionEvent = {
  type: CollectionEventType;
  timestamp: string;
  about?: string;
  reason?: string;
  /** What its reader needs. */
  data?: EventData;
};

export type EventData = {
  /** What was changed, dotted: `contact.phone`. */
  changed?: readonly string[];
  /** Of a change of the amount or of the due day. */
  from?: ToldTerms;
  to?: ToldTerms;
  dueDate?: string;
  /** Of an expiry: there only when it is 0. */
  messagesSent?: number;
  until?: string;
  payBy?: string;
  /** Of a pause, or of a dispute. */
  reason?: string;
  /** The merchant's remark on a write-off, which nobody else is told. */
  note?: string;
  /** The ids of a claim or a dispute, and what they say that is about no person. */
  claim?: string;
  dispute?: string;
  amount?: Money;
  method?: string;
  paidOn?: string;
  resolution?: string;
  actor?: Actor;
  /** Which of the merchant's people, where `actor` is `merchant`. */
  member?: By;
};

/** What a change of terms tells: nothing that is about a person. */
export type ToldTerms = {
  amount?: Money;
  dueDate?: string /** Kept for the journal, and not shown. */;
  expiresAt?: string;
};

export type Actor = 'merchant' | 'customer' | 'schedule';
