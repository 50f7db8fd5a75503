/**
 * The cost of a request in DynamoDB, counted from the calls of the SDK.
 *
 * Trips: the length of the longest chain of calls in which each began after the one before had ended.
 * Units: the capacity that DynamoDB reports, except for transactions. DynamoDB Local reports those like plain writes; AWS bills
 * two units for each KB of each item, and this module counts the same:
 * https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html
 */

import type { ConsumedCapacity } from '@aws-sdk/client-dynamodb';
import { onTestFinished } from 'vitest';
import { table } from '#lib/store/table/live-table.ts';

import { type Item, sizeOf } from '#test/support/item-size.ts';

type Call = { operation: string; trip: number; ended: boolean; units: number };
type Input = { TransactItems?: { Put?: { Item?: Item } }[] };
type Output = { ConsumedCapacity?: ConsumedCapacity | ConsumedCapacity[] };

const WATCHER = 'watchCost';

/** Watches every call until the end of the test. */
export function watchCost() {
  const calls: Call[] = [];
  table.client.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const ended = calls.filter((call) => call.ended).map(({ trip }) => trip);
        const operation = String(commandName).replace('Command', '');
        const call: Call = { operation, trip: 1 + Math.max(0, ...ended), ended: false, units: 0 };
        calls.push(call);
        const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' };
        const result = await next({ ...args, input }).finally(() => Object.assign(call, { ended: true }));
        call.units = unitsOfTransaction(input as Input) ?? unitsReported(result.output as Output);
        return result;
      },
    { step: 'initialize', name: WATCHER, override: true },
  );
  onTestFinished(() => void table.client.middlewareStack.remove(WATCHER));

  const unitsOf = (kind: RegExp) => calls.filter(({ operation }) => kind.test(operation)).reduce(addUnits, 0);
  return {
    /** The operations of each trip. */
    trips: () =>
      [...new Set(calls.map(({ trip }) => trip))].map((number) =>
        calls.filter(({ trip }) => trip === number).map(({ operation }) => operation),
      ),
    readUnits: () => unitsOf(/Get|Query/),
    writeUnits: () => unitsOf(/Put|Update|Write/),
  };
}

const addUnits = (sum: number, { units }: { units: number }): number => sum + units;

const unitsReported = ({ ConsumedCapacity: consumed = [] }: Output): number =>
  [consumed].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);

const unitsOfTransaction = ({ TransactItems }: Input): number | undefined =>
  TransactItems?.reduce((sum, { Put }) => sum + 2 * Math.ceil(sizeOf(Put?.Item) / 1024), 0);
