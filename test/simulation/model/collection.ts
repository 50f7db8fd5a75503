/** The life of one collection: how it begins, how it changes, and how it is shown (design §1, §2; interface §2.1). */
import { collectionIdOf, payLinkOf } from './ids.ts';
import { isPayable, transitionOf } from './states.ts';
import {
  type AccountFacts,
  type Amount,
  type Contact,
  type CreateBody,
  type FollowUpAnswer,
  iso,
  type Method,
  MINUTE,
  type Status,
} from './wire.ts';

export type Happened = { type: string; at: number };

/** What never changes, and what does. Instants are milliseconds. */
export type Known = {
  account: AccountFacts;
  id: string;
  reference: string;
  amount: Amount;
  contact: Contact;
  expiresIn: number;
  payable: { enabled: boolean; methods: Method[] };
  followUp: FollowUpAnswer;
  metadata: object | undefined;
  createdAt: number;
  expiresAt: number;
  /** As recorded: time alone changes what is seen, not this. */
  status: Status;
  updatedAt: number;
  completedAt: number | undefined;
  events: readonly Happened[];
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
    // Design §1: enabled with no methods is a payment link.
    payable: { enabled, methods: enabled && methods.length === 0 ? ['payment_link'] : [...methods] },
    followUp,
    metadata,
    createdAt: now,
    expiresAt: now + expiresIn * MINUTE,
    status: 'pending',
    updatedAt: now,
    completedAt: undefined,
    events: [{ type: 'collection.created', at: now }],
  };
}

/** Design §2: from its expiry on it is expired for every reader, whether or not anything has said so. */
export const statusAt = ({ status, expiresAt }: Known, now: number): Status =>
  isPayable(status) && now >= expiresAt ? 'expired' : status;

/** Design §2: a run or a refused change that finds it over records that, as of the expiry. */
export function recordExpiry(known: Known, now: number): Known {
  if (statusAt(known, now) === known.status) return known;
  // Its plan ends there anyway, so nothing is stopped.
  const events = [...known.events, { type: 'collection.expired', at: known.expiresAt }];
  return { ...known, status: 'expired', updatedAt: Math.max(known.updatedAt, known.expiresAt), events };
}

/** To a status that is allowed. `updatedAt` never goes back, whatever the clock says, and the events have its time. */
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

/** PATCH …/status (design §2): what it has already is fine and changes nothing; else only what is listed for a caller. */
export function setStatus(known: Known, to: Status, now: number): Decision {
  const from = statusAt(known, now);
  if (from === to) return { known, answer: 'ok' };
  if (transitionOf(from, to, 'caller') === undefined)
    return { known: recordExpiry(known, now), answer: 'invalid_transition' };
  return { known: change(known, to, now), answer: 'ok' };
}

/** One cadence after the last slot of its plan (design §2). */
export const markOverdue = (known: Known, now: number): Known =>
  transitionOf(statusAt(known, now), 'overdue', 'time') ? change(known, 'overdue', now) : known;

/** The event stands in a list too; the rest of the history only where the one collection is read (design §1). */
export const isInline = ({ type }: Happened): boolean => /^collection\.|^followup\.stopped$/.test(type);

/** `data` as a read at `now` shows it, without the ids of events and with the link as its only option. */
export function shownAt(known: Known, now: number, baseUrl: string) {
  const { id, contact, reference, amount, expiresIn, payable, followUp, metadata, completedAt } = known;
  const status = statusAt(known, now);
  const updatedAt = status === known.status ? known.updatedAt : Math.max(known.updatedAt, known.expiresAt);
  return {
    id,
    type: 'integrated',
    contact,
    reference,
    amount,
    status,
    expiresIn,
    payable: { ...payable, options: payLinkOptions(known, baseUrl) },
    followUp,
    ...(metadata !== undefined && { metadata }),
    events: known.events.toSorted((a, b) => a.at - b.at).map(({ type, at }) => ({ type, timestamp: iso(at) })),
    createdAt: iso(known.createdAt),
    updatedAt: iso(updatedAt),
    completedAt: completedAt === undefined ? null : iso(completedAt),
  };
}

/** Interface §2.4: generated only when enabled. The other methods' options are the provider's to say. */
const payLinkOptions = ({ account, id, payable, expiresAt }: Known, baseUrl: string) =>
  payable.enabled && payable.methods.includes('payment_link')
    ? [{ method: 'payment_link', link: payLinkOf(account, id, baseUrl), expiresAt: iso(expiresAt) }]
    : [];
