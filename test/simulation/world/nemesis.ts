/** The nemesis: starts a competing event exactly between a read and the write that depends on it. */
import { collectionId } from '#lib/domain/ids.ts';
import { collectionRefOfKey } from '#lib/store/collection/keys.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import type { Command } from '#test/simulation/table/execute.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

const PAUSE = { min: 150, max: 1_500 };
const STATUSES = ['completed', 'cancelled', 'overdue', 'expired'];
/** The functions that decide by what they have read. */
const READERS = new Set(['follow-up', 'update-collection-status', 'receive-payment']);

const READS = new Set(['GetCommand', 'QueryCommand']);

/** The delay of the reader's answer, in milliseconds, while its competitor runs. */
export function nemesisPause(world: World, { functionName }: Invocation, command: Command): number {
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
