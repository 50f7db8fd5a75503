/** Random commands of the document client on a few items. */
import {
  BatchGetCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import * as fc from 'fast-check';
import { attributes, change, condition, placeholders, withPlaceholders } from './any-expression.ts';

type Made = { input: object };

/** Builds a command of the document client for a table. */
export type AnyCommand = (TableName: string) => Made;

export const KEYS = ['a', 'b'].flatMap((pk) => ['1', '2', '3'].map((sk) => ({ pk, sk })));

const key = fc.constantFrom(...KEYS);
const guard = fc.option(condition, { nil: undefined, freq: 3 });
const failure = fc.constantFrom({}, { ReturnValuesOnConditionCheckFailure: 'ALL_OLD' });

const put = fc
  .tuple(key, attributes, guard, placeholders, failure)
  .map(([Key, rest, ConditionExpression, given, onFailure]) => ({
    Item: { ...Key, ...rest },
    ...onFailure,
    ...withPlaceholders({ ConditionExpression }, given),
  }));

const update = fc
  .tuple(key, change, guard, placeholders, failure)
  .map(([Key, UpdateExpression, ConditionExpression, given, onFailure]) => ({
    Key,
    ...onFailure,
    ...withPlaceholders({ UpdateExpression, ConditionExpression }, given),
  }));

const guarded = (on: fc.Arbitrary<string | undefined>) =>
  fc.tuple(key, on, placeholders, failure).map(([Key, ConditionExpression, given, onFailure]) => ({
    Key,
    ...onFailure,
    ...withPlaceholders({ ConditionExpression }, given),
  }));

const write = fc.oneof(
  put.map((input) => ['Put', input] as const),
  update.map((input) => ['Update', input] as const),
  guarded(guard).map((input) => ['Delete', input] as const),
  guarded(condition).map((input) => ['ConditionCheck', input] as const),
);

const itemOf = ([, input]: readonly [string, object]): string => {
  const { pk, sk } = (input as { Key?: (typeof KEYS)[0] }).Key ?? (input as { Item: (typeof KEYS)[0] }).Item;
  return pk + sk;
};

const range = fc
  .record({
    where: fc.constantFrom('', ' AND sk > :sk', ' AND sk BETWEEN :sk AND :to', ' AND begins_with(sk, :sk)'),
    pk: fc.constantFrom('a', 'b'),
    ScanIndexForward: fc.boolean(),
    limit: fc.constantFrom({}, { Limit: 1 }, { Limit: 2 }, { Limit: 5 }),
  })
  .map(({ where, pk, limit, ScanIndexForward }) => ({
    ...limit,
    ScanIndexForward,
    ConsistentRead: true,
    ...withPlaceholders({ KeyConditionExpression: `pk = :pk${where}` }, { ':pk': pk, ':sk': '2', ':to': '3' }),
  }));

const due = fc
  .record({
    shard: fc.constantFrom('D', 'D', 'D', 'E'),
    ScanIndexForward: fc.boolean(),
    Limit: fc.constantFrom(1, 2, 20),
  })
  .map(({ shard, ...rest }) => ({
    ...rest,
    IndexName: 'due',
    KeyConditionExpression: 'due = :due AND nextRunAt < :before',
    ExpressionAttributeValues: { ':due': shard, ':before': 'xz' },
  }));

/** Several items with the same index key, so that pages end between them. */
const placed = fc
  .tuple(key, fc.constantFrom('2026-01-01', 'x'))
  .map(([Key, nextRunAt]) => ({ Item: { ...Key, due: 'D', nextRunAt } }));

const returned = fc.constantFrom(
  {},
  ...['ALL_OLD', 'ALL_NEW', 'UPDATED_NEW'].map((ReturnValues) => ({ ReturnValues })),
);

/** `UPDATED_NEW` of parts of attributes is not simulated. */
const isWhole = (all: readonly object[]) =>
  !all.some((given) => 'ReturnValues' in given && given.ReturnValues === 'UPDATED_NEW') ||
  !all.some((given) => 'UpdateExpression' in given && /[.[]/.test(String(given.UpdateExpression)));

// biome-ignore lint/suspicious/noExplicitAny: inputs are random, and the types of the SDK's commands allow only fixed ones.
type Make = new (input: any) => Made;

const made =
  (Command: Make, ...inputs: readonly object[]): AnyCommand =>
  (TableName) =>
    new Command(Object.assign({ TableName }, ...inputs));

const isForPut = (given: object) => !/_NEW/.test(JSON.stringify(given));

export const anyCommand: fc.Arbitrary<AnyCommand> = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(put, returned.filter(isForPut)).map((all) => made(PutCommand, ...all)) },
  { weight: 3, arbitrary: placed.map((input) => made(PutCommand, input)) },
  {
    weight: 9,
    arbitrary: fc
      .tuple(update, returned)
      .filter(isWhole)
      .map((all) => made(UpdateCommand, ...all)),
  },
  { weight: 1, arbitrary: guarded(guard).map((input) => made(DeleteCommand, input)) },
  { weight: 1, arbitrary: key.map((Key) => made(GetCommand, { Key, ConsistentRead: true })) },
  { weight: 4, arbitrary: fc.oneof(range, due).map((input) => made(QueryCommand, input)) },
  {
    weight: 1,
    arbitrary: fc.array(key, { minLength: 1, maxLength: 4 }).map(
      (Keys): AnyCommand =>
        (TableName) => {
          return new BatchGetCommand({ RequestItems: { [TableName]: { Keys, ConsistentRead: true } } });
        },
    ),
  },
  {
    weight: 4,
    arbitrary: fc.uniqueArray(write, { minLength: 1, maxLength: 3, selector: itemOf }).map(
      (writes): AnyCommand =>
        (TableName) => {
          const items = writes.map(([kind, input]) => ({ [kind]: { TableName, ...input } }));
          return new TransactWriteCommand({ TransactItems: items as never });
        },
    ),
  },
);
