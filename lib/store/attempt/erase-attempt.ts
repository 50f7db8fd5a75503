/** Overwrites what an attempt says about the person it was sent to, and deletes the items that lead to it from messages. */

import { DeleteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { type Attempt, attemptAt, diedBefore } from '#lib/domain/attempt.ts';
import { CHANNELS, type Channel, channelFacts } from '#lib/domain/channels/channels.ts';
import { isTestMessage } from '#lib/domain/message/outgoing.ts';
import { attempt } from '#lib/store/collection/collection-rows.ts';
import { messageKey } from '#lib/store/deployment-keys.ts';
import type { Key } from '#lib/store/keys.ts';
import { list, object, optional, text } from '#lib/store/table/checks.ts';
import { type Item, readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';

const kept = object<{ receipts: { id: string }[] | undefined }>({ receipts: optional(list(object({ id: text }))) });

/** A message that is being sent is left alone: what becomes of it is to be recorded, with its text. */
export async function eraseAttempt(table: Table, item: Item & Key, now: Date): Promise<'busy' | undefined> {
  if (item['erased'] === true) return undefined;
  const found = readItem(item, attempt);
  const { receipts = [] } = readItem(item, kept);
  if (attemptAt(found, now).status === 'sending' || isBeingRecorded(found, now)) return 'busy';
  await Promise.all(messagesOf(found, receipts).map((key) => deleteItem(table, key)));
  return (await overwrite(table, item, found)) ? undefined : 'busy';
}

/** The item that leads to the attempt from its message is written beside the result, and may come after it. */
const isBeingRecorded = ({ messageId, claimedAt }: Attempt, now: Date): boolean =>
  messageId !== undefined && !isTestMessage(messageId) && claimedAt > diedBefore(now);

const secondKey = (channel: Channel, receiptId: string): Key | undefined => {
  const id = channelFacts(channel).secondMessageId?.(receiptId);
  return id === undefined ? undefined : messageKey(channel, id);
};

/** By the ids that its sends answered, and by those that receipts gave it besides. */
function messagesOf({ channel, messageId, earlier }: Attempt, receipts: readonly { id: string }[]): Key[] {
  const sent = [{ channel, messageId }, earlier ?? {}] as { channel?: Channel; messageId?: string }[];
  return [
    ...sent.flatMap((of) => (of.channel && of.messageId ? [messageKey(of.channel, of.messageId)] : [])),
    ...CHANNELS.flatMap((each) => receipts.flatMap(({ id }) => secondKey(each, id) ?? [])),
  ];
}

const deleteItem = async (table: Table, key: Key): Promise<void> => {
  await table.send(new DeleteCommand({ TableName: table.name, Key: key }));
};

/** `messageId` stays where nothing was sent: it only says so. */
function overwrite(
  table: Table,
  { pk, sk }: Key,
  { token, text: said, messageId, earlier, status }: Attempt,
): Promise<boolean> {
  const set = ['erased = :true', ...(said ? ['#text = :none'] : []), ...(earlier ? ['earlier.messageId = :none'] : [])];
  const gone = ['receipts', 'receiptIds', ...(isTestMessage(messageId) ? [] : ['messageId'])];
  const update = new UpdateCommand({
    TableName: table.name,
    Key: { pk, sk },
    UpdateExpression: `SET ${set.join(', ')} REMOVE ${gone.join(', ')}`,
    // The status may rise by a receipt; a claim or a result would have changed more.
    ConditionExpression: `#token = :token AND ${status === 'sending' ? '#status = :sending' : '#status <> :sending'}`,
    ExpressionAttributeNames: { '#token': 'token', '#status': 'status', ...(said && { '#text': 'text' }) },
    ExpressionAttributeValues: {
      ':token': token,
      ':true': true,
      ':sending': 'sending',
      ...((said || earlier) && { ':none': '' }),
    },
  });
  return table.writeIf(update);
}
