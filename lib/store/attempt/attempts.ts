/** Attempts: one is written once per slot, together with the collection's next run, and gets the result of its send. */
import { PutCommand, TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { unmarshall } from '@aws-sdk/util-dynamodb';
import { type Attempt, attemptAt, type CoveredSlot, type SendResult } from '#lib/domain/attempt.ts';
import type { Channel } from '#lib/domain/channels/channels.ts';
import { lastOf, type OtherClaim, type SlotClaim } from '#lib/domain/follow-up/claim.ts';
import { type CollectionRef, collectionId } from '#lib/domain/ids.ts';
import { ATTEMPT_PREFIX, attemptKey, collectionKey } from '#lib/store/collection/keys.ts';
import { attempt } from '#lib/store/collection/rows.ts';
import { ledgerIsAt, nextRun, PAYABLE } from '#lib/store/collection/runs.ts';
import { SORT_KEY } from '#lib/store/keys.ts';
import { messageItem, type Recipient, type SlotRef } from '#lib/store/message/messages.ts';
import { personUpdate } from '#lib/store/person/people.ts';
import { all, any, beginsWith, equals, ITEM_IS_NEW, isAbove } from '#lib/store/table/conditions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import { put, putIf, queryAll, SHOW_REFUSING, update, updateIf } from '#lib/store/table/requests.ts';
import { isRefused, refusingItem, type Table } from '#lib/store/table/table.ts';

/**
 * Claims slots: each collection moves past its own and their rows appear, all together or not at all, and only while these
 * collections can still be paid. Of several claims of a slot one wins; `lost` means that a collection or the person has changed.
 */
export async function claimSlots(table: Table, claim: SlotClaim): Promise<'won' | 'lost'> {
  const { ref, retried, person, token, now, others = [] } = claim;
  const rows = retried
    ? [{ Update: { ...claimedAgain(table, ref, lastOf(claim), retried), ...SHOW_REFUSING } }]
    : newRows(table, claim);
  const counted = person ? [{ Update: personUpdate(table, person.ref, person.person, now) }] : [];
  const write = new TransactWriteCommand({
    TransactItems: [
      { Update: collectionUpdate(table, claim, now) },
      ...rows,
      ...counted,
      ...others.flatMap((other) => [{ Update: collectionUpdate(table, other, now) }, ...newRows(table, other)]),
    ],
    ClientRequestToken: token,
  });
  try {
    await table.send(write);
    return 'won';
  } catch (error) {
    if (!isRefused(error)) throw error;
    const reasons = error.CancellationReasons ?? [];
    // Our own earlier write, whose answer was lost: its rows carry our token.
    return reasons.some(({ Item }) => Item && readItem(unmarshall(Item), attempt).token === token) ? 'won' : 'lost';
  }
}

const newRows = (table: Table, { ref, attempts }: OtherClaim) =>
  attempts.map((row) => ({ Put: { ...put(table, newRow(ref, row)), ...SHOW_REFUSING } }));

const newRow = (ref: CollectionRef, row: Attempt) => ({
  item: { ...attemptKey(ref, row.slot), ...row },
  when: ITEM_IS_NEW,
});

/** What the earlier message left is kept under `earlier`; receipts that were kept with the attempt stay. */
function claimedAgain(table: Table, ref: CollectionRef, { slot, ...claimed }: Attempt, retried: Attempt) {
  return update(table, {
    key: attemptKey(ref, slot),
    set: claimed,
    remove: ['retryAt', 'channel', 'messageId', 'reason', 'own', 'cost'].filter(
      (name) => !Object.hasOwn(claimed, name),
    ),
    when: all(equals('token', retried.token), equals('status', 'deferred')),
  });
}

/** Puts the rows of slots that can no longer be claimed; a slot that was claimed keeps its own row. */
export async function recordSkips(table: Table, ref: CollectionRef, attempts: readonly Attempt[]): Promise<void> {
  await Promise.all(attempts.map((row) => putIf(table, newRow(ref, row))));
}

function collectionUpdate(table: Table, { ref, expected, attempts, nextRunAt }: OtherClaim, now: Date) {
  const { entryCount, nextSlot, runNumber, status } = expected;
  const run = nextRun(ref.hash, nextRunAt);
  return update(table, {
    key: collectionKey(ref.account, ref.hash),
    set: { nextSlot: (attempts.at(-1)?.slot ?? nextSlot) + 1, runNumber: runNumber + 1, ...run.set },
    remove: [...run.remove, 'retry', 'deferral'],
    when: all(
      PAYABLE,
      equals('status', status),
      isAbove('expiresAt', now.toISOString()),
      equals('nextSlot', nextSlot),
      equals('runNumber', runNumber),
      ledgerIsAt(entryCount),
    ),
  });
}

/**
 * Records the result of the send by the invocation that holds `token`, and for a sent message the item that leads from
 * the provider's message id to the slot. The two are beside each other and not together, which halves their cost: a receipt
 * that finds the message waits for the result ({@link applyReceipt} in `receipts.ts`), and one that does not find it
 * goes by its tags. @throws when the slot is not claimed by `token`, or has another result already.
 */
export async function recordResult(
  table: Table,
  recipient: SlotRef & Recipient & Pick<Attempt, 'covers'>,
  token: string,
  result: SendResult,
): Promise<void> {
  const { status, channelsTried, at } = result;
  const { covers } = recipient;
  const details = status === 'sent' ? { channel: result.channel, messageId: result.messageId } : unsent(result);
  const fields = {
    status,
    channelsTried,
    ...(result.text !== undefined && { text: result.text, own: result.own }),
    ...(result.cost && { cost: result.cost }),
    // Fewer than were claimed, if one has been paid since.
    ...(covers && { covers }),
    ...details,
  };
  const write = update(table, {
    key: attemptKey(recipient.ref, recipient.slot),
    set: { [`at.${status}`]: at, ...fields },
    // What another channel was sent instead is not in the words of the claim.
    remove: result.text !== undefined && result.own === undefined ? ['own'] : [],
    when: all(equals('token', token), equals('status', 'sending')),
  });
  await Promise.all([
    saveOnce(
      table,
      new UpdateCommand({ ...write, ...SHOW_REFUSING }),
      (stored) => stored.token === token && stored.at[status] === at && isSame(stored, details),
    ),
    status === 'sent' && table.send(new PutCommand(put(table, { item: messageItem(recipient, result) }))),
  ]);
}

/**
 * What became of the message that spoke for slots of other collections, too. Those that have a result keep it; `deferred` is
 * none: it stands for skipped, until a retry goes out ({@link endedWith} in `domain/attempt.ts`).
 */
export async function recordCovered(
  table: Table,
  { ref, covers }: { ref: CollectionRef; covers: readonly CoveredSlot[] },
  result: SendResult | CoveredDeferral,
): Promise<void> {
  const { status, channelsTried, channel, at, text, reason } = {
    ...{ reason: undefined, channel: undefined },
    ...result,
  };
  const set = { status, channelsTried, channel, text, reason, [`at.${status}`]: at };
  const isOpen = any(equals('status', 'sending'), equals('status', 'deferred'));
  const when = all(equals('with', collectionId(ref)), isOpen);
  await Promise.all(
    covers.map(({ hash, slot }) =>
      updateIf(table, { key: attemptKey({ account: ref.account, hash }, slot), set, when }),
    ),
  );
}

type CoveredDeferral = Pick<SendResult, 'channelsTried' | 'at' | 'text'> & { status: 'deferred' };

const isSame = (stored: Attempt, { messageId, reason }: { messageId?: string; reason?: string }): boolean =>
  stored.messageId === messageId && stored.reason === reason;

/** When the answer to our own write was lost, its repetition is refused by what it has written itself. */
async function saveOnce(table: Table, update: UpdateCommand, isOurs: (stored: Attempt) => boolean): Promise<void> {
  try {
    await table.send(update);
  } catch (error) {
    if (!isOurs(readItem(refusingItem(error), attempt))) throw error;
  }
}

const unsent = ({ channel, reason }: { channel?: Channel; reason: string }) => ({
  reason,
  ...(channel && { channel }),
});

/** All attempts of a collection, as they were a moment ago. */
export async function getAttempts(table: Table, { account, hash }: CollectionRef): Promise<Attempt[]> {
  const partition = collectionKey(account, hash).pk;
  const items = await queryAll(table, { partition, when: beginsWith(SORT_KEY, ATTEMPT_PREFIX), isStrong: false });
  return items.map((item) => readItem(item, attempt));
}

/** What a receipt says of its message beside the ids: the tags that the message was sent with. */
type ReceiptTags = { messageIds: readonly string[]; token?: string | undefined };

/**
 * The id of the message that a receipt's tags lead to, for one that is found by no id: the attempt says it if the item
 * which leads from it was not written, and if it is unknown whether the message went out, then it is the receipt's.
 * A message of the claim before has another token.
 */
export async function findTaggedMessage(
  table: Table,
  { ref, slot }: SlotRef,
  { messageIds, token }: ReceiptTags,
  now: Date,
): Promise<string | undefined> {
  const item = await table.getItem(attemptKey(ref, slot));
  if (item === undefined || item['erased'] === true) return undefined;
  const stored = attemptAt(readItem(item, attempt), now);
  const recorded = [stored.messageId, stored.earlier?.messageId].find(
    (id) => id !== undefined && messageIds.includes(id),
  );
  if (recorded !== undefined) return recorded;
  return stored.status === 'unknown' && (token === undefined || token === stored.token) ? messageIds[0] : undefined;
}

/** Whether a receipt has said that the attempt's message arrived. */
export async function wasDelivered(table: Table, { ref, slot }: SlotRef, messageId: string): Promise<boolean> {
  const item = await table.getItem(attemptKey(ref, slot));
  if (item === undefined) return false;
  const { messageId: last, earlier, at } = readItem(item, attempt);
  const times = last === messageId ? at : earlier?.messageId === messageId ? earlier.at : {};
  return times.delivered !== undefined || times.read !== undefined;
}

/** Whether the attempt was erased: its message is recorded no more. */
export async function isErasedAttempt(table: Table, { ref, slot }: SlotRef): Promise<boolean> {
  const item = await table.getItem(attemptKey(ref, slot));
  return item?.['erased'] === true;
}
