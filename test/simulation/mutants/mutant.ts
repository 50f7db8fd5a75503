/** What a mutant is: something changed between our code and the world, and how soon it has to be found. */

import type { Command } from '#test/simulation/table/execute.ts';
import type { Seams } from '#test/simulation/world/seams.ts';

export type Mutant = {
  name: string;
  /** The mistake, as somebody could make it. */
  mistake: string;
  /** The invariants that may find it. */
  breaks: readonly number[];
  /** It has to be found among so many seeds. */
  within: number;
  seams: Partial<Seams>;
};

export type Input = Command['input'];

/** Commands of a kind reach the table changed. */
export const changing =
  (isMeant: (command: Command) => boolean, change: (input: Input) => Input): Seams['table'] =>
  (command, send) =>
    send(isMeant(command) ? { constructor: command.constructor, input: change(command.input) } : command);

/** A write without some of its condition, and without the placeholders that only those parts used. */
export function without(input: Input, ...parts: readonly (string | RegExp)[]): Input {
  const whole: string = input.ConditionExpression;
  const left = parts.reduce<string>((condition, part) => condition.replace(part, ''), whole);
  const { ConditionExpression: _condition, ...rest } = input;
  const condition = left.replace(/^ AND | AND $/g, '');
  const text = `${condition} ${input.UpdateExpression ?? ''}`;
  const used = (placeholders: object = {}) =>
    Object.fromEntries(Object.entries(placeholders).filter(([name]) => new RegExp(`${name}\\b`).test(text)));
  return {
    ...rest,
    ...(condition !== '' && { ConditionExpression: condition }),
    ...(input.ExpressionAttributeNames && { ExpressionAttributeNames: used(input.ExpressionAttributeNames) }),
    ...(input.ExpressionAttributeValues && { ExpressionAttributeValues: used(input.ExpressionAttributeValues) }),
  };
}

/** A write with no condition at all. */
export const unconditional = (input: Input): Input =>
  input.ConditionExpression === undefined ? input : without(input, input.ConditionExpression);

export const isNamed = (name: string) => (command: Command) => command.constructor.name === name;

/** An update by the beginning of what it does. */
export const isUpdate = (start: string) => (command: Command) =>
  isNamed('UpdateCommand')(command) && command.input.UpdateExpression.startsWith(start);

export const isPutOf = (sk: string) => (command: Command) =>
  isNamed('PutCommand')(command) && command.input.Item.sk === sk;

/** A transaction by what one of its writes holds. */
export const isTransactionOf = (text: string) => (command: Command) =>
  isNamed('TransactWriteCommand')(command) && JSON.stringify(command.input.TransactItems).includes(text);

/** Changes each write of a transaction. */
export const eachWrite = (change: (input: Input) => Input) => (input: Input) => ({
  ...input,
  TransactItems: input.TransactItems.map((item: Record<string, Input>) =>
    Object.fromEntries(Object.entries(item).map(([kind, write]) => [kind, change(write)])),
  ),
});
