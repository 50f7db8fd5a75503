/** Builds the response of an item that needs a person, and the cursors of their list. */
import { createHash } from 'node:crypto';
import { ATTENTION_REASONS, type AttentionItem, type AttentionPlace, attentionId } from '#lib/domain/attention-item.ts';
import { asSeenAt, type Collection } from '#lib/domain/collection.ts';
import { dateOf } from '#lib/domain/due-day.ts';
import { validationFailed } from '#lib/domain/errors.ts';
import { fromFields } from '#lib/domain/every-field.ts';
import { outstandingOf, toAmount } from '#lib/domain/money.ts';
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

export const isSnoozed = ({ snoozedUntil }: AttentionItem, now: Date): boolean =>
  snoozedUntil !== undefined && snoozedUntil > now.toISOString();

type Filter = Pick<ListAttentionQuery, 'reason' | 'assignee'>;

const SEAL_LENGTH = 8;

/** Every account sees its own list only, so a cursor needs no secret: it is bound to its filter. */
const sealOf = ({ reason, assignee }: Filter, text: string): string =>
  createHash('sha256')
    .update(JSON.stringify([reason ?? null, assignee ?? null, text]))
    .digest('base64url')
    .slice(0, SEAL_LENGTH);

export function attentionCursor(filter: Filter, { since, hash, reason }: AttentionPlace): string {
  const text = [since, hash, reason].join(' ');
  return `${sealOf(filter, text)}${Buffer.from(text).toString('base64url')}`;
}

/** @throws validation_failed when it is none of ours, or of another filter */
export function readAttentionCursor(filter: Filter, cursor: string): AttentionPlace {
  const text = Buffer.from(cursor.slice(SEAL_LENGTH), 'base64url').toString();
  const [since = '', hash = '', name] = text.split(' ');
  const reason = ATTENTION_REASONS.find((each) => each === name);
  const place = reason && { since, hash, reason };
  if (place !== undefined && attentionCursor(filter, place) === cursor) return place;
  throw validationFailed([{ path: 'cursor', message: 'is not a cursor of this list with this filter' }]);
}
