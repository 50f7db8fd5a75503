/** Runs one seed: a world from its first request until nothing is left to do, with all invariants checked. */

import { forgetMarks } from '#functions/stream/publish-events.ts';
import { collectionRefOf, newCollection } from '#lib/domain/build-collection.ts';
import { newContact } from '#lib/domain/contact.ts';
import { parsePhone } from '#lib/domain/phone.ts';
import { createCollection } from '#lib/store/collection/collections.ts';
import { DUE_PARTITION_KEY, DUE_SORT_KEY, dueShards, erasureShards } from '#lib/store/indexes.ts';
import { insightsShards } from '#lib/store/insights/keys.ts';
import { appendToList } from '#lib/store/list/log.ts';
import { createContact } from '#lib/store/person/contacts.ts';
import { table } from '#lib/store/table/live-table.ts';
import { forgetSharedReads } from '#lib/store/table/shared-reads.ts';
import { webhookDueShards } from '#lib/store/webhook/keys.ts';
import { forgetSecrets } from './aws/secrets.ts';
import { followStream } from './aws/stream.ts';
import { storedCollections } from './invariants/stored.ts';
import { randomFrom } from './kernel/random.ts';
import type { Act } from './world/acts.ts';
import type { Script } from './world/call-faults.ts';
import { fillCountryCache } from './world/country-cache.ts';
import { install } from './world/install.ts';
import { lookAtEverything } from './world/last-look.ts';
import { loadEverything } from './world/loaded-late.ts';
import { hasReceivers, isDelivering, openEndpoints, repairEndpoints } from './world/merchants.ts';
import { populationIn } from './world/people.ts';
import { openTenants, type Tenant } from './world/tenants.ts';
import { planWorkload } from './world/workload.ts';
import { createWorld, type Violation, type World } from './world/world.ts';

const EVERY_MS = 60_000;
/** The delay after which the sweeper takes a run as missed, less the maximum clock difference. */
const OVERDUE_MS = 2 * 60_000 - 5_000;
/** Of the runs, for which there is a sweep although they came in time. */
const ANYWAY = 0.01;
/** Of the minutes before the faults stop: a sweep is most of a world's requests. Afterwards each minute has one. */
const WHILE_FAULTY = 0.15;

function keepSweeping(world: World): void {
  sweepEachMinute(world, 'sweep', [...dueShards(), ...erasureShards()]);
  if (!hasReceivers(world)) return;
  sweepEachMinute(world, 'sweep-webhooks', webhookDueShards());
  sweepEachMinute(world, 'count-insights', insightsShards());
}

/** `shards` are the partitions of the index in which this sweeper looks. */
function sweepEachMinute(
  world: World,
  sweeper: 'sweep' | 'sweep-webhooks' | 'count-insights',
  shards: readonly string[],
): void {
  const { kernel, table, network, lambda } = world;
  const offset = network.between(0, EVERY_MS);
  const planned = new Set<number>();

  /** The first sweep after this instant. */
  function plan(instant: number): void {
    const round = Math.max(
      Math.ceil((instant - offset) / EVERY_MS),
      Math.floor((kernel.now() - offset) / EVERY_MS) + 1,
    );
    if (planned.has(round)) return;
    planned.add(round);
    kernel.after(round * EVERY_MS + offset - kernel.now(), () => tick(round));
  }

  function tick(round: number): void {
    planned.delete(round);
    const before = new Date(kernel.now() - OVERDUE_MS).toISOString();
    const waiting = table.items.indexed().filter(({ due }) => shards.includes(String(due)));
    const overdue = waiting.some(({ nextRunAt }) => typeof nextRunAt === 'string' && nextRunAt <= before);
    if (overdue) plan(kernel.now() + 1);
    const isLeftOut = kernel.now() < world.healedAt && !network.bool(WHILE_FAULTY);
    if ((overdue && !isLeftOut) || network.bool(ANYWAY)) lambda.invokeLater(sweeper, {});
  }

  table.watchers.push(({ after }) => {
    const nextRunAt = after?.[DUE_SORT_KEY];
    if (!shards.includes(String(after?.[DUE_PARTITION_KEY]))) return;
    if (typeof nextRunAt === 'string') plan(Date.parse(nextRunAt) + OVERDUE_MS);
  });
}

const PHONE = '+2348031239999';
const EXPIRES_IN = 60;

async function prefill(by: Tenant, count: number, now: Date): Promise<void> {
  const { account, mark } = by;
  const phone = parsePhone(PHONE, undefined);
  const person = { firstName: `Ada ${mark}`, lastName: 'Obi', email: 'old@example.com' };
  const lookup = { phone: phone.lookup, email: person.email };
  const contact = newContact(person, phone, account.salt);
  await createContact(table, account.id, lookup, contact.id);
  const terms = {
    contact,
    amount: { minor: 100, currency: 'NGN' },
    expiresInMinutes: EXPIRES_IN,
    payable: { enabled: false, methods: [] },
    followUp: { enabled: false, strategyVersion: 1 },
  } as const;
  for (let number = 1; number <= count; number += 1) {
    const reference = `${mark}-old-${number}`;
    const ref = collectionRefOf(account, reference);
    const made = newCollection(ref, { ...terms, reference }, now);
    const completedAt = now.toISOString();
    const events = [...made.events, { type: 'collection.completed' as const, timestamp: completedAt }];
    await createCollection(
      table,
      { ...made, status: 'completed', completedAt, events },
      { nonce: `old-${number}`, startSegment: 0 },
    );
    await appendToList(table, { ...ref, startSegment: 0 });
  }
}

export type RunOptions = {
  seed: number;
  /** Keeps the history as readable lines. */
  verbose?: boolean;
  /** Faults and acts to leave out. */
  without?: ReadonlySet<string>;
  script?: Script;
  /** Called when everything is in place, before the world begins. */
  installed?: (world: World) => void;
};

export type Run = {
  seed: number;
  hash: string;
  steps: number;
  violations: readonly Violation[];
  /** Whether the fault of the script was injected. */
  struck: boolean;
  /** How often each fault and each situation occurred. */
  counts: ReadonlyMap<string, number>;
  history: readonly string[];
  /** The names of all acts, whether or not they were left out. */
  acts: readonly string[];
};

const START = Date.parse('2026-03-02T06:00:00.000Z');
const MINUTE = 60_000;
/** The size of a list segment. Appends near the end of one must continue in the next. */
const SEGMENT_SIZE = 50;
const HOUR = 60 * MINUTE;
/** After this time everything that was due at the end is done, and the sweeper has run. */
const REST = 40 * MINUTE;

export async function runSeed(options: RunOptions): Promise<Run> {
  const { stackTraceLimit } = Error;
  // Most errors are injected, and their stack traces cost more time than anything else about them.
  Error.stackTraceLimit = 0;
  try {
    return await run(options);
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

async function run({ installed, ...options }: RunOptions): Promise<Run> {
  const { seed, without = new Set() } = options;
  await fillCountryCache();
  await loadEverything();
  const plan = randomFrom(seed, 'plan');
  const start = START + plan.between(0, 7 * 24 * 60) * MINUTE;
  const world = createWorld({ ...options, without, start });
  install(world);
  forgetMarks();
  forgetSharedReads();
  installed?.(world);
  const isWarm = plan.bool(0.5);
  world.tenants = await openTenants(isWarm, populationIn(seed), seed);
  await openEndpoints(world);
  forgetSecrets(world);
  const [first] = world.tenants;
  const full = plan.bool(0.8) ? 0 : plan.pick([1, 1, 1, 2]);
  if (first && full > 0) await prefill(first, full * SEGMENT_SIZE - plan.between(0, 4), new Date(start));
  world.table.watchers.push(world.oracle.changed);
  followStream(world);
  const acts = planWorkload(seed, world.tenants, start);
  for (const act of acts) if (!without.has(act.name)) world.kernel.after(act.after, () => begin(world, act));
  // A world that came to rest before was healed then.
  world.kernel.after(plan.between(10, 30 * 60) * MINUTE, () => Number.isFinite(world.healedAt) || heal(world));
  keepSweeping(world);
  world.reconciliation?.begin();
  world.endpointLives.begin();
  await untilRest(world, start + Math.max(...acts.map(({ after }) => after)) + HOUR);
  lookAtEverything(world);
  await world.kernel.runUntil(world.kernel.now() + MINUTE);
  world.oracle.ended();
  return {
    seed,
    hash: world.kernel.trace.hash(),
    steps: world.kernel.steps(),
    struck: world.notes.has('scripted fault'),
    violations: world.violations,
    counts: new Map<string, number>([...world.faults.counts, ...world.notes]),
    history: world.kernel.trace.lines,
    acts: acts.map(({ name }) => name),
  };
}

function begin({ callers, sandbox }: World, act: Act): void {
  if ('asked' in act) callers.ask(act.asked);
  else sandbox.pay(act.paid.by, act.paid.reference, { minor: act.paid.minor, currency: 'NGN' });
}

/** Stops all faults; the service must then recover by itself. */
function heal(world: World): void {
  world.healedAt = world.kernel.now();
  world.faults.heal();
  world.kernel.trace.say('all is well from now on');
  repairEndpoints(world);
}

/** Only where there is a sweep for it: other worlds that tell their events leave the news uncounted. */
const isCounting = (world: World): boolean =>
  hasReceivers(world) && world.table.items.indexed().some(({ due }) => insightsShards().includes(String(due)));

/** Runs until every collection has ended, every payment was delivered, and nothing is left to do. */
async function untilRest(world: World, earliest: number): Promise<void> {
  let end = earliest;
  for (let reached = 0; reached < end; ) {
    reached = end;
    await world.kernel.runUntil(reached);
    // What has ended is checked for some days.
    end = Math.max(
      reached,
      ...storedCollections(world).map(({ expiresAt, nextRunAt = expiresAt }) => Date.parse(nextRunAt) + REST),
      ...storedCollections(world).map(({ expiresAt }) => Date.parse(expiresAt) + REST),
    );
  }
  if (!Number.isFinite(world.healedAt)) {
    heal(world);
    await world.kernel.runUntil(world.kernel.now() + REST);
  }
  const isBusy = () =>
    world.sandbox.pending() > 0 ||
    storedCollections(world).some(({ nextRunAt }) => nextRunAt) ||
    isDelivering(world) ||
    isCounting(world) ||
    world.reconciliation?.isPending() === true;
  const { isEndless, runUntil, now } = world.kernel;
  while (isBusy() && !isEndless()) await runUntil(now() + HOUR);
  if (isEndless()) world.violate(4, 'this world never ends');
}
