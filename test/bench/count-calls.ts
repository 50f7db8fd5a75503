/** Counts the SDK's requests to DynamoDB, their consumed capacity, and requests to other services. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Call = { started: number; ended: number; read: number; written: number; refused: boolean; elsewhere: boolean };

/** Watches requests to other services than DynamoDB: is called at the start of each, returns a callback for its end. The result stops it. */
export type Elsewhere = (begin: () => () => Promise<void>) => () => void;

export type Cost = {
  /** The length of the longest chain of requests in which each was sent after the answer to the one before. */
  trips: number;
  /** The number of requests to DynamoDB. */
  requests: number;
  /** The number of requests to other services. */
  elsewhere: number;
  rcu: number;
  wcu: number;
  /** Conditional writes that DynamoDB refused. AWS charges them like writes, but the answer does not show the units. */
  refused: number;
};

type Units = { CapacityUnits?: number };
type Capacity = Units & { Table?: Units };
type Asked = { Keys?: unknown[]; ConsistentRead?: boolean };
type Output = { ConsumedCapacity?: Capacity | Capacity[]; $metadata: { attempts?: number } };

const READS = new Set(['GetItemCommand', 'BatchGetItemCommand', 'QueryCommand']);

const OBSERVER = 'countCalls';

/** Delays each answer, so that requests that are sent together always overlap. */
export async function costOf(
  client: DynamoDBDocumentClient,
  work: () => Promise<unknown>,
  holdMs = 0,
  others: readonly Elsewhere[] = [],
): Promise<Cost> {
  const calls: Call[] = [];
  let tick = 0;
  const begin = (elsewhere: boolean) => {
    const started = tick++;
    const call: Call = { started, ended: Number.POSITIVE_INFINITY, read: 0, written: 0, refused: false, elsewhere };
    calls.push(call);
    const end = async () => {
      if (holdMs > 0) await sleep(holdMs);
      call.ended = tick++;
    };
    return { call, end };
  };
  const stops = others.map((other) => other(() => begin(true).end));
  client.middlewareStack.add(
    (next, { commandName = '' }) =>
      async (args) => {
        const { call, end } = begin(false);
        try {
          const input = { ...args.input, ReturnConsumedCapacity: 'INDEXES' } as typeof args.input;
          const answer = await next({ ...args, input });
          const units = unitsOf(answer.output as Output);
          if (READS.has(commandName)) call.read = Math.max(units, batchUnits(input));
          else call.written = Math.max(units, transactionUnits(input) + indexUnits(answer.output as Output));
          return answer;
        } catch (error) {
          call.refused = true;
          throw error;
        } finally {
          await end();
        }
      },
    { step: 'initialize', name: OBSERVER },
  );
  try {
    await work();
  } finally {
    client.middlewareStack.remove(OBSERVER);
    for (const stop of stops) stop();
  }
  return summarise(calls);
}

function unitsOf({ ConsumedCapacity = [], $metadata }: Output): number {
  if (($metadata.attempts ?? 1) > 1) throw new Error('a retry would be counted as one request');
  return [ConsumedCapacity].flat().reduce((sum, { CapacityUnits = 0 }) => sum + CapacityUnits, 0);
}

const indexUnits = ({ ConsumedCapacity = [] }: Output): number =>
  [ConsumedCapacity]
    .flat()
    .reduce((sum, { CapacityUnits = 0, Table }) => sum + CapacityUnits - (Table?.CapacityUnits ?? CapacityUnits), 0);

/**
 * A transaction costs twice its writes. DynamoDB Local reports some of them only once, and an update that makes its item
 * not at all; all our items are below 1 KB.
 */
const transactionUnits = (input: object): number =>
  'TransactItems' in input ? 2 * ((input.TransactItems as unknown[] | undefined)?.length ?? 0) : 0;

/** A strong read of a missing item costs as much as one of an existing item, which DynamoDB Local ignores in a batch. */
function batchUnits(input: object): number {
  const asked = 'RequestItems' in input ? Object.values(input.RequestItems as Record<string, Asked>) : [];
  return asked.reduce((sum, { Keys = [], ConsistentRead }) => sum + Keys.length * (ConsistentRead ? 1 : 0.5), 0);
}

function summarise(calls: readonly Call[]): Cost {
  const sum = (of: (call: Call) => number): number => calls.reduce((total, call) => total + of(call), 0);
  return {
    trips: longestChain(calls),
    requests: calls.filter(({ elsewhere }) => !elsewhere).length,
    elsewhere: calls.filter(({ elsewhere }) => elsewhere).length,
    rcu: sum(({ read }) => read),
    wcu: sum(({ written }) => written),
    refused: calls.filter(({ refused }) => refused).length,
  };
}

/** The maximum number of requests that do not overlap: always picks the one that is answered first. */
function longestChain(calls: readonly Call[]): number {
  let chain = 0;
  let answered = -1;
  for (const { started, ended } of calls.toSorted((a, b) => a.ended - b.ended)) {
    if (started < answered) continue;
    chain += 1;
    answered = ended;
  }
  return chain;
}
