/** The model of one collection: its creation and its changes. */
import type { Attempt } from './attempts.ts';
import { collectionIdOf } from './ids.ts';
import type { Member } from './made-by.ts';
import type { Option } from './options.ts';
import type { Booked } from './payments.ts';
import type { Course, Promised, Terms } from './revisions.ts';
import { isPayable, transitionOf } from './states.ts';
import {
  type AccountFacts,
  type Amount,
  type Contact,
  type CreateBody,
  type FollowUpAnswer,
  type Method,
  MINUTE,
  type Status,
} from './wire.ts';

/** `member`: who of the merchant's people did it. `data`: what else its reader is told, as far as the model fixes it. */
export type Happened = { type: string; at: number; member?: Member | undefined; data?: object };

/** The fields that never change and the ones that do. Instants are in milliseconds. */
export type Known = {
  account: AccountFacts;
  id: string;
  reference: string;
  amount: Amount;
  contact: Contact;
  expiresIn: number;
  /** The life for which its strategy was chosen; a promise may have made it longer since. */
  chosenFor: number;
  payable: { enabled: boolean; methods: Method[] };
  followUp: FollowUpAnswer;
  metadata: object | undefined;
  createdAt: number;
  expiresAt: number;
  /** The stored status. A collection past its expiry is shown as expired without a change of this field. */
  status: Status;
  updatedAt: number;
  completedAt: number | undefined;
  events: readonly Happened[];
  /** The sum of the ledger, in minor units. */
  received: number;
  /** Its ledger. */
  booked: readonly Booked[];
  /** The options that its provider has opened. */
  options: readonly Option[];
  /** Its claimed slots, and the first slot that is not claimed yet. */
  attempts: readonly Attempt[];
  nextSlot: number;
  /** The slot that is offered again, at an instant. */
  retry?: { slot: number; at: number } | undefined;
  /** The slot that the rules for people let wait. A revision drops it. */
  deferral?: { slot: number; until: number } | undefined;
  /** Absent before the first revision of its plan. */
  course?: Course | undefined;
  promise?: Promised | undefined;
  /** Since they were corrected. */
  terms?: Terms | undefined;
};

type Beginning = { account: AccountFacts; contact: Contact; followUp: FollowUpAnswer; now: number };

const EXPIRES_IN = 1440;

export function create(body: CreateBody, { account, contact, followUp, now }: Beginning): Known {
  const { reference, amount, expiresIn = EXPIRES_IN, metadata, payable } = body;
  const { enabled = false, methods = [] } = payable ?? {};
  return {
    account,
    id: collectionIdOf(account, reference),
    reference,
    amount: { value: amount.value, currency: amount.currency },
    contact,
    expiresIn,
    chosenFor: expiresIn,
    // Enabled without methods means a payment link.
    payable: { enabled, methods: enabled && methods.length === 0 ? ['payment_link'] : [...methods] },
    followUp,
    metadata,
    createdAt: now,
    expiresAt: now + expiresIn * MINUTE,
    status: 'pending',
    updatedAt: now,
    completedAt: undefined,
    events: [{ type: 'collection.created', at: now }],
    received: 0,
    booked: [],
    options: [],
    attempts: [],
    nextSlot: 1,
  };
}

/** From its expiry on a collection is expired for every reader, whether or not that is stored. */
export const statusAt = ({ status, expiresAt }: Known, now: number): Status =>
  isPayable(status) && now >= expiresAt ? 'expired' : status;

/** A run or a refused change that finds the expiry passed stores it, with the instant of the expiry. */
export function recordExpiry(known: Known, now: number): Known {
  if (statusAt(known, now) === known.status) return known;
  // The plan ends at the expiry, so no follow-up is stopped.
  const events = [...known.events, { type: 'collection.expired', at: known.expiresAt }];
  return { ...known, status: 'expired', updatedAt: Math.max(known.updatedAt, known.expiresAt), events };
}

/** Changes to an allowed status. `updatedAt` never decreases, whatever the clock shows, and the events have its instant. */
export function change(known: Known, to: Status, now: number): Known {
  const seen = statusAt(known, now);
  const at = Math.max(now, known.updatedAt, seen === known.status ? now : known.expiresAt);
  const isStopped = known.followUp.enabled && isPayable(seen) && !isPayable(to);
  return {
    ...known,
    status: to,
    updatedAt: at,
    completedAt: to === 'completed' ? at : known.completedAt,
    events: [
      ...known.events,
      { type: `collection.${to}`, at },
      ...(isStopped ? [{ type: 'followup.stopped', at }] : []),
    ],
  };
}

export type Decision = { known: Known; answer: 'ok' | 'invalid_transition' };

/** PATCH …/status: the current status changes nothing; any other must be a listed transition of a caller. */
export function setStatus(known: Known, to: Status, now: number): Decision {
  const from = statusAt(known, now);
  if (from === to) return { known, answer: 'ok' };
  if (transitionOf(from, to, 'caller') === undefined)
    return { known: recordExpiry(known, now), answer: 'invalid_transition' };
  return { known: change(known, to, now), answer: 'ok' };
}

/** Marks the collection overdue; this is due one cadence after the last slot of its plan. */
export const markOverdue = (known: Known, now: number): Known =>
  transitionOf(statusAt(known, now), 'overdue', 'time') ? change(known, 'overdue', now) : known;
