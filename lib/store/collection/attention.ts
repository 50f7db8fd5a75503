/** What of a collection needs a person: a row for each reason, beside the collection; those that are listed are in the index of what is due. */
import {
  ATTENTION_REASONS,
  type AttentionCare,
  type AttentionItem,
  type AttentionPlace,
  type AttentionReason,
  type Cause,
} from '#lib/domain/attention/attention-item.ts';
import type { Suggestion } from '#lib/domain/attention/suggest-answer.ts';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { ATTENTION_PREFIX, attentionKey, attentionListed, collectionRefOfKey } from '#lib/store/collection/keys.ts';
import { DUE, DUE_PARTITION_KEY, DUE_SORT_KEY } from '#lib/store/indexes.ts';
import { type Key, PARTITION_KEY, SORT_KEY } from '#lib/store/keys.ts';
import { flag, instant, json, object, oneOf, optional, text } from '#lib/store/table/checks.ts';
import { all, any, equals, exists, ITEM_EXISTS, isBelow, notExists } from '#lib/store/table/conditions.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import { copyOf, queryPage, removeIf, updateIf } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';

const suggestion = json(
  object<{ kind: Suggestion['kind']; quote?: string; payBy?: string; claim?: string; dispute?: string }>({
    kind: oneOf(['claim', 'promise', 'dispute', 'reopen'] as const),
    quote: optional(text),
    payBy: optional(instant),
    claim: optional(text),
    dispute: optional(text),
  }),
);

const row = object<Omit<AttentionItem, 'isListed' | 'suggestion'> & { suggestion?: object }>({
  reason: oneOf(ATTENTION_REASONS),
  since: instant,
  text: optional(text),
  suggestion: optional(suggestion),
  unproven: optional(flag),
  assignee: optional(text),
  note: optional(text),
  snoozedUntil: optional(instant),
  doneAt: optional(instant),
});

export const attentionOf = (item: Item & Key): AttentionItem => ({
  ...(readItem(item, row) as Omit<AttentionItem, 'isListed'>),
  isListed: item[DUE_PARTITION_KEY] !== undefined,
});

/** Lists a cause, unless somebody has done it meanwhile. What was done or snoozed before it counts no more. */
export async function listAttention(
  table: Table,
  ref: CollectionRef,
  { reason, since, text: words, suggestion: suggested, unproven }: Cause,
): Promise<void> {
  await updateIf(table, {
    key: attentionKey(ref, reason),
    set: {
      reason,
      since,
      text: words,
      suggestion: suggested && JSON.stringify(suggested),
      unproven,
      [DUE_PARTITION_KEY]: attentionListed(ref.account),
      [DUE_SORT_KEY]: since,
    },
    remove: [
      'doneAt',
      'snoozedUntil',
      ...(words === undefined ? ['text'] : []),
      ...(suggested === undefined ? ['suggestion'] : []),
      ...(unproven === undefined ? ['unproven'] : []),
    ],
    when: any(notExists('doneAt'), isBelow('doneAt', since)),
  });
}

export const removeAttention = (table: Table, ref: CollectionRef, reason: AttentionReason): Promise<boolean> =>
  removeIf(table, { key: attentionKey(ref, reason), when: ITEM_EXISTS });

export async function getAttention(
  table: Table,
  ref: CollectionRef,
  reason: AttentionReason,
): Promise<AttentionItem | undefined> {
  const item = await table.getItem(attentionKey(ref, reason));
  return item && attentionOf(item);
}

/** What is empty is removed. False if it is not there, or somebody else has taken it. */
export function careForAttention(
  table: Table,
  ref: CollectionRef,
  reason: AttentionReason,
  {
    assignee,
    note,
    snoozedUntil,
    done,
    now,
  }: { [Name in keyof Omit<AttentionCare, 'doneAt'>]: string | undefined } & { done?: boolean | undefined; now: Date },
): Promise<boolean> {
  const given = { assignee, note, snoozedUntil };
  return updateIf(table, {
    key: attentionKey(ref, reason),
    set: {
      ...Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value || undefined])),
      ...(done && { doneAt: now.toISOString() }),
      ...(done === false && { [DUE_PARTITION_KEY]: attentionListed(ref.account), [DUE_SORT_KEY]: copyOf('since') }),
    },
    remove: [
      ...Object.entries(given).flatMap(([name, value]) => (value === '' ? [name] : [])),
      ...(done ? [DUE_PARTITION_KEY, DUE_SORT_KEY] : []),
      ...(done === false ? ['doneAt'] : []),
    ],
    when: all(
      ITEM_EXISTS,
      // What is done comes back to the list, or nothing of it changes.
      done !== false && exists(DUE_PARTITION_KEY),
      Boolean(assignee) && any(notExists('assignee'), equals('assignee', assignee)),
    ),
  });
}

/** At most `limit` places, oldest first. The index lags a little behind the table. */
export async function findAttention(
  table: Table,
  account: string,
  { after, limit }: { after?: AttentionPlace | undefined; limit: number },
): Promise<AttentionPlace[]> {
  const { items } = await queryPage(table, {
    partition: attentionListed(account),
    index: DUE,
    limit,
    after: after && {
      ...attentionKey({ account, hash: after.hash }, after.reason),
      [DUE_PARTITION_KEY]: attentionListed(account),
      [DUE_SORT_KEY]: after.since,
    },
  });
  return items.flatMap((item) => {
    const ref = collectionRefOfKey(String(item[PARTITION_KEY]));
    const name = String(item[SORT_KEY]).slice(ATTENTION_PREFIX.length);
    const reason = ATTENTION_REASONS.find((each) => each === name);
    return ref && reason ? [{ since: String(item[DUE_SORT_KEY]), hash: ref.hash, reason }] : [];
  });
}

/** Strongly: those that are gone, or no longer listed, are left out. In the order asked. */
export async function getAttentionItems(
  table: Table,
  account: string,
  places: readonly AttentionPlace[],
): Promise<(AttentionItem & { hash: string })[]> {
  const keys = places.map(({ hash, reason }) => attentionKey({ account, hash }, reason));
  const found = new Map((await table.batchGet(keys)).map((item) => [`${item.pk} ${item.sk}`, item]));
  return places.flatMap(({ hash }, index) => {
    const key = keys[index];
    const item = key && found.get(`${key.pk} ${key.sk}`);
    const attention = item && attentionOf(item);
    return attention?.isListed ? [{ ...attention, hash }] : [];
  });
}
