/** Single writes: checks their condition and computes the new item. */
import { INDEX_ATTRIBUTES } from '#lib/store/indexes.ts';
import { conditionOf } from './expressions/condition.ts';
import { type Placeholders, refuseUnused } from './expressions/scope.ts';
import { refuseImpossible, touchedBy, updated } from './expressions/update.ts';
import type { Items, Key } from './items.ts';
import { conditionFailed, invalid } from './refusals.ts';
import { copy, type Item, type Value } from './value.ts';

type Conditions = {
  ConditionExpression?: string;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Record<string, Value>;
  ReturnValues?: string;
  ReturnValuesOnConditionCheckFailure?: string;
};

export type WriteInput =
  | { Put: Conditions & { Item: Item } }
  | { Update: Conditions & { Key: Key; UpdateExpression?: string } }
  | { Delete: Conditions & { Key: Key } }
  | { ConditionCheck: Conditions & { Key: Key } };

export type Write = { key: Key; before: Item | undefined; after: Item | undefined };

/** Computes the change of a write without storing it. @throws ConditionalCheckFailedException when its condition fails. */
export function applyWrite(items: Items, input: WriteInput): { change: Write; answer: object } {
  const { key, before, given, placeholders, holds } = prepare(items, input);
  if (!holds) throw conditionFailed(given.ReturnValuesOnConditionCheckFailure === 'ALL_OLD' ? before : undefined);
  const after = resultOf(input, { key, before, placeholders });
  return { change: { key, before, after }, answer: answerOf(given, before, after) };
}

/** The key of the item that the write changes. */
export function keyOf(input: WriteInput): Key {
  const { pk, sk } = 'Put' in input ? input.Put.Item : (givenIn(input) as { Key: Key }).Key;
  for (const part of [pk, sk])
    if (typeof part !== 'string' || part === '') throw invalid('One of the required keys was not given a value');
  return { pk: pk as string, sk: sk as string };
}

type Given = Conditions & { UpdateExpression?: string };

const givenIn = (input: WriteInput) => Object.values(input)[0] as Given;

function prepare(items: Items, input: WriteInput) {
  const given = givenIn(input);
  const placeholders = placeholdersOf(given);
  refuseUnused(placeholders, [given.ConditionExpression, given.UpdateExpression]);
  if (given.UpdateExpression !== undefined) refuseImpossible(given.UpdateExpression, placeholders);
  const { ReturnValuesOnConditionCheckFailure: shown = 'NONE' } = given;
  if (shown !== 'ALL_OLD' && shown !== 'NONE') throw invalid(`returnValuesOnConditionCheckFailure is ${shown}`);
  const key = keyOf(input);
  const before = items.get(key);
  const { ConditionExpression: condition } = given;
  const holds = condition === undefined || conditionOf(condition)({ item: before, ...placeholders });
  return { key, before, given, placeholders, holds };
}

export const placeholdersOf = (given: Conditions): Placeholders => ({
  names: given.ExpressionAttributeNames ?? {},
  values: copy(given.ExpressionAttributeValues ?? {}),
});

type Prepared = { key: Key; before: Item | undefined; placeholders: Placeholders };

function resultOf(input: WriteInput, { key, before, placeholders }: Prepared): Item | undefined {
  if ('Put' in input) return checked(copy(input.Put.Item));
  if ('Delete' in input) return undefined;
  if ('ConditionCheck' in input) return before;
  const { UpdateExpression: expression = '' } = input.Update;
  return checked(updated(before ?? { ...key }, expression, placeholders));
}

/** Refuses index attributes that are not text. */
function checked(item: Item): Item {
  for (const name of INDEX_ATTRIBUTES)
    if (item[name] !== undefined && (typeof item[name] !== 'string' || item[name] === ''))
      throw invalid(`One or more parameter values were invalid: Type mismatch for Index Key ${name}`);
  return item;
}

function answerOf(given: Given, before: Item | undefined, after: Item | undefined): object {
  const { ReturnValues: wanted, UpdateExpression: expression = '' } = given;
  if (wanted === undefined || wanted === 'NONE') return {};
  if (wanted === 'ALL_NEW') return after === undefined ? {} : { Attributes: copy(after) };
  if (wanted === 'UPDATED_NEW' && after !== undefined) {
    const left = touchedBy(expression, placeholdersOf(given)).filter((name) => after[name] !== undefined);
    return left.length === 0 ? {} : { Attributes: copy(Object.fromEntries(left.map((name) => [name, after[name]]))) };
  }
  if (wanted === 'ALL_OLD') return before === undefined ? {} : { Attributes: copy(before) };
  throw new Error(`ReturnValues ${wanted} is not simulated`);
}
