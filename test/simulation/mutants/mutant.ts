/** A mutant: a change between the code and the world, and the number of seeds within which it must be found. */

import type { Command } from '#test/simulation/table/execute.ts';
import type { Seams } from '#test/simulation/world/seams.ts';

export type Mutant = {
  name: string;
  /** The programming mistake that the mutant imitates. */
  mistake: string;
  /** The invariants that it violates. */
  breaks: readonly number[];
  /** The number of seeds within which it must be found. */
  within: number;
  /** The seed at which the search starts, near one that finds a rare mutant; 1 without it. */
  from?: number;
  seams: Partial<Seams>;
};

export type Input = Command['input'];

/** Changes the commands of one kind before they reach the table. */
export const changing =
  (isMeant: (command: Command) => boolean, change: (input: Input) => Input): Seams['table'] =>
  (command, send) =>
    send(isMeant(command) ? { constructor: command.constructor, input: change(command.input) } : command);

/** A write without some parts of its condition, and without the placeholders that only those parts used. */
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

/** An update without a part of its expression. */
export const withoutPart = (input: Input, part: string): Input =>
  without({ ...input, UpdateExpression: input.UpdateExpression.replace(part, '') });

/** A write without its condition. */
export const unconditional = (input: Input): Input =>
  input.ConditionExpression === undefined ? input : without(input, input.ConditionExpression);

export const isNamed = (name: string) => (command: Command) => command.constructor.name === name;

/** Matches updates by the beginning of their expression. */
export const isUpdate = (start: string) => (command: Command) =>
  isNamed('UpdateCommand')(command) && command.input.UpdateExpression.startsWith(start);

export const isPutOf = (sk: string) => (command: Command) =>
  isNamed('PutCommand')(command) && command.input.Item.sk === sk;

/** Matches transactions that contain a text in one of their writes. */
export const isTransactionOf = (text: string) => (command: Command) =>
  isNamed('TransactWriteCommand')(command) && JSON.stringify(command.input.TransactItems).includes(text);

/** Changes each write of a transaction. */
export const eachWrite = (change: (input: Input) => Input) => (input: Input) => ({
  ...input,
  TransactItems: input.TransactItems.map((item: Record<string, Input>) =>
    Object.fromEntries(Object.entries(item).map(([kind, write]) => [kind, change(write)])),
  ),
});
