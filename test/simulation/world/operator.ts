/** In some worlds an operator erases and exports people while the service works under faults: after all else, with customers of its own. */

import { STILL_JUDGED, watchOver } from '#test/simulation/invariants/index.ts';
import { storedCollections } from '#test/simulation/invariants/stored.ts';
import { type Random, randomFrom } from '#test/simulation/kernel/random.ts';
import { textOf } from '#test/support/item-text.ts';
import { isDelivering } from './merchants.ts';
import { OPERATOR as BY_HAND, type Command, commandFor, type Named, runCommand } from './operator-commands.ts';
import { customersOf, PEOPLE, placeOf, type Somebody, valuesOf } from './operator-customers.ts';
import { judgeExport, optOutsOf, replayed } from './operator-export.ts';
import { type State, watchOperator } from './operator-judge.ts';
import { judgeAfter, judgeEnd } from './operator-left.ts';
import type { Tenant } from './tenants.ts';
import type { World } from './world.ts';

export const OPERATOR = { name: BY_HAND, share: 0.12 };

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
/** Of faults and of acts. */
const SPAN = 8 * HOUR;
const ACTS = { min: 15, max: 60 };
const SOON = [0, 3, 40, 1_000, 30_000, 90_000, 10 * MINUTE, 60 * MINUTE];
const COMMANDS = { min: 3, max: 9 };
/** Some are closed before they end. */
const CLOSED = 0.2;
const REST = 40 * MINUTE;
/** Who stops, starts and stops again has said so by then. */
const ANSWERED = 3.5 * HOUR;
const MAX_WAITS = 60;
const AGAIN = 3;

export const operatesIn = (seed: number, without: ReadonlySet<string>): boolean =>
  !without.has(OPERATOR.name) && randomFrom(seed, OPERATOR.name).bool(OPERATOR.share);

/** The model is not told of what happens from now on; `heal` ends all faults. */
export async function operate(world: World, heal: () => void): Promise<void> {
  const { kernel, faults, table } = world;
  const random = randomFrom(world.seed, `what the ${OPERATOR.name} does`);
  const state: State = { told: [], retired: new Set(), commands: [] };
  table.watchers.splice(table.watchers.indexOf(world.oracle.changed), 1);
  world.oracle = watchOver(world, STILL_JUDGED);
  table.watchers.push(world.oracle.changed);
  watchOperator(world, state);
  world.repeatsTags = true;
  // Messages leave by day.
  const from = Math.ceil(kernel.now() / DAY) * DAY + 7 * HOUR;
  world.healedAt = Number.POSITIVE_INFINITY;
  faults.resume();
  const act = customersOf(world, random, state);
  const moments = Array.from({ length: random.between(2, 8) }, () => random.between(0, SPAN));
  const plan = (times: number, run: () => void) => {
    for (let left = times; left > 0; left -= 1)
      kernel.after(from - kernel.now() + random.pick(moments) + random.pick(SOON), run);
  };
  plan(random.between(ACTS.min, ACTS.max), act);
  plan(random.between(COMMANDS.min, COMMANDS.max), () => begin(world, state, random));
  await kernel.runUntil(from + SPAN + random.between(0, HOUR));
  heal();
  await rest(world);
  for (const command of state.commands.filter(isUnfinished)) await finish(world, state, command);
  await rest(world);
  world.oracle.ended();
  judgeEnd(world, state);
  await lookAgain(world, state, random);
}

/** One person after the other, while nothing else happens: exported, erased, erased again; and then the log, twice. */
async function lookAgain(world: World, state: State, random: Random): Promise<void> {
  for (let left = AGAIN; left > 0 && !world.kernel.isStopped(); left -= 1) {
    const [tenant, named] = somebody(world, random);
    const exported = commandFor('export', tenant, named);
    await finish(world, state, exported);
    judgeExport(world, state, exported);
    const judgeOptOuts = optOutsOf(world);
    await finish(world, state, commandFor('erase', tenant, named, { 'cancel-open': true }));
    judgeOptOuts(named);
    await rest(world);
    await unchanged(world, `${named.value} is erased again`, () =>
      finish(world, state, commandFor('erase', tenant, named, { 'cancel-open': true })),
    );
  }
  const [tenant] = world.tenants as [Tenant];
  const replay = () => finish(world, state, commandFor('replay', tenant, { by: 'phone', value: 'everybody' }));
  const isMeant = replayed(world);
  const before = collectionsNow(world);
  await replay();
  for (const [id, text] of collectionsNow(world))
    if (before.get(id) !== text && !isMeant(id)) world.violate(15, `${id} was not erased, and a replay changes it`);
  await rest(world);
  await unchanged(world, 'the log is replayed again', replay);
}

const collectionsNow = (world: World): Map<string, string> =>
  new Map(storedCollections(world).map((each) => [each.id, JSON.stringify(each)]));

/** But for the log of erasures, and signs of life of members. */
async function unchanged(world: World, what: string, act: () => Promise<void>): Promise<void> {
  const now = () => new Map(world.table.items.all().map((item) => [`${item['pk']} ${item['sk']}`, textOf(item)]));
  const before = now();
  await act();
  const after = now();
  for (const key of new Set([...before.keys(), ...after.keys()]))
    if (!/^ERASURES | MEMBER#/.test(key) && before.get(key) !== after.get(key))
      world.violate(15, `${key} changes when ${what}`);
}

const isUnfinished = ({ kind, ended }: Command): boolean => kind === 'erase' && ended !== 'done' && ended !== 'refused';

function somebody(world: World, random: Random): [Tenant, Named, Somebody] {
  const tenant = random.pick(world.tenants);
  const person = random.pick(PEOPLE);
  const ids = storedCollections(world)
    .filter(({ ref, contact }) => ref.account === tenant.account.id && /canary/i.test(contact.email))
    .map(({ contact }) => contact.id);
  const named: Named[] = [
    { by: 'phone', value: person.phone },
    { by: 'email', value: person.email },
    ids.length > 0 ? { by: 'contact', value: random.pick(ids) } : { by: 'phone', value: person.phone },
  ];
  return [tenant, random.pick(named), person];
}

function begin(world: World, state: State, random: Random): void {
  const [tenant, named, person] = somebody(world, random);
  if (random.bool(0.2)) {
    run(world, state, commandFor('export', tenant, named), random);
    return;
  }
  if (random.bool(0.5)) for (const value of valuesOf(tenant, person)) state.retired.add(placeOf(tenant, value));
  run(world, state, commandFor('erase', tenant, named, { 'cancel-open': random.bool(0.8) }), random);
}

function run(world: World, state: State, command: Command, random: Random): void {
  // Later ones are finished in quiet.
  if (Number.isFinite(world.healedAt)) return;
  if (!state.commands.includes(command)) state.commands.push(command);
  runCommand(world, command, {
    closedAfter: random.bool(CLOSED) ? random.between(0, 3 * MINUTE) : undefined,
    done: (ended) => {
      judgeAfter(world, state, command);
      // What was interrupted, or says so, is run again.
      if (isUnfinished({ ...command, ended }))
        world.kernel.after(random.pick([1_000, 5 * MINUTE]), () => run(world, state, command, random));
    },
  });
}

/** Runs until nothing is left to do. */
async function rest(world: World): Promise<void> {
  const { kernel, sandbox, reconciliation, messages } = world;
  const isBusy = () =>
    sandbox.pending() > 0 ||
    kernel.now() < (messages.at(-1)?.at ?? 0) + ANSWERED ||
    storedCollections(world).some(({ nextRunAt }) => nextRunAt) ||
    isDelivering(world) ||
    reconciliation?.isPending() === true;
  await kernel.runUntil(kernel.now() + REST);
  while (isBusy() && !kernel.isEndless() && !kernel.isStopped()) await kernel.runUntil(kernel.now() + HOUR);
  if (kernel.isEndless()) world.violate(4, 'this world never ends');
}

/** Nothing is broken any more. */
async function finish(world: World, state: State, command: Command): Promise<void> {
  let isOver = false;
  runCommand(world, command, { done: () => (isOver = true) });
  for (let waits = 0; !isOver && waits < MAX_WAITS; waits += 1)
    await world.kernel.runUntil(world.kernel.now() + MINUTE);
  if (isUnfinished(command)) world.violate(15, `an erasure ends as ${command.ended}, and nothing is broken`);
  judgeAfter(world, state, command);
}
