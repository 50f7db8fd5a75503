/** A collection's ledger in the table: each entry is recorded once, together with its effect on the collection; and what is waited for: payments without a collection yet, refunds and disputes without an end. */
import { DeleteCommand, PutCommand, TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import type { Collection } from '#lib/domain/collection.ts';
import { type CollectionRef, parseProviderId } from '#lib/domain/ids.ts';
import type { Booking, Ledger, Waiting } from '#lib/domain/payment/book-movement.ts';
import type { OpenReturn } from '#lib/domain/payment/ended-checks.ts';
import type { SharedBooking } from '#lib/domain/payment/share-movement.ts';
import type { Person, PersonRef } from '#lib/domain/person/person.ts';
import { getPartition } from '#lib/store/collection/collections.ts';
import {
  announcementKey,
  collectionKey,
  entryKey,
  openReturnKey,
  openReturnPrefix,
  waitingKey,
} from '#lib/store/collection/keys.ts';
import { amountIsAt, endingRun, finalRuns, ledgerIsAt, nextRun } from '#lib/store/collection/runs.ts';
import { packTerms } from '#lib/store/collection/terms.ts';
import { STATUS_PARTITION_KEY, statusPart } from '#lib/store/indexes.ts';
import { personKey, SORT_KEY, secondsAfter, TTL_ATTRIBUTE } from '#lib/store/keys.ts';
import { personIn } from '#lib/store/person/people.ts';
import { object, oneOf, text } from '#lib/store/table/checks.ts';
import { all, beginsWith, equals, ITEM_IS_NEW, isAtMost } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { append, copyOf, put, putIf, queryPage, remove, update } from '#lib/store/table/requests.ts';
import { isContention, isRefused, type Table } from '#lib/store/table/table.ts';

export async function getLedger(table: Table, ref: CollectionRef): Promise<Ledger> {
  const { collection, entries, waiting, attempts } = await getPartition(table, ref);
  return { collection, entries, waiting, attempts };
}

/**
 * Records an entry and its effect on the collection, together or not at all, so that the sum of the entries always
 * agrees with the collection. `others`: the parts of the same movement in other ledgers. `lost`: the entry is recorded already, or the collection has changed, or is just being changed.
 */
export async function recordEntry(
  table: Table,
  ref: CollectionRef,
  booking: Booking,
  waiting?: Pick<Waiting, 'key'>,
  others: readonly SharedBooking[] = [],
): Promise<'recorded' | 'lost'> {
  const write = new TransactWriteCommand({
    TransactItems: [
      ...[{ ref, booking }, ...others].flatMap((each) => [
        { Put: put(table, { item: entryItem(each), when: ITEM_IS_NEW }) },
        { Update: effect(table, each.ref, each.booking) },
      ]),
      ...(waiting ? [{ Delete: remove(table, { key: waitingKey(ref, waiting.key) }) }] : []),
    ],
  });
  try {
    await table.sendUnlessHeld(write);
    return 'recorded';
  } catch (error) {
    if (!isContention(error) && !isRefused(error)) throw error;
    return 'lost';
  }
}

const entryItem = ({ ref, booking: { entry } }: SharedBooking) => ({ ...entryKey(ref, entry.key), ...entry });

function effect(table: Table, ref: CollectionRef, booking: Booking) {
  const { account, hash } = ref;
  const { expected, updatedAt, received, credits, completion, owedAgain, skipsSlot, staleSessions } = booking;
  const runs = completion
    ? finalRuns(table, hash, { checkAt: completion.checkAt, endedAt: completion.updatedAt })
    : staleSessions && endingRun(hash, staleSessions);
  return update(table, {
    key: collectionKey(account, hash),
    set: {
      entryCount: expected.entryCount + 1,
      received,
      credits,
      updatedAt,
      skippedSlot: skipsSlot ? copyOf('nextSlot') : undefined,
      staleSessions,
      // They show accounts and prompts of the amount before.
      options: staleSessions && '[]',
      ...(completion && {
        status: completion.to,
        [STATUS_PARTITION_KEY]: statusPart({ ref, spread: completion.spread }, completion.to),
        completedAt: completion.completedAt,
        events: append(completion.events),
      }),
      ...runs?.set,
      ...(owedAgain && reopened(owedAgain, booking.entry.eventsBefore ?? 0)),
    },
    remove: owedAgain ? CLOSED : (runs?.remove ?? []),
    when: all(
      equals('status', expected.status),
      isAtMost('updatedAt', updatedAt),
      ledgerIsAt(expected.entryCount),
      amountIsAt(expected.amountChanges),
      // The look after the end may have taken the number that its next run would have.
      owedAgain && equals('runNumber', owedAgain.runNumber - 1),
    ),
  });
}

/** What only a closed collection has, or one that was followed up. */
const CLOSED = [
  'completedAt',
  'promise',
  'pause',
  'skippedSlot',
  'postponedSlot',
  'retry',
  'deferral',
  'staleSessions',
];

/** `before`: how many events it had. */
function reopened(collection: Collection, before: number) {
  const { ref, status, expiresAt, runNumber, nextRunAt, amountChanges, reopenedAt, events } = collection;
  return {
    ...{
      status,
      [STATUS_PARTITION_KEY]: statusPart(collection, status),
      expiresAt,
      runNumber,
      amountChanges,
      reopenedAt,
    },
    terms: packTerms(collection),
    events: append(events.slice(before)),
    options: '[]',
    ...nextRun(ref.hash, nextRunAt).set,
  };
}

/** After so many days what waits for a collection that was never created is deleted. */
const WAITING_DAYS = 30;

/** Keeps what is ahead of its collection; the relay books it when both are stored. */
export async function keepForLater(
  table: Table,
  ref: CollectionRef,
  { key, reported, recordedAt }: Waiting,
): Promise<void> {
  const ttl = secondsAfter(recordedAt, WAITING_DAYS);
  const item = { ...waitingKey(ref, key), key, reported: JSON.stringify(reported), recordedAt, [TTL_ATTRIBUTE]: ttl };
  await putIf(table, { item, when: ITEM_IS_NEW });
}

/** As long as money waits that came before its collection. */
const KEPT_DAYS = 30;

/**
 * A webhook has named a transaction of which there is no collection yet: the create that gives its name asks about it.
 */
export async function announcePayment(table: Table, account: string, reference: string, now: Date): Promise<void> {
  const ttl = secondsAfter(now.toISOString(), KEPT_DAYS);
  await table.send(
    new PutCommand(put(table, { item: { ...announcementKey(account, reference), [TTL_ATTRIBUTE]: ttl } })),
  );
}

/** Both in the one request that a create makes for the person anyway. */
export async function getPersonAndAnnouncement(
  table: Table,
  ref: PersonRef,
  reference: string,
): Promise<{ person: Person; isAnnounced: boolean }> {
  const announced = announcementKey(ref.account, reference);
  const items = await table.batchGet([personKey(ref), announced]);
  return { person: personIn(items, ref), isAnnounced: items.some(({ pk }) => pk === announced.pk) };
}

/** Half a year: no provider that we know takes longer over a dispute or a refund. */
const REMEMBERED_DAYS = 180;

const stored = object<OpenReturn>({ transaction: text, about: oneOf(['refunds', 'disputes']), object: text });

/** Does nothing if it is remembered already. */
export async function rememberReturn(table: Table, provider: string, open: OpenReturn, now: Date): Promise<void> {
  const ttl = secondsAfter(now.toISOString(), REMEMBERED_DAYS);
  const { transaction, about, object: id } = open;
  const item = { ...keyOf(provider, open), transaction, about, object: id, [TTL_ATTRIBUTE]: ttl };
  await putIf(table, { item, when: ITEM_IS_NEW });
}

export async function forgetReturn(table: Table, provider: string, open: OpenReturn): Promise<void> {
  await table.send(new DeleteCommand(remove(table, { key: keyOf(provider, open) })));
}

export type OpenReturnPage = { returns: OpenReturn[]; next?: string };

/** Those of one provider, a few at a time; `next` goes on after the last of them. */
export async function listReturns(
  table: Table,
  provider: string,
  { limit, after }: { limit: number; after?: string | undefined },
): Promise<OpenReturnPage> {
  const { pk } = openReturnKey(accountOf(provider), provider, '');
  const { items, last } = await queryPage(table, {
    partition: pk,
    when: beginsWith(SORT_KEY, openReturnPrefix(provider)),
    limit,
    after: after === undefined ? undefined : { pk, sk: after },
  });
  const next = last === undefined ? undefined : items.at(-1)?.sk;
  return { returns: items.map((item) => readItem(item, stored)), ...(next !== undefined && { next }) };
}

const keyOf = (provider: string, { transaction, about, object: id }: OpenReturn) =>
  openReturnKey(accountOf(provider), provider, `${about}#${transaction}#${id}`);

function accountOf(provider: string): string {
  const ref = parseProviderId(provider);
  if (ref === undefined) throw new Error('not the id of a provider');
  return ref.account;
}
