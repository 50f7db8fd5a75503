/** DynamoDB over a network: the document client of the store, and the server behind it. */
import { InternalServerError, ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { type Command, execute } from '#test/simulation/table/execute.ts';
import { keyOf, type WriteInput } from '#test/simulation/table/writes.ts';
import { nemesisPause } from '#test/simulation/world/nemesis.ts';
import type { World } from '#test/simulation/world/world.ts';
import { createServer, textOf } from './dynamodb-server.ts';
import { exchange } from './exchange.ts';
import { noReply, withRetries } from './retries.ts';

const MAX_ATTEMPTS = 4;
const TIMEOUT_MS = 2_000;

/** A fake of the document client. Outside of invocations it executes commands at once, without a network. */
export function createDynamoDb(world: World) {
  const server = createServer(world);
  let tokens = 0;

  function send(command: Command): Promise<object> {
    const invocation = world.kernel.current();
    if (invocation === undefined) return atOnce(world, command);
    // The SDK also uses one token for all attempts of one send.
    tokens += 1;
    const token: string = command.input.ClientRequestToken ?? `sdk-${tokens}`;
    const what = `dynamodb ${describe(command)}`;
    return withRetries(world, MAX_ATTEMPTS, () =>
      exchange<object>(world, {
        service: 'dynamodb',
        what,
        timeoutMs: TIMEOUT_MS,
        gaveUp: noReply,
        throttled: () => new ProvisionedThroughputExceededException({ message: 'throttled', $metadata: {} }),
        broken: () => new InternalServerError({ message: 'internal', $metadata: { httpStatusCode: 500 } }),
        serve: (answer) =>
          server(command, token, (served) => {
            const pause = nemesisPause(world, invocation, command);
            if (pause === 0) answer(served);
            else world.kernel.after(pause, () => answer(served));
          }),
      }),
    );
  }

  return {
    send(command: Command) {
      return world.seams.table(command, send, world.kernel.current());
    },
  };
}

export const TABLE = 'simulated';

const atOnce = async ({ table }: World, command: Command): Promise<object> => execute(table, command);

/** The command and its key, for the trace. */
function describe({ constructor: { name }, input }: Command): string {
  const verb = name.replace('Command', '');
  const key = input.Key ?? input.Item;
  if (key !== undefined) return `${verb} ${textOf(key)}`;
  if (input.TransactItems)
    return `${verb} ${input.TransactItems.map((item: WriteInput) => textOf(keyOf(item))).join(' + ')}`;
  return `${verb} ${Object.values(input.ExpressionAttributeValues ?? input.RequestItems?.[0] ?? {}).join(' ')}`;
}
