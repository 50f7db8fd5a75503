/** The server side of DynamoDB: running transactions, tokens of finished ones, and the conflicts between them. */
import { type Command, execute } from '#test/simulation/table/execute.ts';
import type { Key } from '#test/simulation/table/items.ts';
import {
  parameterMismatch,
  transactionCancelled,
  transactionConflict,
  transactionInProgress,
} from '#test/simulation/table/refusals.ts';
import { keyOf, type WriteInput } from '#test/simulation/table/writes.ts';
import type { World } from '#test/simulation/world/world.ts';
import type { Served } from './exchange.ts';

type Answer = (served: Served<object>) => void;

export const textOf = ({ pk, sk }: Partial<Key>): string => `${pk} ${sk}`;

const WRITES = new Set(['PutCommand', 'UpdateCommand', 'DeleteCommand']);
const TOKEN_LIFE_MS = 10 * 60_000;
const HOLD = { min: 1, max: 12 };

/** A transaction locks its items for a moment; other writes to them are refused meanwhile, as on AWS. */
export function createServer(world: World) {
  const { kernel, table, faults, network } = world;
  const held = new Set<string>();
  const tokens = new Map<string, { at: number; items: readonly WriteInput[]; done: boolean }>();
  /** No fault makes a request that is none: the service has sent it. */
  function refused(command: Command, error: unknown): Served<object> {
    const { name, message } = error as Error;
    if (error instanceof TypeError || name === 'ValidationException')
      world.violate(9, `DynamoDB refuses ${command.constructor.name}: ${message}`);
    return { error };
  }
  const run = (command: Command): Served<object> => {
    try {
      return { value: execute(table, command) };
    } catch (error) {
      return refused(command, error);
    }
  };

  /** The immediate answer to a transaction that conflicts or repeats a token. */
  function refusalOf(items: readonly WriteInput[], keys: readonly string[], token: string): Served<object> | undefined {
    const known = tokens.get(token);
    if (known !== undefined && known.at > kernel.now() - TOKEN_LIFE_MS) {
      if (!known.done) return { error: transactionInProgress() };
      if (known.items !== items && JSON.stringify(known.items) !== JSON.stringify(items))
        return { error: parameterMismatch() };
      world.note('transaction repeated under its token');
      return { value: {} };
    }
    const cancelled = (codes: string[]) => ({ error: transactionCancelled(codes.map((Code) => ({ Code }))) });
    if (faults.strikes('cancelled-busy')) return cancelled(items.map(() => 'ThrottlingError'));
    const met = keys.some((key) => held.has(key));
    if (met) world.note('transaction met another');
    if (met) return cancelled(keys.map((key) => (held.has(key) ? 'TransactionConflict' : 'None')));
    if (!faults.strikes('conflict')) return undefined;
    return cancelled(keys.map((_, index) => (index === 0 ? 'TransactionConflict' : 'None')));
  }

  function transact(command: Command, token: string, answer: Answer): void {
    const items: WriteInput[] = command.input.TransactItems;
    let keys: string[];
    try {
      keys = items.map((item) => textOf(keyOf(item)));
    } catch (error) {
      answer(refused(command, error));
      return;
    }
    const refusal = refusalOf(items, keys, token);
    if (refusal !== undefined) {
      answer(refusal);
      return;
    }
    for (const key of keys) held.add(key);
    tokens.set(token, { at: kernel.now(), items, done: false });
    const { asker } = world;
    kernel.after(network.between(HOLD.min, HOLD.max), () => {
      for (const key of keys) held.delete(key);
      world.asker = asker;
      const served = run(command);
      world.asker = undefined;
      if ('error' in served) tokens.delete(token);
      else tokens.set(token, { at: kernel.now(), items, done: true });
      answer(served);
    });
  }

  return (command: Command, token: string, answer: Answer): void => {
    const { name } = command.constructor;
    if (name === 'TransactWriteCommand') {
      transact(command, token, answer);
      return;
    }
    const isWrite = WRITES.has(name);
    const isHeld = isWrite && held.has(textOf(command.input.Key ?? command.input.Item));
    if (isHeld) world.note('write met a transaction');
    const turnedAway = isHeld || (isWrite && faults.strikes('conflict'));
    answer(turnedAway ? { error: transactionConflict() } : run(command));
  };
}
