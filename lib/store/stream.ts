/**
 * What the table's stream shows of collections, their payments and accounts.
 *
 * A spoilt record is logged and passed over, not thrown: it would fail at each try, and hold up its shard for hours.
 * Whatever else reads that collection throws.
 */
import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { AttributeValue } from 'aws-lambda';
import type { Collection } from '#lib/domain/collection.ts';
import type { Contact } from '#lib/domain/contact.ts';
import type { CollectionChange, Writing } from '#lib/domain/customer.ts';
import { type CollectionRef, collectionId } from '#lib/domain/ids.ts';
import { isPayable, STATUSES } from '#lib/domain/transitions.ts';
import { fromItem } from '#lib/store/collection/item.ts';
import {
  ATTEMPT_PREFIX,
  COLLECTION_SORT_KEY,
  collectionRefOfKey,
  EVENT_PREFIX,
  MESSAGE_SENT_PREFIX,
  PAYMENT_PREFIX,
  REPLY_PREFIX,
  WAITING_PREFIX,
} from '#lib/store/collection/keys.ts';
import { type OpenEntry, openEntriesOf } from '#lib/store/collection/open-by-address.ts';
import type { Listing } from '#lib/store/list/log.ts';
import { type Item, isMalformed, malformedItem, unpackText } from '#lib/store/table/read-item.ts';
import { CREATED_SORT_KEY, DUE_PARTITION_KEY, DUE_SORT_KEY, isErasureShard } from './indexes.ts';
import { ACCOUNT_SORT_KEY, type Key, PARTITION_KEY, SORT_KEY } from './keys.ts';

/** The rows of a collection that have events, beside the collection itself: what the publisher gets of the stream. */
export const TOLD_ABOUT: readonly string[] = [ATTEMPT_PREFIX, EVENT_PREFIX, PAYMENT_PREFIX, REPLY_PREFIX];

/** What the relay gets of the stream: each write of these items, and the first of those rows. */
export const RELAYED_ITEMS: readonly string[] = [COLLECTION_SORT_KEY, ACCOUNT_SORT_KEY];
export const RELAYED_ROWS: readonly string[] = [WAITING_PREFIX, REPLY_PREFIX, MESSAGE_SENT_PREFIX];

/** A write, as a record of the stream names it. Of what is removed nobody is told. */
export type StreamedWrite = { isFirst: boolean; sortKey: string };

export const isForRelay = ({ isFirst, sortKey }: StreamedWrite): boolean =>
  RELAYED_ITEMS.includes(sortKey) || (isFirst && RELAYED_ROWS.some((prefix) => sortKey.startsWith(prefix)));

export const isForPublisher = ({ sortKey }: Pick<StreamedWrite, 'sortKey'>): boolean =>
  sortKey === COLLECTION_SORT_KEY || TOLD_ABOUT.some((prefix) => sortKey.startsWith(prefix));

type Image = Readonly<Record<string, AttributeValue>>;
type Change = { NewImage?: Image | undefined; OldImage?: Image | undefined };

/** A collection's next run, as a record shows it. */
export type RecordedRun = { collection: string; runNumber: number; nextRunAt: Date };

/** How a collection's record is to be listed; undefined for any other item. */
export function listingOf(image: Image | undefined): Listing | undefined {
  const ref = collectionRefOf(image);
  if (ref === undefined) return undefined;
  const startSegment = Number(image?.['startSegment']?.N);
  return Number.isInteger(startSegment) ? { ...ref, startSegment } : spoilt(image, 'startSegment');
}

/** The collection for which something may wait: the record is its own, or of what came before it. */
export const waitedForOf = (image: Image | undefined): CollectionRef | undefined =>
  image?.[SORT_KEY]?.S?.startsWith(WAITING_PREFIX)
    ? collectionRefOfKey(image[PARTITION_KEY]?.S ?? '')
    : collectionRefOf(image);

/** The id of a collection whose reference names a transaction that its provider can be asked about. */
export function askableOf(image: Image | undefined): string | undefined {
  const ref = collectionRefOf(image);
  return ref && termsIn(image)?.includes('"referenceProvider":') ? collectionId(ref) : undefined;
}

/** What a change adds to the open collections of addresses, and what it takes out. Nothing, while neither status nor terms change. */
export function openChangesOf({ NewImage, OldImage }: Change): { add: OpenEntry[]; remove: OpenEntry[] } {
  const isSame = ['status', 'terms', 'expiresAt'].every(
    (name) => NewImage && OldImage && scalarOf(NewImage, name) === scalarOf(OldImage, name),
  );
  if (isSame) return { add: [], remove: [] };
  const [add, before] = [entriesOf(NewImage), entriesOf(OldImage)];
  const kept = new Set(add.map(({ address }) => address));
  return { add, remove: before.filter(({ address }) => !kept.has(address)) };
}

function entriesOf(image: Image | undefined): OpenEntry[] {
  const ref = collectionRefOf(image);
  const status = STATUSES.find((each) => each === image?.['status']?.S);
  if (ref === undefined || status === undefined || !isPayable(status)) return [];
  const { contact, createdAt: inTerms } = readTerms(image) ?? {};
  const [createdAt, expiresAt] = [image?.[CREATED_SORT_KEY]?.S ?? inTerms, image?.['expiresAt']?.S];
  if (contact === undefined || createdAt === undefined || expiresAt === undefined) return [];
  return openEntriesOf({ contact, ref, createdAt, expiresAt });
}

/**
 * The collections that these records change, each from before its first change to after its last, those of one customer together: by
 * the place of the first, so that all of it is repeated when it fails. Only those in which something changes that a customer has.
 */
export function changedCollectionsOf(records: readonly Change[]): Map<number, CollectionChange[]> {
  const firsts = new Map<string, number>();
  const images = new Map<number, (Image | undefined)[]>();
  for (const [place, { OldImage, NewImage }] of records.entries()) {
    if (NewImage === undefined || collectionRefOf(NewImage) === undefined) continue;
    const { pk } = keyOf(NewImage);
    const first = firsts.get(pk) ?? place;
    firsts.set(pk, first);
    images.set(first, [...(images.get(first) ?? [OldImage]), NewImage]);
  }
  const changes = [...images].flatMap(([place, of]) => {
    if (of.every((image, index) => index === 0 || isSameToCustomer(of[index - 1], image))) return [];
    const states = of.map((image) => image && readCollection(image));
    const after = states.pop();
    const earlier = states.filter((each) => each !== undefined);
    return after === undefined ? [] : [[place, { isNew: states[0] === undefined, earlier, after }] as const];
  });
  const byCustomer = Map.groupBy(changes, ([, { after }]) => `${after.ref.account}#${after.contact.id}`);
  return new Map([...byCustomer.values()].map((own) => [own[0]?.[0] ?? 0, own.map(([, change]) => change)]));
}

/** What is paid and credited: with the amount, what a collection still asks for. */
const BALANCE = ['received', 'credits'];

const OF_CUSTOMERS = [...BALANCE, 'status', 'terms', 'erasedAt'];

const isSameToCustomer = (one: Image | undefined, other: Image | undefined): boolean =>
  one !== undefined &&
  other !== undefined &&
  OF_CUSTOMERS.every((name) => scalarOf(one, name) === scalarOf(other, name));

const scalarOf = (image: Image, name: string): string | undefined => image[name]?.S ?? image[name]?.N ?? image[name]?.B;

function readCollection(image: Image): Collection | undefined {
  try {
    return fromItem(itemOf(image)).collection;
  } catch (error) {
    if (isMalformed(error)) return undefined;
    throw error;
  }
}

/** An image has its bytes as texts in base64. */
function itemOf(image: Image): Item & Key {
  const attributes = Object.entries(image).map(([name, value]) => [
    name,
    value.B === undefined ? value : { B: Buffer.from(value.B, 'base64') },
  ]);
  return unmarshall(Object.fromEntries(attributes)) as Item & Key;
}

/** Of which collection a customer has written, or was written to by a person, and when; undefined for any other item. */
export function writingOf(image: Image | undefined): ({ ref: CollectionRef } & Writing) | undefined {
  const { pk, sk } = keyOf(image);
  const ref = collectionRefOfKey(pk);
  const isReply = sk.startsWith(REPLY_PREFIX) && image?.['unproven']?.BOOL !== true;
  const [by, time] = isReply ? (['customer', 'at'] as const) : (['merchant', 'timestamp'] as const);
  const at = image?.[time]?.S;
  if (ref === undefined || at === undefined || !(isReply || sk.startsWith(MESSAGE_SENT_PREFIX))) return undefined;
  return { ref, by, at };
}

/** A text, or a deflated one. */
function termsIn(image: Image | undefined): string | undefined {
  const { S, B } = image?.['terms'] ?? {};
  try {
    return B === undefined ? S : unpackText(Buffer.from(B, 'base64'));
  } catch {
    return spoilt(image, 'terms');
  }
}

type Terms = { contact?: Omit<Contact, 'id'>; createdAt?: string };

function readTerms(image: Image | undefined): Terms | undefined {
  try {
    return JSON.parse(termsIn(image) ?? '{}');
  } catch {
    return spoilt(image, 'terms');
  }
}

/** The run that a change has set; undefined when it has set none. */
export function runOf({ NewImage, OldImage }: Change): RecordedRun | undefined {
  const ref = collectionRefOf(NewImage);
  if (ref === undefined || !hasRun(NewImage)) return undefined;
  const runNumber = Number(NewImage?.['runNumber']?.N);
  if (!Number.isInteger(runNumber)) return spoilt(NewImage, 'runNumber');
  if (runNumber === Number(OldImage?.['runNumber']?.N)) return undefined;
  const nextRunAt = new Date(NewImage?.[DUE_SORT_KEY]?.S ?? '');
  if (Number.isNaN(nextRunAt.getTime())) return spoilt(NewImage, DUE_SORT_KEY);
  return { collection: collectionId(ref), runNumber, nextRunAt };
}

/** Whether a change has ended the collection's runs: this is then the last record that brings the relay to it. */
export const endsRuns = ({ NewImage, OldImage }: Change): boolean =>
  collectionRefOf(NewImage) !== undefined && hasRun(OldImage) && !hasRun(NewImage);

/** The same attribute says when an ended collection is to be erased: only the sweeper looks for that. */
const hasRun = (image: Image | undefined): boolean =>
  image?.[DUE_SORT_KEY] !== undefined && !isErasureShard(image[DUE_PARTITION_KEY]?.S);

const keyOf = (image: Image | undefined) => ({
  pk: image?.[PARTITION_KEY]?.S ?? '',
  sk: image?.[SORT_KEY]?.S ?? '',
});

function collectionRefOf(image: Image | undefined): CollectionRef | undefined {
  const { pk, sk } = keyOf(image);
  return sk === COLLECTION_SORT_KEY ? collectionRefOfKey(pk) : undefined;
}

function spoilt(image: Image | undefined, attribute: string): undefined {
  malformedItem(keyOf(image), attribute);
}

/** What the payer of several debts was asked for is another sum, once one of these changes. */
const OF_SESSIONS = [...BALANCE, 'amountChanges', 'status', 'erasedAt', 'sharedBy'];

/** `hash`: of the debt that changed. `owner`: of the collection that has the session by which it is paid, too. */
export type SharedChange = { owner: CollectionRef; hash: string };

/** Undefined for a change that ends no session for several debts. */
export function sharedChangeOf({ NewImage, OldImage }: Change): SharedChange | undefined {
  const ref = collectionRefOf(NewImage);
  const owner = OldImage?.['sharedBy']?.S;
  if (ref === undefined || owner === undefined || NewImage === undefined || OldImage === undefined) return undefined;
  const isPaused = pauserOf(NewImage) === 'merchant' && pauserOf(OldImage) !== 'merchant';
  const isChanged = OF_SESSIONS.some((name) => scalarOf(OldImage, name) !== scalarOf(NewImage, name));
  return isPaused || isChanged ? { owner: { account: ref.account, hash: owner }, hash: ref.hash } : undefined;
}

const pauserOf = (image: Image): string | undefined => image['pause']?.M?.['reason']?.S;

/** The collection to which a changed item belongs, if the item can have events. */
export function toldAboutOf(keys: Image | undefined): CollectionRef | undefined {
  const sortKey = keys?.[SORT_KEY]?.S ?? '';
  return isForPublisher({ sortKey }) ? collectionRefOfKey(keys?.[PARTITION_KEY]?.S ?? '') : undefined;
}

/** The ids of the providers that a change has set to be reconciled; none for any other item. */
export function newlyReconciledOf({ NewImage, OldImage }: Change): string[] {
  if (NewImage?.[SORT_KEY]?.S !== ACCOUNT_SORT_KEY) return [];
  const before = reconciledOf(OldImage);
  return reconciledOf(NewImage).filter((id) => !before.includes(id));
}

function reconciledOf(image: Image | undefined): string[] {
  const providers = Object.values(image?.['providers']?.M ?? {});
  return providers.flatMap(({ M }) => (M?.['reconciles']?.BOOL === true ? (M['id']?.S ?? []) : []));
}
