/** What needs a person of the merchant, as it is kept: why, since when, what people made of it, and its id. */
import { type CollectionRef, collectionId, parseCollectionId } from '#lib/domain/ids.ts';
import { isOpen, type Status } from '#lib/domain/transitions.ts';
import type { Suggestion } from './suggest-answer.ts';

/** The place of a reason in this list is a part of ids: new ones come last. */
export const ATTENTION_REASONS = [
  'replied',
  'claimed_paid',
  'disputed',
  'link_requested',
  'promise_broken',
  'never_reached',
  'expired_unpaid',
  'overpaid',
  'over_limit',
  'charged_back',
  'text_unused',
] as const;
export type AttentionReason = (typeof ATTENTION_REASONS)[number];

const isExpired = (status: Status): boolean => status === 'expired';

/** While the money is still owed, or while it can be asked for again only by a reopening. The others are of any status. */
const POSSIBLE: Partial<Record<AttentionReason, (status: Status) => boolean>> = {
  claimed_paid: isOpen,
  link_requested: isExpired,
  promise_broken: isOpen,
  never_reached: isOpen,
  expired_unpaid: isExpired,
  over_limit: isOpen,
  charged_back: isOpen,
};

/** Whether a collection of this status can need a person for this reason. */
export const isPossible = (reason: AttentionReason, status: Status): boolean => POSSIBLE[reason]?.(status) ?? true;

/** `since`: ISO 8601. `text`: the customer's words, or what they claim. */
export type Cause = {
  reason: AttentionReason;
  since: string;
  text?: string;
  suggestion?: Suggestion;
  /** Anybody can have written the text. */
  unproven?: boolean;
};

/** What people of the merchant made of an item. A cause that is not newer than `doneAt` is no longer listed. */
export type AttentionCare = { assignee?: string; note?: string; snoozedUntil?: string; doneAt?: string };

/** As it is kept. `isListed`: it has a cause that nobody has done yet. */
export type AttentionItem = Cause & AttentionCare & { isListed: boolean };

/** Where an item is in the list, which is in the order of `since`; `hash` is the collection's. */
export type AttentionPlace = { since: string; hash: string; reason: AttentionReason };

const PREFIX = 'att_';

export const attentionId = (ref: CollectionRef, reason: AttentionReason): string =>
  `${PREFIX}${collectionId(ref).slice('pay_'.length)}${ATTENTION_REASONS.indexOf(reason).toString(36)}`;

/** Undefined if it is malformed. */
export function parseAttentionId(id: string): { ref: CollectionRef; reason: AttentionReason } | undefined {
  const [, owned, place = ''] = /^att_([0-9a-z]{35})([0-9a-z])$/.exec(id) ?? [];
  const ref = owned === undefined ? undefined : parseCollectionId(`pay_${owned}`);
  const reason = ATTENTION_REASONS[Number.parseInt(place, 36)];
  return ref === undefined || reason === undefined ? undefined : { ref, reason };
}
