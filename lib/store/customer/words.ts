/** The words by which customers and collections are found: of names, phones and emails, and of references. */
import { DeleteCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import type { CollectionRef } from '#lib/domain/ids.ts';
import { SORT_KEY } from '#lib/store/keys.ts';
import { fields, instant, optional, text } from '#lib/store/table/checks.ts';
import { beginsWith } from '#lib/store/table/conditions.ts';
import { queryParts } from '#lib/store/table/query-parts.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, remove } from '#lib/store/table/requests.ts';
import type { Table } from '#lib/store/table/table.ts';
import { customerWordKey, referenceWordKey, type SearchedKind, searchPartitions } from './keys.ts';

type CustomerWords = { words: readonly string[]; spread: true | undefined };

export async function putCustomerWords(
  table: Table,
  account: string,
  contact: string,
  { words, spread }: CustomerWords,
): Promise<void> {
  const items = words.map((word) => ({ ...customerWordKey(account, contact, word, spread), contact }));
  await Promise.all(items.map((item) => table.send(new PutCommand(put(table, { item })))));
}

/** Of a customer with collections of before and since its account was spread, a word may be in either place. */
export async function removeCustomerWords(
  table: Table,
  account: string,
  contact: string,
  { words, spread }: CustomerWords,
): Promise<void> {
  const places = spread ? [undefined, spread] : [undefined];
  const keys = words.flatMap((word) => places.map((place) => customerWordKey(account, contact, word, place)));
  await Promise.all(keys.map((key) => table.send(new DeleteCommand(remove(table, { key })))));
}

/** A reference never changes, so these rows stay. Of one word the newest collections come first. */
export async function putReferenceWords(
  table: Table,
  { account, hash }: CollectionRef,
  { createdAt, words, spread }: { createdAt: string; words: readonly string[]; spread?: true | undefined },
): Promise<void> {
  const rest = `${untilTheEnd(createdAt)}#${hash}`;
  const items = words.map((word) => ({ ...referenceWordKey({ account, hash, spread }, word, rest), hash, createdAt }));
  await Promise.all(items.map((item) => table.send(new PutCommand(put(table, { item })))));
}

const THE_END_MS = Date.parse('9999-12-31T23:59:59.999Z');

/** Milliseconds from the instant to the end of all years of four digits, so that the newest sorts first. */
const untilTheEnd = (instant: string): string => String(THE_END_MS - Date.parse(instant)).padStart(16, '0');

/** Of a customer, or of a collection. */
export type FoundRow = { contact?: string; hash?: string; createdAt?: string };

const row = fields({ contact: optional(text), hash: optional(text), createdAt: optional(instant) });

/** In the order of the words; an exact word comes before longer ones. */
export async function findWords(
  table: Table,
  account: string,
  kind: SearchedKind,
  { start, limit, isSpread }: { start: string; limit: number; isSpread: boolean },
): Promise<FoundRow[]> {
  const found = await queryParts(table, {
    partitions: searchPartitions(account, kind, start, isSpread),
    sortKey: SORT_KEY,
    when: beginsWith(SORT_KEY, start),
    limit,
    isStrong: false,
  });
  return found.map(({ item }) => readItem(item, row));
}
