/** The commands of an operator, run as they are: on a machine of its own, over the network of the world, and sometimes cut short. */
import { CommandFailure, type Values } from '#infra/cli/command.ts';
import { eraseContactWith, exportContactTo } from '#infra/cli/commands/contacts.ts';
import type { Collection } from '#lib/domain/collection.ts';
import { parseCollectionId } from '#lib/domain/ids.ts';
import { listOf, storedCollections } from '#test/simulation/invariants/stored.ts';
import type { Invocation } from '#test/simulation/kernel/invocation.ts';
import { valuesOf } from './operator-customers.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

export type Named = { by: 'phone' | 'email' | 'contact'; value: string };

export type Command = {
  kind: 'erase' | 'export' | 'replay';
  tenant: Tenant;
  named: Named;
  values: Values;
  /** When it was started, each time. */
  starts: number[];
  /** The collections that named the person when it was started last. */
  found: readonly string[];
  /** All that did at any time since it was first started. */
  matched: Set<string>;
  ended?: Ended | undefined;
  endedAt?: number;
  document?: string;
};

/** `again`: it says that it must be run again. `broken`: a request of it failed. */
type Ended = 'done' | 'again' | 'refused' | 'broken' | 'died';

/** The name of its invocations. */
export const OPERATOR = 'operator';
const quiet = { write: () => true };
/** Numbers of invocations, apart from those of functions. */
const FROM = 1_000_000;

export const isNamed = (tenant: Tenant, { by, value }: Named, { ref, contact }: Collection): boolean =>
  ref.account === tenant.account.id &&
  (by === 'contact' ? contact.id === value : valuesOf(tenant, contact).includes(value.toLowerCase()));

export const commandFor = (kind: Command['kind'], tenant: Tenant, named: Named, more: Values = {}): Command => ({
  kind,
  tenant,
  named,
  values:
    kind === 'replay' ? { replay: true, yes: true } : { account: tenant.account.id, [named.by]: named.value, ...more },
  starts: [],
  found: [],
  matched: new Set(),
});

export const matchAgain = (world: World, { tenant, named, matched, kind }: Command): string[] => {
  if (kind === 'replay') return [];
  const found = storedCollections(world).filter((each) => isNamed(tenant, named, each));
  for (const { id } of found) matched.add(id);
  return found.map(({ id }) => id);
};

type Running = { closedAfter?: number | undefined; done: (ended: Ended) => void };

/** The command of each invocation. */
export const running = new WeakMap<Invocation, Command>();

export function runCommand(world: World, command: Command, { closedAfter, done }: Running): void {
  const { kernel } = world;
  const invocation: Invocation = {
    number: FROM + kernel.steps(),
    functionName: OPERATOR,
    environment: { name: OPERATOR, skew: 0 },
    startedAt: kernel.now(),
    alive: true,
    calls: 0,
    offers: 0,
    kill: () => end('died'),
  };
  command.starts.push(kernel.now());
  command.ended = undefined;
  const listed = new Set(listOf(world, command.tenant.account.id).flatMap(({ hashes }) => hashes));
  // A create that is under way has stored its collection, and not listed it yet.
  command.found = matchAgain(world, command).filter((id) => listed.has(parseCollectionId(id)?.hash ?? ''));
  running.set(invocation, command);
  function end(ended: Ended): void {
    if (!invocation.alive) return;
    invocation.alive = false;
    kernel.trace.say(`the operator's ${command.kind} of ${command.named.value} is ${ended}`);
    world.note(`operator: ${command.kind} ${ended}`);
    command.ended = ended;
    command.endedAt = kernel.now();
    kernel.after(0, () => done(ended));
  }
  kernel.trace.say(`the operator: ${command.kind} ${JSON.stringify(command.values)}`);
  if (closedAfter !== undefined) kernel.after(closedAfter, invocation.kill);
  kernel.resume(invocation, 0, () => {
    perform(command).then(end, (error: unknown) => {
      kernel.trace.say(`it says: ${String(error)}`);
      end(error instanceof CommandFailure ? 'refused' : 'broken');
    });
  });
}

async function perform(command: Command): Promise<Ended> {
  if (command.kind === 'export') {
    const parts: string[] = [];
    const file = { write: (text: string) => parts.push(text) > 0, once: () => file, off: () => file };
    await exportContactTo({ file: file as never, progress: quiet })(command.values);
    command.document = parts.join('');
    return 'done';
  }
  const { isBad } = await eraseContactWith(quiet)({ ...command.values, yes: true });
  return isBad ? 'again' : 'done';
}
