/** DynamoDB over a network: the document client of the store, and the server behind it. */
import { InternalServerError, ProvisionedThroughputExceededException } from '@aws-sdk/client-dynamodb';
import { collectionId } from '#lib/domain/ids.ts';
import { collectionRefOfKey } from '#lib/store/collection/keys.ts';
import { isDebtKey } from '#lib/store/customer/keys.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import { type Command, execute } from '#test/simulation/table/execute.ts';
import { keyOf, type WriteInput } from '#test/simulation/table/writes.ts';
import type { Tenant } from '#test/simulation/world/tenants.ts';
import type { World } from '#test/simulation/world/world.ts';
import { createServer, textOf } from './dynamodb-server.ts';
import { exchange, noReply, withRetries } from './exchange.ts';

const PAUSE = { min: 150, max: 1_500 };
const STATUSES = ['completed', 'cancelled', 'overdue', 'expired'];
/** The functions that decide by what they have read. */
const READERS = new Set(['follow-up', 'update-collection-status', 'receive-payment']);

const READS = new Set(['GetCommand', 'QueryCommand']);

/** The delay of the reader's answer, in milliseconds, while its competitor runs. */
function nemesisPause(world: World, { functionName }: Invocation, command: Command): number {
  const { faults, kernel, tenants } = world;
  if (!READERS.has(functionName) || !READS.has(command.constructor.name)) return 0;
  // A query of an index names no partition of the table.
  const pk = command.input.Key?.pk ?? command.input.ExpressionAttributeValues[':pk'];
  const ref = pk === undefined ? undefined : collectionRefOfKey(pk);
  const by = tenants.find(({ account }) => account.id === ref?.account);
  if (ref === undefined || by === undefined || !faults.strikes('nemesis')) return 0;
  kernel.after(0, () => compete(world, by, collectionId(ref)));
  return faults.random('nemesis').between(PAUSE.min, PAUSE.max);
}

function compete({ faults, queues, callers }: World, by: Tenant, id: string): void {
  const random = faults.random('nemesis');
  const call = { method: 'PATCH', id, body: { status: random.pick(STATUSES) } };
  if (random.bool(0.3)) queues.addRun(JSON.stringify({ collection: id }));
  else callers.ask({ by, operation: 'update-collection-status', call }, 0);
}

/** Long after its sender gave up; `exactCustomers` says what follows. */
export const DEBT_WRITTEN_LATE = 'debt written late';

const isOfDebt = ({ input: { Key, Item } }: Command): boolean => isDebtKey({ pk: '', sk: '', ...(Key ?? Item) });

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
    return withRetries(world, MAX_ATTEMPTS, () => {
      const sentAt = world.kernel.now();
      return exchange<object>(world, {
        service: 'dynamodb',
        what,
        timeoutMs: TIMEOUT_MS,
        gaveUp: noReply,
        throttled: () => new ProvisionedThroughputExceededException({ message: 'throttled', $metadata: {} }),
        broken: () => new InternalServerError({ message: 'internal', $metadata: { httpStatusCode: 500 } }),
        serve: (answer) => {
          if (world.kernel.now() - sentAt > TIMEOUT_MS && isOfDebt(command)) world.note(DEBT_WRITTEN_LATE);
          server(command, token, (served) => {
            const pause = nemesisPause(world, invocation, command);
            if (pause === 0) answer(served);
            else world.kernel.after(pause, () => answer(served));
          });
        },
      });
    });
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
