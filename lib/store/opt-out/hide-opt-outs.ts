/** Opt-outs of persons who are erased: they go on holding, under a hash in place of the address. */

import { TransactionCanceledException } from '@aws-sdk/client-dynamodb';
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb';
import { serviceUnavailable } from '#lib/domain/errors.ts';
import { type Address, hashedAddress } from '#lib/domain/opt-out.ts';
import { optOutKey, unreachableKey } from '#lib/store/deployment-keys.ts';
import { ITEM_IS_NEW } from '#lib/store/table/expressions.ts';
import { readItem } from '#lib/store/table/read-item.ts';
import type { Table } from '#lib/store/table/table.ts';
import { MAX_TRIES } from '#lib/store/table/table.ts';
import { type ListedOptOut, listedOptOut, optOutKeys, optOutPuts } from './opt-outs.ts';
import { isComplaint } from './unreachable.ts';

/** What a person has said of an address. A complaint about an email says as much as an opt-out. */
export async function findOptOut(
  table: Table,
  { channel, address }: Address,
  now: Date,
): Promise<ListedOptOut | undefined> {
  const keys = [optOutKey(channel, address), unreachableKey(channel, address)];
  const [said, closed] = await Promise.all(keys.map(table.getItem));
  if (said !== undefined) return readItem(said, listedOptOut);
  if (closed === undefined || !isComplaint(closed)) return undefined;
  return { channel, address, by: 'provider', optedOutAt: now.toISOString() };
}

/** Moves the opt-out of an address under its hash, as it is then. False if there is none. */
export async function hideOptOut(table: Table, of: Address, secret: string, now: Date): Promise<boolean> {
  for (let tried = 1; tried <= MAX_TRIES; tried += 1) {
    const found = await findOptOut(table, of, now);
    if (found === undefined) return false;
    const { channel, optedOutAt, by } = found;
    const puts = optOutPuts(table, { channel, address: hashedAddress(of, secret), optedOutAt, by });
    const gone = optOutKeys(of).map((Key) => ({
      Delete: {
        TableName: table.name,
        Key,
        ConditionExpression: `${ITEM_IS_NEW} OR optedOutAt = :at`,
        ExpressionAttributeValues: { ':at': optedOutAt },
      },
    }));
    try {
      await table.send(new TransactWriteCommand({ TransactItems: [...puts, ...gone] }));
      return true;
    } catch (error) {
      // The person has said something meanwhile.
      if (!(error instanceof TransactionCanceledException)) throw error;
    }
  }
  throw serviceUnavailable();
}
