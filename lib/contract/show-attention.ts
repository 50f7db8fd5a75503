/** Builds the response of an item that needs a person, and the cursors of their list. */
import {
  ATTENTION_REASONS,
  type AttentionItem,
  type AttentionPlace,
  attentionId,
  isPossible,
} from '#lib/domain/attention/attention-item.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { notOfThisList } from '#lib/domain/errors.ts';
import { fromFields } from '#lib/domain/every-field.ts';
import { signedCursor, signedPosition } from '#lib/domain/list-cursor.ts';
import { outstandingOf, toAmount } from '#lib/domain/money.ts';
import { dateOf } from '#lib/domain/time/due-day.ts';
import type { AttentionResponse, ListAttentionQuery } from './attention.ts';

export function toAttentionResponse(item: AttentionItem, collection: Collection, now: Date): AttentionResponse {
  const { reason, since, text, unproven, suggestion, assignee, note, snoozedUntil, isListed } = item;
  const { id, ref, reference, status, amount, dueDay, contact } = asSeenAt(collection, now);
  return fromFields<AttentionResponse>({
    id: attentionId(ref, reason),
    reason,
    since,
    collection: {
      id,
      reference,
      status,
      amount: toAmount(amount),
      outstanding: toAmount(outstandingOf(collection)),
      ...(dueDay !== undefined && { dueDate: dateOf(dueDay) }),
    },
    customer: contact,
    text,
    unproven: unproven ? true : undefined,
    suggestion: suggestion && { ...suggestion },
    assignee,
    note,
    snoozedUntil: isSnoozed(item, now) ? snoozedUntil : undefined,
    done: isListed ? undefined : true,
  });
}

/** Whether it is put off, or its collection, read with it, has become what it cannot be listed for; the list hears of that a moment later. */
export const isLeftOut = ({ item, collection }: { item: AttentionItem; collection: Collection }, now: Date): boolean =>
  isSnoozed(item, now) || !isPossible(item.reason, asSeenAt(collection, now).status);

const isSnoozed = ({ snoozedUntil }: AttentionItem, now: Date): boolean =>
  snoozedUntil !== undefined && snoozedUntil > now.toISOString();

type Filter = Pick<ListAttentionQuery, 'reason' | 'assignee'>;

const askedFor = ({ reason, assignee }: Filter) => ['attention', reason ?? null, assignee ?? null];

/** `salt`: of the account whose list it is. */
export const attentionCursor = (salt: string, filter: Filter, { since, hash, reason }: AttentionPlace): string =>
  signedCursor(salt, askedFor(filter), [since, hash, reason].join(' '));

/** @throws validation_failed when it is none of ours, or of another filter */
export function readAttentionCursor(salt: string, filter: Filter, cursor: string): AttentionPlace {
  const [since = '', hash = '', name] = signedPosition(salt, askedFor(filter), cursor)?.split(' ') ?? [];
  const reason = ATTENTION_REASONS.find((each) => each === name);
  if (reason !== undefined) return { since, hash, reason };
  throw notOfThisList();
}
