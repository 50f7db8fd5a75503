/** The status transitions, from which the domain’s check, the database condition and the README’s chart come; and the events of a collection. */

export const STATUSES = ['pending', 'completed', 'expired', 'overdue', 'cancelled'] as const;
export type Status = (typeof STATUSES)[number];

export const COLLECTION_EVENT_TYPES = [
  'collection.created',
  'collection.completed',
  'collection.cancelled',
  'collection.overdue',
  'collection.expired',
  'followup.stopped',
  'payment_option.failed',
  'collection.updated',
  'followup.paused',
  'followup.resumed',
  'followup.withdrawn',
  'promise.made',
  'promise.broken',
  'promise.withdrawn',
  'claim.made',
  'claim.accepted',
  'claim.rejected',
  'dispute.opened',
  'dispute.resolved',
  'collection.reopened',
] as const;
export type CollectionEventType = (typeof COLLECTION_EVENT_TYPES)[number];

/** What asks for a transition: the status endpoint, a confirmed payment, the clock, a correction of the terms, a reopening, or a write-off. */
export type Trigger = 'caller' | 'payment' | 'clock' | 'correction' | 'reopening' | 'write_off';

/** Why the merchant does not ask for the rest any more. */
export const WRITE_OFF_REASONS = ['bad_debt', 'goodwill', 'mistake', 'other'] as const;
export type WriteOffReason = (typeof WRITE_OFF_REASONS)[number];

export type Transition = {
  to: Status;
  from: readonly Status[];
  by: Trigger;
  event: CollectionEventType;
};

export const TRANSITIONS: readonly Transition[] = [
  { to: 'completed', from: ['pending', 'overdue', 'expired'], by: 'caller', event: 'collection.completed' },
  { to: 'completed', from: ['pending', 'overdue', 'expired'], by: 'payment', event: 'collection.completed' },
  { to: 'cancelled', from: ['pending', 'overdue'], by: 'caller', event: 'collection.cancelled' },
  // With a reason it is a write-off, of what has expired, too.
  { to: 'cancelled', from: ['pending', 'overdue', 'expired'], by: 'write_off', event: 'collection.cancelled' },
  { to: 'overdue', from: ['pending'], by: 'caller', event: 'collection.overdue' },
  { to: 'overdue', from: ['pending'], by: 'clock', event: 'collection.overdue' },
  // A dispute of its payment was lost, or the payment was moved to another debt.
  { to: 'overdue', from: ['completed'], by: 'payment', event: 'collection.reopened' },
  { to: 'expired', from: ['pending', 'overdue'], by: 'caller', event: 'collection.expired' },
  { to: 'expired', from: ['pending', 'overdue'], by: 'clock', event: 'collection.expired' },
  { to: 'pending', from: ['overdue'], by: 'correction', event: 'collection.updated' },
  { to: 'completed', from: ['pending', 'overdue'], by: 'correction', event: 'collection.completed' },
  { to: 'pending', from: ['expired', 'cancelled'], by: 'reopening', event: 'collection.reopened' },
  { to: 'overdue', from: ['expired', 'cancelled'], by: 'reopening', event: 'collection.reopened' },
  // Money that came after a cancellation may be all that is asked.
  { to: 'completed', from: ['cancelled'], by: 'reopening', event: 'collection.completed' },
];

export const findTransition = (to: Status, by: Trigger): Transition | undefined =>
  TRANSITIONS.find((transition) => transition.to === to && transition.by === by);

export const PAYABLE_STATUSES = ['pending', 'overdue'] as const satisfies readonly Status[];

/** Not settled: of an expired one the money is still owed. */
export const isOpen = (status: Status): boolean => status !== 'completed' && status !== 'cancelled';

export const isPayable = (status: Status): boolean => (PAYABLE_STATUSES as readonly Status[]).includes(status);

/** What has expired is still owed. */
export const isUnpaid = (status: Status): boolean => isPayable(status) || status === 'expired';
