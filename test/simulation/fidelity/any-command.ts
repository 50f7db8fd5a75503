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

const text = fc.constantFrom('x', 'xy', 'é', '😀', '\uffff', '2026-01-01');
const number = fc.constantFrom(0, 1, 2, 50, -3, 0.5);
const bytes = fc.constantFrom(Uint8Array.of(1, 2), Uint8Array.of(3));
const set = fc.constantFrom(new Set(['x']), new Set(['x', 'y']), new Set([1, 2]));
const scalar = fc.oneof(text, number, fc.boolean(), fc.constant(null), bytes);
const list = fc.array(scalar, { maxLength: 3 });
const map = fc.dictionary(fc.constantFrom('p', 'q'), scalar, { maxKeys: 2 });
const value = fc.oneof({ weight: 4, arbitrary: scalar }, list, map, set);

/** Attributes mostly have the type that their name suggests. */
const attributes = fc.record(
  { n: number, t: text, l: list, m: map, s: set, x: value, due: fc.constantFrom('D', 'E'), nextRunAt: text },
  { requiredKeys: [] },
);

/** Values of placeholders. The two of a range have one type and are in order, because DynamoDB refuses others without reading. */
const placeholders = fc.record({
  ':any': value,
  ':other': value,
  ':order': fc.oneof(text, number, bytes),
  ':low': fc.constant(1),
  ':high': fc.constant(50),
  ':number': number,
  ':text': text,
  ':list': list,
  ':set': set,
});

const NAMES = { '#n': 'n', '#p': 'p' };

const attribute = fc.constantFrom('n', 't', 'l', 'm', 's', 'x');
const path = fc.constantFrom('n', 't', 'l', 'm', 's', 'x', 'm.p', 'm.q', 'l[0]', 'l[1]', '#n', 'm.#p', 'x.y');
const twoPaths = fc.tuple(path, path).filter(([a, b]) => a.replaceAll('#', '') !== b.replaceAll('#', ''));

const predicate = fc.oneof(
  fc.tuple(path, fc.constantFrom('= :any', '<> :any')).map((parts) => parts.join(' ')),
  fc.tuple(path, fc.constantFrom('<', '<=', '>', '>=')).map(([of, sign]) => `${of} ${sign} :order`),
  fc.tuple(twoPaths, fc.constantFrom('=', '<>', '<', '>=')).map(([[a, b], sign]) => `${a} ${sign} ${b}`),
  path.map((of) => `attribute_exists(${of})`),
  path.map((of) => `attribute_not_exists(${of})`),
  path.map((of) => `contains(${of}, :any)`),
  path.map((of) => `begins_with(${of}, :text)`),
  path.map((of) => `size(${of}) < :number`),
  path.map((of) => `${of} IN (:any, :other)`),
  path.map((of) => `${of} BETWEEN :low AND :high`),
);

const { condition } = fc.letrec<{ condition: string; inner: string }>((tie) => ({
  condition: fc.oneof({ maxDepth: 3 }, predicate, tie('inner')),
  inner: fc.oneof(
    tie('condition').map((of) => `NOT (${of})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) AND (${b})`),
    fc.tuple(tie('condition'), tie('condition')).map(([a, b]) => `(${a}) OR (${b})`),
  ),
}));

const change = fc.oneof(
  path.map((to) => `SET ${to} = :any`),
  twoPaths.map(([to, from]) => `SET ${to} = ${from}`),
  path.map((to) => `SET ${to} = if_not_exists(${to}, :any)`),
  path.map((to) => `SET ${to} = list_append(if_not_exists(${to}, :list), :list)`),
  path.map((to) => `SET ${to} = ${to} + :number`),
  path.map((to) => `SET ${to} = :number - ${to}`),
  path.map((of) => `REMOVE ${of}`),
  attribute.map((of) => `ADD ${of} :number`),
  attribute.map((of) => `ADD ${of} :set`),
  attribute.map((of) => `DELETE ${of} :set`),
  twoPaths.map(([a, b]) => `SET ${a} = :any, ${b} = :other`),
  twoPaths.map(([a, b]) => `SET ${a} = :any REMOVE ${b}`),
  twoPaths.map(([a, b]) => `REMOVE ${a}, ${b}`),
);

/** The expressions with exactly the placeholders they use, because DynamoDB refuses unused ones. */
function withPlaceholders(expressions: Record<string, string | undefined>, given: object): object {
  const whole = Object.values(expressions).join(' ');
  const used = (all: object) => Object.entries(all).filter(([name]) => new RegExp(`${name}\\b`).test(whole));
  const [names, values] = [used(NAMES), used(given)];
  return {
    ...Object.fromEntries(Object.entries(expressions).filter(([, text]) => text !== undefined)),
    ...(names.length > 0 && { ExpressionAttributeNames: Object.fromEntries(names) }),
    ...(values.length > 0 && { ExpressionAttributeValues: Object.fromEntries(values) }),
  };
}

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
